"""Plays every strength against the one below it and writes docs/strength.md.

    python benchmarks/strength.py [--matches N] [--searched]

Everything in the first table comes from seeds, so whoever runs this again gets the same table. Where a search has a
time instead of a number of nodes, it depends on the machine. `--matches` plays fewer in the second table, `--searched`
plays that alone and leaves the page as it is.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from squarely.core.errors import TooLarge
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.players import Player, seat_player
from squarely.solver.oracle import find_oracle
from squarely.solver.search import Search
from squarely.solver.solution import SmallSolution

GAMES = (("center", ""), ("numbers", ""), ("quad", ""), ("quad", "size=3"), ("showdown", ""), ("snatchers", ""))
LADDER = ("random", *(f"level:{level}" for level in range(1, 10)), "perfect")
OPENINGS = range(1000, 1200)  # seeds; the levels were tuned on 0 to 199
LONGEST = 60  # turns; a match that is not over by then counts a half for each
LARGE = (  # games that are not solved, in which the search is held against OpenSpiel's
    ("connect_four", "rows=6,columns=7"), ("konane", "rows=6,columns=6"), ("hex", "size=5"), ("quad", "size=5"),
)  # fmt: skip
SIMULATIONS = 1_000  # of the rival, as in `rival.py`
MATCHES = 100  # of each game of the second table
OPEN = 0.15  # how far from a half the share may be that a short search gives a side at the opening
SOLVED = 1000  # positions of solved games, of which a search does not know that they are
LATE, LATE_FROM = 60, 28  # positions of Connect Four with so many discs, solved for this
EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "games"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"


def opening(game: Game, seed: int) -> Match:
    """A match begun with a few random moves, at a point where something is at stake: not every move is as good."""
    chance, match = Random(f"opening {seed}"), Match.of(game, game.start_for(seed))
    oracle = find_oracle(match)
    assert oracle
    while True:
        begun = match
        for _ in range(chance.randrange(7)):
            begun = begun.play(chance.choice(begun.legal_moves)) if begun.legal_moves else begun
        if 0 < len(oracle.find_keeping_moves(begun.position)) < len(begun.legal_moves):
            return begun


def points(match: Match, players: tuple[Player, Player], upper: Side) -> float:
    """What the upper strength scores: 1 for a win, a half for a tie or a match that does not end."""
    while not match.outcome and len(match.moves) < LONGEST:
        match = match.play(players[match.mover].choose(match))
    winner = match.outcome.winner if match.outcome else None
    return 0.5 if winner is None else float(winner == upper)


def player(name: str, seed: int) -> Player:
    """The computer player of that name."""
    found = seat_player(name, seed)
    assert found, f"{name} is no computer player"
    return found


def score(upper: str, lower: str, name: str, options: str, seeds: Iterable[int]) -> float:
    """The share that the upper strength scores against the lower, both seats of every opening."""
    game, total, matches = registry.load(name, options), 0.0, 0
    for seed in seeds:
        begun = opening(game, seed)
        strong, weak = player(upper, 2 * seed), player(lower, 2 * seed + 1)
        total += points(begun, (strong, weak), Side.FIRST) + points(begun, (weak, strong), Side.SECOND)
        matches += 2
    return total / matches


class Met(NamedTuple):
    """How a player of ours did against the rival, and what a move of each took in seconds."""

    share: float
    matches: int
    upper_seconds: float
    lower_seconds: float


def load(name: str, options: str) -> Game:
    """A game by its name, or one of the examples, whether they are installed or not."""
    if name in registry.names():
        return registry.load(name, options)
    sys.path.append(str(EXAMPLES))
    return registry.find_game_in(import_module(f"squarely_classics.{name}"))(options)


def open_evenly(game: Game, seed: int) -> Match:
    """A match begun with one to three random moves, which leave the outcome open as far as a short search can tell."""
    chance = Random(f"rival {seed}")
    while True:
        begun = Match.of(game, game.start_for(seed))
        for _ in range(chance.randrange(1, 4)):
            begun = begun.play(chance.choice(begun.legal_moves)) if begun.legal_moves else begun
        if not begun.outcome:
            belief = Search(game, seed).run(begun, nodes=20_000).belief
            if not belief.is_proved and abs(belief.share - 0.5) < OPEN:
                return begun


def meet(upper: str, lower: str, name: str, options: str, matches: int) -> Met:
    """One player against another: both seats of every opening.

    `rival` is OpenSpiel's; `search` has the time that the rival has taken for a move so far.
    """
    from rival import Rival

    game, total, moves, seconds = load(name, options), 0.0, [0, 0], [0.0, 0.0]
    rival, search = Rival(game), Search(game, compiled=True)
    for number in range(matches):
        begun = open_evenly(game, number // 2)
        rival.seed(number)
        seats = {each: player(each, number) for each in (upper, lower) if each not in ("rival", "search")}
        while not begun.outcome and len(begun.moves) < LONGEST:
            began, at = time.monotonic(), int(begun.mover != number % 2)
            match (upper, lower)[at]:
                case "rival":
                    chosen = rival.choose(begun)
                case "search":
                    chosen = search.run(begun, seconds=rival.mean).moves[0].move
                case who:
                    chosen = seats[who].choose(begun)
            seconds[at], moves[at] = seconds[at] + time.monotonic() - began, moves[at] + 1
            begun = begun.play(int(chosen))
        winner = begun.outcome.winner if begun.outcome else None
        total += 0.5 if winner is None else float(winner == number % 2)
    return Met(total / matches, matches, seconds[0] / moves[0], seconds[1] / moves[1])


def keep(name: str, options: str, positions: int) -> tuple[int, int]:
    """Of so many positions where something is at stake, in how many `search:1s` keeps the result."""
    game = registry.load(name, options)
    search, kept = Search(game, compiled=True), 0
    for seed in range(positions):
        match = opening(game, 5000 + seed)
        oracle = find_oracle(match)
        assert oracle
        found = search.run(match, seconds=1.0).moves[0].move
        kept += found in [each.move for each in oracle.find_keeping_moves(match.position)]
    return kept, positions


def judge_late(positions: int) -> tuple[int, int, int]:
    """Of so many late positions of Connect Four: how often `search:5s` has the value right, and keeps it."""
    game, right, kept, judged = load(*LARGE[0]), 0, 0, 0
    search = Search(game, compiled=True)
    for seed in count():
        chance, match = Random(f"late {seed}"), Match.of(game)
        while len(match.moves) < LATE_FROM and not match.outcome:
            match = match.play(chance.choice(match.legal_moves))
        if match.outcome:
            continue
        with suppress(TooLarge):
            value = SmallSolution(game, [match.position]).value
            truth = {each: value(game.play(match.position, int(each))) for each in match.legal_moves}
            best = value(match.position)
            keeping = [move for move, after in truth.items() if after and best and after.has_same_result(best)]
            if best and len(keeping) < len(truth):
                found, judged = search.run(match, seconds=5.0), judged + 1
                right += abs(found.belief.share - (0.5 if best.winner is None else 1.0 - best.winner)) < 0.25
                kept += found.moves[0].move in keeping
        if judged == positions:
            break
    return right, kept, judged


def describe_search(matches: int) -> str:
    """The second part of the page: the search where nothing is solved, and where it does not know that something is."""
    pairs = [("level:9", "rival"), ("search", "rival"), *((upper, lower) for lower, upper in pairwise(LADDER[:-1]))]
    titles = [f"{name} {options}" for name, options in LARGE]
    lines = [["player", "against", *titles], ["---"] * 2 + ["---:"] * len(LARGE)]
    with ProcessPoolExecutor() as pool:
        met = {pair: [pool.submit(meet, *pair, *game, matches) for game in LARGE] for pair in pairs}
        parts = [pool.submit(keep, *game, SOLVED // len(GAMES)) for game in GAMES]
        late = pool.submit(judge_late, LATE)
        for pair, running in met.items():
            found = [each.result() for each in running]
            times = [f"{each.upper_seconds:.2f} s, {each.lower_seconds:.2f} s" for each in found]
            lines.append(
                [*pair, *(f"{100 * each.share:.1f} ({took})" for each, took in zip(found, times, strict=True))]
            )
            print(" | ".join(lines[-1]), flush=True)
        kept, asked = (sum(numbers) for numbers in zip(*(part.result() for part in parts), strict=True))
        right, late_kept, late_asked = late.result()
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return _SEARCHED.format(
        table=table, matches=matches, simulations=SIMULATIONS, longest=LONGEST, kept=f"{100 * kept / asked:.1f}",
        asked=asked, right=right, late_kept=late_kept, late=late_asked, discs=LATE_FROM,
    )  # fmt: skip


def page(scores: dict[tuple[str, str], list[float]]) -> str:
    """The table as a page."""
    titles = [f"{name} {options}".strip() for name, options in GAMES]
    rows = [
        [upper, lower, *(f"{100 * share:.1f}" for share in [*shares, sum(shares) / len(shares)])]
        for (upper, lower), shares in scores.items()
    ]
    lines = [["strength", "against", *titles, "together"], ["---"] * 2 + ["---:"] * (len(titles) + 1), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return _PAGE.format(
        table=table, matches=2 * len(OPENINGS), games=len(GAMES), first=OPENINGS[0], last=OPENINGS[-1], longest=LONGEST
    )


_PAGE = """# How strong the computer players are

Each strength against the one below it. A figure is the share of the points that the stronger one scores, in percent:
a win counts 1, a tie and a match that is not over after {longest} turns count a half for each. Above 50 is stronger.

{table}

- Each figure of a game is {matches} matches, each figure under *together* the mean of the {games} before it.
- Matches begin where something is at stake: a deal where the game is dealt, up to six random moves, and then not every
  move keeps the result. From each opening two matches are played, with the seats swapped.
- The openings have the seeds {first} to {last}, none of which was used to tune the levels; in opening *s* the stronger
  player has the seed 2*s*, the weaker 2*s* + 1.
- Differences of less than a point are smaller than what other seeds would change.
- Where nothing lies deep, as in center and numbers, the better levels see everything and only the opening decides: each
  wins it from the same seat, which is 50.

This page is written by `python benchmarks/strength.py`. [Opponents](opponents.md) says what the players are.
"""


_SEARCHED = """
## Where nothing is solved

There the levels search. `rival` is `MCTSBot` of OpenSpiel as it comes: `solve=True`, `uct_c=2`, one random rollout,
{simulations:,} simulations. Its tree is OpenSpiel's Python; its playouts are compiled here, so that our interpreter
does not slow it down. `search` thinks as long as the rival did on average. A figure is the share of the points of the
first player named, over {matches} matches in each game, in brackets the mean time that a move took each of the two.

{table}

- Two matches are played from each opening, with the seats swapped. It has one to three random moves, after which a
  search of 20,000 nodes gives neither side more than 65 percent of the points. A match that is not over after
  {longest} turns counts a half for each.
- `search:1s` kept the result in {kept} percent of {asked} positions of solved games in which not every move keeps
  it. It is not told that they are solved.
- In {late} positions of Connect Four 7x6 with {discs} discs, in which not every move keeps the result, `search:5s` had
  the value right in {right} and kept the result in {late_kept}. Their values come from our own solver.
- Times depend on the machine, and with them what `search` finds. The levels count nodes: they play the same everywhere.
"""


def main() -> None:
    """Play all of it and write the page."""
    parser = ArgumentParser()
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--searched", action="store_true")
    asked = parser.parse_args()
    if asked.searched:
        print(describe_search(asked.matches))
        return
    pairs = [(upper, lower) for lower, upper in pairwise(LADDER)]
    with ProcessPoolExecutor() as pool:
        running = {pair: [pool.submit(score, *pair, *game, OPENINGS) for game in GAMES] for pair in pairs}
        scores = {pair: [future.result() for future in futures] for pair, futures in running.items()}
    whole = page(scores) + describe_search(asked.matches)
    PAGE.write_text(whole, encoding="utf-8")
    print(whole)


if __name__ == "__main__":
    main()
