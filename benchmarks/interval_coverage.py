"""Draws runs of the arena from a large pool of played openings, and writes how often its intervals hold.

    python benchmarks/interval_coverage.py

The truth is the skill in the whole pool. A run is so many openings of it, drawn with replacement. Everything comes from
seeds, so whoever runs this again gets the same table. `--pool FILE` keeps the matches, which take most of the time.
"""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squarely.arena.run.match_result import MatchResult
from squarely.arena.run.plan import generate_fixtures, parse_plan
from squarely.arena.run.play_match import play
from squarely.arena.statistics.intervals import draw_weights, estimate_interval, estimate_simultaneous, estimate_spread
from squarely.core.rules.game import Side

GAMES = (("center", ""), ("numbers", ""), ("quad", "size=3"), ("showdown", ""), ("snatchers", ""))
PLAYERS = ("random", *(f"level:{level}" for level in range(1, 10)), "perfect")
FIELDS = {"large": PLAYERS, "small": ("random", "level:2", "level:3", "level:5", "perfect")}
SIZES = (10, 20, 40)  # openings of a run
PAGE = Path(__file__).resolve().parent.parent / "docs" / "coverage.md"
PROMISED = 0.93

Floats: TypeAlias = NDArray[np.float64]
Row: TypeAlias = tuple[
    int, str, str, int, float, int, float
]  # seed, player, opponent, lost, by chance, stakes, mistakes


class Pool(NamedTuple):
    """What each player of a field lost in each opening, what a random mover would have, and what a mistake loses."""

    lost: Floats  # openings down, players across
    by_chance: Floats
    mistake: float

    @property
    def skill(self) -> Floats:
        """The truth about each player."""
        return np.asarray(100 - 100 * self.lost.sum(axis=0) / self.by_chance.sum(axis=0))


class Held(NamedTuple):
    """How often intervals held and how wide they were on average, for each player; and those of every two at once."""

    held: list[float]
    before: list[float]  # those of the percentile bootstrap, which this method has replaced
    width: list[float]
    width_before: list[float]
    width_known: list[float]  # of a normal interval by somebody who knows how much openings differ
    all_held: float
    pair_width: float


def rows(game: str, options: str, seeds: str) -> list[Row]:
    """Every two players on both sides of every opening."""
    plan = parse_plan(
        f'players = {json.dumps(PLAYERS)}\nseeds = "{seeds}"\ncontrol = []\nturn_limit = 40\n'
        f'games = [{{name = "{game}", options = "{options}"}}]'
    )
    found = []
    for fixture in generate_fixtures(plan):
        played = play(fixture)
        assert isinstance(played, MatchResult), played
        for side in Side:
            graded = [each for mover, each in zip(played.movers, played.grades or (), strict=True) if mover == side]
            known = [each for each in graded if each]
            stakes = [each.random_mistake for each in known if each.random_cost]
            found.append((
                fixture.seed, fixture.player(side), fixture.player(side.other), sum(each.cost for each in known),
                float(sum(each.random_cost for each in known)), len(stakes), float(sum(stakes)),
            ))  # fmt: skip
    return found


def pooled(found: Sequence[Row], field: Sequence[str]) -> Pool:
    """The pool of those players alone."""
    seeds = {seed: number for number, seed in enumerate(sorted({row[0] for row in found}))}
    at = {name: number for number, name in enumerate(field)}
    lost, by_chance = np.zeros((len(seeds), len(field))), np.zeros((len(seeds), len(field)))
    own = [row for row in found if row[1] in at and row[2] in at]
    for seed, player, _, cost, chance, _, _ in own:
        lost[seeds[seed], at[player]] += cost
        by_chance[seeds[seed], at[player]] += chance
    return Pool(lost, by_chance, sum(row[6] for row in own) / sum(row[5] for row in own))


def measured(pool: Pool, size: int, runs: int, label: str) -> Held:
    """What becomes of so many runs of so many openings."""
    chance, truth, players = np.random.default_rng(1), pool.skill, range(pool.lost.shape[1])
    pairs = list(combinations(players, 2))
    held, before = np.zeros((runs, len(players))), np.zeros((runs, len(players)))
    widths, widths_before, pair_widths = np.zeros_like(held), np.zeros_like(held), np.zeros((runs, len(pairs)))
    all_held = np.zeros(runs)
    for run in range(runs):
        drawn = chance.integers(len(pool.lost), size=size)
        lost, by_chance = pool.lost[drawn], pool.by_chance[drawn]
        weights = draw_weights(size, f"{label} {run}")
        skills = 100 - 100 * lost.sum(axis=0) / by_chance.sum(axis=0)
        spreads = [estimate_spread(list(lost[:, p]), list(by_chance[:, p]), weights, pool.mistake) for p in players]
        for p in players:
            low, high = estimate_interval(float(skills[p]), [spreads[p]], size)
            held[run, p], widths[run, p] = _within(low, truth[p], high), high - low
            low, high = bootstrapped(lost[:, p], by_chance[:, p], chance)
            before[run, p], widths_before[run, p] = _within(low, truth[p], high), high - low
        found = estimate_simultaneous(
            [float(skills[one] - skills[other]) for one, other in pairs],
            [[spreads[one].minus(spreads[other])] for one, other in pairs],
            size,
        )
        all_held[run] = all(
            _within(each.low, truth[one] - truth[other], each.high)
            for each, (one, other) in zip(found, pairs, strict=True)
        )
        pair_widths[run] = [each.high - each.low for each in found]
    return Held(
        _means(held), _means(before), _means(widths), _means(widths_before), _known(pool, size),
        float(all_held.mean()), float(pair_widths.mean()),
    )  # fmt: skip


def _means(of_runs: Floats) -> list[float]:
    return [float(each) for each in of_runs.mean(axis=0)]


def bootstrapped(lost: Floats, by_chance: Floats, chance: np.random.Generator) -> tuple[float, float]:
    """The interval as it was before: the middle of 2,000 draws, widened for the number of openings."""
    size = len(lost)
    counts = chance.multinomial(size, np.full(size, 1 / size), size=2000)
    student = {10: 2.262157, 20: 2.093024, 40: 2.022691}[size]
    outside = NormalDist().cdf(-student * sqrt(size / (size - 1)))
    low, high = np.quantile(100 - 100 * (counts @ lost) / (counts @ by_chance), [outside, 1 - outside])
    return float(low), float(high)


def _known(pool: Pool, size: int) -> list[float]:
    strays = pool.lost - pool.by_chance * (pool.lost.sum(axis=0) / pool.by_chance.sum(axis=0))
    error = 100 * strays.std(axis=0) / pool.by_chance.mean(axis=0) / sqrt(size)
    return [
        float(min(100.0, skill + 1.96 * e) - (skill - 1.96 * e)) for skill, e in zip(pool.skill, error, strict=True)
    ]


def _within(low: float, truth: float, high: float) -> bool:
    return low - 1e-9 <= truth <= high + 1e-9


def page(found: dict[tuple[str, str, int], Held], pools: dict[tuple[str, str], Pool], runs: int) -> str:
    """The tables as a page."""
    titles = [f"{name} {options}".strip() for name, options in GAMES]
    parts = []
    for field, players in FIELDS.items():
        lines = [
            ["game", "player", "skill", *(f"{size}: holds" for size in SIZES), *(f"{size}: width" for size in SIZES)],
            ["---", "---", *["---:"] * (1 + 2 * len(SIZES))],
        ]
        for title in titles:
            for number, name in enumerate(players):
                each = [found[title, field, size] for size in SIZES]
                holds = [f"{100 * one.held[number]:.1f} ({100 * one.before[number]:.0f})" for one in each]
                wide = [
                    f"{one.width[number]:.1f} ({one.width_before[number]:.1f}, {one.width_known[number]:.1f})"
                    for one in each
                ]
                lines.append([title, name, f"{pools[title, field].skill[number]:.2f}", *holds, *wide])
        parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
    together = [["game", "field", *(f"{size}: all hold" for size in SIZES), *(f"{size}: width" for size in SIZES)]]
    together.append(["---", "---", *["---:"] * (2 * len(SIZES))])
    for title in titles:
        for field in FIELDS:
            each = [found[title, field, size] for size in SIZES]
            row = [*(f"{100 * one.all_held:.1f}" for one in each), *(f"{one.pair_width:.1f}" for one in each)]
            together.append([title, field, *row])
    least = min(min(each.held) for each in found.values())
    return _PAGE.format(
        large=parts[0], small=parts[1], together="\n".join(f"| {' | '.join(line)} |" for line in together),
        runs=f"{runs:,}", openings=len(next(iter(pools.values())).lost), least=f"{100 * least:.1f}",
        least_together=f"{100 * min(each.all_held for each in found.values()):.1f}",
        players=", ".join(FIELDS["small"]),
    )  # fmt: skip


_PAGE = """# How often the intervals of the arena hold

An interval of 95 % should hold the truth in 95 of 100 runs, also where a player loses next to nothing. Here {openings}
openings of each game were played by every two of the computer players, which is the truth, and runs of 10, 20 and 40 of
these openings were drawn from them, {runs} of each kind. The least of the figures below is {least} % for a single
interval and {least_together} % for all differences of a table at once.

*Holds* is in percent of the runs, in brackets the percentile bootstrap that was used before. *Width* is the mean in
points of skill; in brackets that of the bootstrap, and that of a normal interval which is told the true spread of the
openings. Far from 100 no interval that holds can be narrower than that one; near 100 that one does not hold.

## Everybody against everybody

{large}

## Five players

The players are {players}. With fewer opponents an opening says less.

{small}

## All at once

Whether in a run the intervals of the differences between every two players of the field all hold, and how wide they
are.

{together}

This page is written by `make coverage` (a quarter of an hour). [The arena](arena.md) says what the intervals are.
"""


def main() -> None:
    """Play the pool, draw from it, write the page, and say whether it keeps what it promises."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--openings", type=int, default=400, help="of the pool of each game")
    arguments.add_argument("--runs", type=int, default=1000)
    arguments.add_argument("--pool", type=Path, help="a file that keeps the matches; read if it is there")
    given = arguments.parse_args()
    titles = [f"{name} {options}".strip() for name, options in GAMES]
    with ProcessPoolExecutor() as workers:
        if given.pool and given.pool.exists():
            played = json.loads(given.pool.read_text(encoding="utf-8"))
        else:
            parts = [
                (game, f"{first}-{min(first + 19, given.openings)}")
                for game in GAMES
                for first in range(1, given.openings + 1, 20)
            ]
            found = list(workers.map(rows, *zip(*((*game, seeds) for game, seeds in parts), strict=True)))
            played = {title: [] for title in titles}
            for (game, _), some in zip(parts, found, strict=True):
                played[" ".join(game).strip()] += some
        if given.pool:
            given.pool.write_text(json.dumps(played), encoding="utf-8")
        pools = {(title, field): pooled(played[title], names) for title in titles for field, names in FIELDS.items()}
        kinds = [(title, field, size) for title in titles for field in FIELDS for size in SIZES]
        running = {
            kind: workers.submit(measured, pools[kind[:2]], kind[2], given.runs, f"{kind[0]} {kind[1]}")
            for kind in kinds
        }
        measures = {kind: future.result() for kind, future in running.items()}
    told = page(measures, pools, given.runs)
    PAGE.write_text(told, encoding="utf-8")
    print(told)
    short = [kind for kind, each in measures.items() if min(*each.held, each.all_held) < PROMISED]
    print(f"Below {100 * PROMISED:.0f} %: {short or 'nowhere'}")


if __name__ == "__main__":
    main()
