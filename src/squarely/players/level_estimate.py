"""The level at which a person played: how likely each level would have chosen the same moves.

Every match gives the logarithms of nine likelihoods, so several matches are one sum. Before any move all levels are
equally likely. What is told is the median of the posterior, with an interval that has four fifths of it.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from math import exp, inf, log
from random import Random
from typing import NamedTuple

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.players.level import LEVELS, View, choose_edge, draw_randomness, find_skill, judge_view
from squarely.players.sight import UNKNOWN, find_chance, rank_value
from squarely.solver.oracle import Oracle

_SAMPLES = 600  # of what a level happens to see and guess, where points count
_LAPSE = 0.01  # the chance of any move at all: a person is no level, and one odd move does not rule a level out
_TAIL = 0.1  # of the posterior on either side of the interval
_WIDEST = 6  # levels between the ends of an interval that still says something


class LevelEstimate(NamedTuple):
    """About this level, and between these two with a probability of 80%."""

    level: int
    low: int
    high: int

    def describe(self) -> str:
        """`level 5 (between 3 and 8)`."""
        return f"level {self.level}" + (f" (between {self.low} and {self.high})" if self.low < self.high else "")


def measure_likelihoods(match: Match, side: Side, oracle: Oracle) -> tuple[float, ...]:
    """For every level, the logarithm of the chance that it would have chosen all moves of this side."""
    sums = [0.0] * len(LEVELS)
    for position, move in zip(match.positions, match.moves, strict=False):
        if position.mover == side and len(legal := [*match.game.legal_moves(position)]) > 1:
            view, edge = judge_view(match.game, position, oracle), legal.index(int(move))
            measure = _sample_chances if view.graph.is_scored else _compute_chances
            for at, chance in enumerate(measure(view, edge)):
                sums[at] += log(_LAPSE / len(legal) + (1 - _LAPSE) * chance)
    return tuple(round(each - max(sums), 3) for each in sums)  # only differences matter


def estimate_level(matches: Sequence[Sequence[float]]) -> LevelEstimate | None:
    """The level of a person who played these matches, by their likelihoods; None where they do not show it."""
    sums = [sum(each) for each in zip(*matches, strict=True)] or [0.0] * len(LEVELS)
    weights = [exp(each - max(sums)) for each in sums]
    below = [each / sum(weights) for each in accumulate(weights)]  # the chance of this level or a lower one
    low, level, high = (LEVELS[bisect_left(below, least)] for least in (_TAIL, 0.5, 1 - _TAIL))
    return None if high - low > _WIDEST else LevelEstimate(level, low, high)


def describe_played_level(likelihoods: Sequence[float]) -> str:
    """A sentence about one match, to its player."""
    found = estimate_level([likelihoods])
    return f"You played about like {found.describe()}." if found else "This match does not show your level."


def _compute_chances(view: View, edge: int) -> list[float]:
    """The chance of each level to choose this move, exactly, where no points count: refutations are independent."""
    graph, sight, moves = view.graph, view.sight, range(view.graph.first[1])
    mover, endless, refutations = graph.movers[0], graph.endless, defaultdict[int, list[int]](list)
    missed = rank_value(mover, endless, UNKNOWN, 0, endless)
    ranks = [rank_value(mover, graph.results[at + 1], graph.distances[at + 1], 0, endless) for at in moves]
    for at in sorted(moves, key=sight.difficulties.__getitem__):  # of one refutation, the easier ones are seen first
        refutations[sight.refutations[at]].append(at)
    chances = []
    for skill in map(find_skill, LEVELS):
        # How likely each best rank is, with how many moves that have it and whether this one does.
        tops: dict[tuple[float, int, bool], float] = {(-inf, 0, False): 1.0}
        for refutation in refutations.values():
            tops, before = defaultdict(float), tops
            seen = [1.0, *(1 - find_chance(skill, sight.difficulties[at]) for at in refutation), 0.0]
            for count in range(len(refutation) + 1):
                ranked = {at: ranks[at] if n < count else missed for n, at in enumerate(refutation)}
                best = [at for at in refutation if ranked[at] == max(ranked.values())]
                case = ranked[best[0]], len(best), edge in best
                for top, weight in before.items():
                    both = (top[0], top[1] + case[1], top[2] or case[2]) if top[0] == case[0] else max(top, case)
                    tops[both] += weight * (seen[count] - seen[count + 1])
        chances.append(sum(weight / ties for (_, ties, is_own), weight in tops.items() if is_own))
    return chances


def _sample_chances(view: View, edge: int) -> list[float]:
    """The same where points are guessed: how often each level chooses the move, with the same seeds for every level."""
    random, chosen = Random("level estimate"), [0] * len(LEVELS)
    for _ in range(_SAMPLES):
        draws = draw_randomness(view, random)
        for at, level in enumerate(LEVELS):
            chosen[at] += choose_edge(level, view, *draws) == edge
    return [count / _SAMPLES for count in chosen]
