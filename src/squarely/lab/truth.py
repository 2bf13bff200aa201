"""What the values of all positions tell about a rule set: everything is counted, nothing is played.

`count_positions` is written over plain sequences, as the solver's retrograde analysis is: interpreted it takes lists,
compiled it takes arrays.
"""

from itertools import zip_longest
from typing import Any, NamedTuple

from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.explored import Explored

_POSITIONS, _ONGOING, _ENDLESS, _MOVES, _CHOOSING, _DECIDING, _LONGEST = range(7)
_COUNTS = 7
_UNKNOWN = -1


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


def count_truth(explored: Explored) -> Truth:
    """Count what there is to count."""
    nodes = len(explored.movers)
    counts: Any = [0] * _COUNTS
    plies: Any = [_UNKNOWN] * nodes
    by_ply: Any = [[0] * (nodes + 1), [0] * (nodes + 1)]
    run: Any = count_positions
    if explored.is_array:
        import numpy as np

        from squarely.lab.kernels import compile_kernel

        counts, plies, by_ply = (
            np.array(counts, np.int64),
            np.full(nodes, _UNKNOWN, np.int32),
            np.zeros((2, nodes + 1), np.int64),
        )
        run = compile_kernel(count_positions)
    deepest = run(
        explored.weights, explored.first, explored.children, explored.results, explored.distances, counts, plies, by_ply
    )
    openings = int(explored.first[1])
    kept = [explored.results[explored.children[edge]] == explored.results[0] for edge in range(openings)]
    figures: Any = [int(count) for count in counts]
    moves, keeping = (tuple(int(count) for count in row[:deepest]) for row in by_ply)
    return Truth(*(*figures, openings, sum(map(bool, kept)), moves, keeping))


def count_positions(
    weights: Any, first: Any, children: Any, results: Any, distances: Any, counts: Any, plies: Any, by_ply: Any
) -> int:
    """Fill in the counts; returns how many plies have ongoing positions. Nodes come by their moves from the start."""
    deepest = 0
    plies[0] = 0
    for node in range(len(weights)):
        weight, moves, keeping = weights[node], first[node + 1] - first[node], 0
        counts[_POSITIONS] += weight
        if moves == 0:
            continue
        for edge in range(first[node], first[node + 1]):
            child = children[edge]
            if plies[child] == _UNKNOWN:
                plies[child] = plies[node] + 1
            if results[child] == results[node]:
                keeping += 1
        deepest = max(deepest, plies[node] + 1)
        counts[_ONGOING] += weight
        counts[_MOVES] += weight * moves
        by_ply[0][plies[node]] += weight * moves
        by_ply[1][plies[node]] += weight * keeping
        if results[node] == ONGOING:
            counts[_ENDLESS] += weight
        if moves > 1:
            counts[_CHOOSING] += weight
            if keeping < moves:
                counts[_DECIDING] += weight
        if results[node] in (FIRST_WINS, SECOND_WINS):
            counts[_LONGEST] = max(counts[_LONGEST], distances[node])
    return deepest
