"""What the values of all positions tell about a rule set: everything is counted, nothing is played.

`count_positions` is written over plain sequences, as the solver's retrograde analysis is: interpreted it takes lists,
compiled it takes arrays.
"""

from itertools import zip_longest
from typing import Any, NamedTuple

from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.explored import Explored
from squarely.lab.results import find_case, find_result
from squarely.lab.spots import NOWHERE, Spots, list_gains

_POSITIONS, _ONGOING, _ENDLESS, _MOVES, _CHOOSING, _DECIDING, _LONGEST = range(7)
_COUNTS = 7


class Truth(NamedTuple):
    """Counts over the positions that can follow one start, or several; each position counted once a start."""

    positions: int
    ongoing: int
    endless: int  # ongoing positions from which play can go on for ever
    moves: int  # of all ongoing positions
    choosing: int  # ongoing positions with two moves or more
    deciding: int  # of these, where some move changes the result
    longest_win: int
    openings: int
    openings_keeping: int
    moves_by_ply: tuple[int, ...]  # of the ongoing positions that are so many moves from the start
    keeping_by_ply: tuple[int, ...]  # of these moves, those that keep the result

    def plus(self, other: "Truth") -> "Truth":
        """The counts of both."""
        longest = max(self.longest_win, other.longest_win)
        added = [_add(mine, theirs) for mine, theirs in zip(self, other, strict=True)]
        return Truth(*added)._replace(longest_win=longest)


def _add(mine: Any, theirs: Any) -> Any:
    if isinstance(mine, tuple):
        return tuple(a + b for a, b in zip_longest(mine, theirs, fillvalue=0))
    return mine + theirs


def count_truth(explored: Explored, spots: Spots) -> Truth:
    """Count what there is to count."""
    nodes = len(explored.movers)
    counts: Any = [0] * _COUNTS
    by_ply: Any = [[0] * (nodes + 1), [0] * (nodes + 1)]
    margins: Any = explored.margins if explored.is_scored else [0]
    run: Any = count_positions
    if explored.is_array:
        import numpy as np

        from squarely.lab.kernels import compile_kernel

        counts, by_ply = np.array(counts, np.int64), np.zeros((2, nodes + 1), np.int64)
        margins = np.asarray(margins, np.int32)
        run = compile_kernel(count_positions)
    deepest = run(
        explored.weights, explored.first, explored.children, list_gains(explored), margins, explored.results,
        explored.distances, explored.is_scored, *spots, counts, by_ply,
    )  # fmt: skip
    figures: Any = [int(count) for count in counts]
    moves, keeping = (tuple(int(count) for count in row[:deepest]) for row in by_ply)
    return Truth(*(*figures, *_count_openings(explored), moves, keeping))


def _count_openings(explored: Explored) -> tuple[int, int]:
    """First moves, and those that keep the result."""
    openings = int(explored.first[1])
    leads = [explored.lead + int(explored.gains[edge]) if explored.gains is not None else 0 for edge in range(openings)]
    after = [explored.value(int(child), lead)[0] for child, lead in zip(explored.children, leads, strict=False)]
    return openings, after.count(explored.value(0, explored.lead)[0])


def count_positions(
    weights: Any, first: Any, children: Any, gains: Any, margins: Any, results: Any, distances: Any, is_scored: bool,
    begin: Any, base: Any, plies: Any, counts: Any, by_ply: Any,
) -> int:  # fmt: skip
    """Fill in the counts; returns how many plies have ongoing positions."""
    deepest = 0
    for node in range(len(weights)):
        weight, moves = weights[node], first[node + 1] - first[node]
        for spot in range(begin[node], begin[node + 1]):
            ply = plies[spot]
            if ply == NOWHERE:
                continue
            counts[_POSITIONS] += weight
            if moves == 0:
                continue
            lead, keeping, case, result = spot - base[node], 0, 0, results[node]
            if is_scored:
                margin = lead + margins[node]
                result, case = find_result(margin), find_case(margin)
                for edge in range(first[node], first[node + 1]):
                    keeping += find_result(lead + gains[edge] + margins[children[edge]]) == result
            else:
                for edge in range(first[node], first[node + 1]):
                    keeping += results[children[edge]] == result
            deepest = max(deepest, ply + 1)
            counts[_ONGOING] += weight
            counts[_MOVES] += weight * moves
            by_ply[0][ply] += weight * moves
            by_ply[1][ply] += weight * keeping
            if result == ONGOING:
                counts[_ENDLESS] += weight
            if moves > 1:
                counts[_CHOOSING] += weight
                if keeping < moves:
                    counts[_DECIDING] += weight
            if result in (FIRST_WINS, SECOND_WINS):
                counts[_LONGEST] = max(counts[_LONGEST], distances[case][node])
    return deepest
