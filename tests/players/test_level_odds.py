"""The closed form of how a level chooses: against the player itself, and against every case it can meet."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, product
from random import Random

import numpy as np
import pytest

from squarely import load
from squarely.core.match import Match
from squarely.players.level import LevelPlayer, chance_of_missing, find_candidates
from squarely.players.level_odds import fill_odds
from squarely.solver.repetition import find_endless_value
from tests.thorough import many


def closed_form(ranks: Sequence[int], missed: Sequence[float], hinges: Sequence[int]) -> list[float]:
    """What `fill_odds` says of one position."""
    moves = len(ranks)
    points, weights = [[0.0]], [[0.0]]
    for count in range(1, moves // 2 + 2):
        at, weight = np.polynomial.legendre.leggauss(count)
        points.append(((at + 1) / 2).tolist())
        weights.append((weight / 2).tolist())
    odds = [0.0] * moves
    work = [[0.0] * (2 * moves + 3) for _ in range(8)]
    fill_odds(0, moves, ranks, missed, hinges, points, weights, work, odds)
    return odds


def every_case(ranks: Sequence[int], missed: Sequence[float], hinges: Sequence[int]) -> list[float]:
    """The same, by going through every case of which moves are seen."""
    odds = [0.0] * len(ranks)
    ordered = sorted(range(len(ranks)), key=lambda move: (hinges[move], missed[move]))
    groups = [list(group) for _, group in groupby(ordered, key=lambda move: hinges[move])]
    for seen in product(*(range(len(group) + 1) for group in groups)):
        chance, looks = 1.0, [0] * len(ranks)
        for group, count in zip(groups, seen, strict=True):
            steps = [0.0, *(missed[move] for move in group), 1.0]
            chance *= steps[count + 1] - steps[count]
            for move in group[:count]:
                looks[move] = ranks[move]
        best = [move for move in range(len(ranks)) if looks[move] == max(looks)]
        for move in best:
            odds[move] += chance / len(best)
    return odds


@pytest.mark.parametrize("seed", range(many(400)))
def test_every_case_is_counted(seed: int) -> None:
    random = Random(seed)
    moves = random.randint(1, 7)
    ranks = [random.choice((-9, -8, -3, 0, 5, 5, 7)) for _ in range(moves)]
    missed = [1.0 if rank == 0 else random.choice((0.0, 0.25, random.random())) for rank in ranks]
    hinges = [random.randrange(4) for _ in range(moves)]
    odds = closed_form(ranks, missed, hinges)
    assert odds == pytest.approx(every_case(ranks, missed, hinges), abs=1e-14)
    assert sum(odds) == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("center", "", 2), ("quad", "size=3", 4), ("quad", "size=3,sudden_death=none", 5), ("showdown", "", 5),
        ("snatchers", "", 4), ("snatchers", "size=3,reach=1", 1), ("snatchers", "size=3,repetition=draw", 2),
        ("showdown", "repetition=first_loses", 3), ("quad", "size=3,sudden_death=none,repetition=second_loses", 4),
    ],
)  # fmt: skip
def test_a_level_plays_so(game: str, options: str, moves: int) -> None:
    """A thousand choices of the player itself, of one level for each game, are as likely as the closed form says."""
    match, random = Match.of(load(game, options)), Random(f"{game} {options}")
    for _ in range(moves):
        match = match.play(random.choice(match.legal_moves))
    level, choices = random.choice((2, 4, 6)), 1000
    candidates = find_candidates(match)
    looks = find_endless_value(match.game).appeal(match.mover)
    appeals = sorted({looks, *(c.value.appeal(match.mover) for c in candidates if c.value)})
    ranks = [
        appeals.index(c.value.appeal(match.mover) if c.value else looks) - appeals.index(looks) for c in candidates
    ]
    missed = [chance_of_missing(level, c.difficulty) if c.value else 1.0 for c in candidates]
    odds = closed_form(ranks, missed, [int(c.hinge) for c in candidates])
    counts = Counter(LevelPlayer(level, seed).choose(match) for seed in range(choices))
    expected = {int(c.move): chance * choices for c, chance in zip(candidates, odds, strict=True)}
    assert len(candidates) > 1
    assert all(expected[move] > 1e-9 for move in counts)
    strayed = [(counts[move] - often) ** 2 / often for move, often in expected.items() if often > 1e-9]
    assert sum(strayed) < 4 * len(candidates) + 12, (expected, counts)  # chi-square, far out
