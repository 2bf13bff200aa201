"""What the values of all positions tell about a rule set: everything is counted, nothing is played."""

from typing import Any

import numpy as np

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.measure.explored import Explored
from squarely.lab.measure.kernels import compile_kernel
from squarely.lab.measure.spots import NOWHERE, Spots
from squarely.players.sight import Graph, find_case, find_result

# Positions, those that go on, and of these those without end; their moves; positions with a choice, and of these those
# where a move changes the result; first moves, and those that keep the result; the longest forced win.
_POSITIONS, _ONGOING, _ENDLESS, _MOVES, _CHOOSING, _DECIDING, _OPENINGS, _KEEPING, _LONGEST = range(9)


def count_truth(explored: Explored, spots: Spots) -> tuple[Any, Any]:
    """The counts of one start, and by plies the moves and those that keep the result."""
    nodes = len(explored.weights)
    counts, by_ply = np.zeros(_LONGEST + 1, np.int64), np.zeros((2, nodes + 1), np.int64)
    deepest = compile_kernel(count_positions)(explored.graph, explored.weights, spots, counts, by_ply)
    return counts, by_ply[:, :deepest].copy()


def sum_up(found: list[tuple[Any, Any]]) -> dict[str, Any]:
    """The measures that follow from the counts of all starts, by their names."""
    counts = np.sum([counts for counts, _ in found], axis=0).tolist()
    by_ply = np.zeros((2, max(plies.shape[1] for _, plies in found)), np.int64)
    for _, plies in found:
        by_ply[:, : plies.shape[1]] += plies
    return {
        "positions": counts[_POSITIONS],
        "endless_share": counts[_ENDLESS] / max(1, counts[_ONGOING]),
        "longest_win": max(int(counts[_LONGEST]) for counts, _ in found),
        "openings": counts[_OPENINGS],
        "openings_keeping": counts[_KEEPING],
        "keeping_by_ply": tuple((by_ply[1] / by_ply[0]).tolist()),
        "deciding_share": counts[_DECIDING] / max(1, counts[_CHOOSING]),
        "branching": counts[_MOVES] / max(1, counts[_ONGOING]),
    }


def count_positions(graph: Graph, weights: Any, spots: Spots, counts: Any, by_ply: Any) -> int:
    """Fill in the counts; returns how many plies have ongoing positions."""
    deepest = 0
    for node in range(len(weights)):
        weight, begin, end = weights[node], graph.first[node], graph.first[node + 1]
        for spot in range(spots.begin[node], spots.begin[node + 1]):
            ply, lead, moves = spots.plies[spot], spot - spots.base[node], end - begin
            if ply == NOWHERE:
                continue
            counts[_POSITIONS] += weight
            if not moves:
                continue
            keeping, case, result = 0, 0, graph.results[node]
            if graph.is_scored:
                margin = lead + graph.margins[node]
                result, case = find_result(margin), find_case(margin)
            for edge in range(begin, end):
                child = graph.children[edge]
                if graph.is_scored:
                    keeping += find_result(lead + graph.gains[edge] + graph.margins[child]) == result
                else:
                    keeping += graph.results[child] == result
            deepest = max(deepest, ply + 1)
            counts[_ONGOING] += weight
            counts[_MOVES] += weight * moves
            by_ply[0][ply] += weight * moves
            by_ply[1][ply] += weight * keeping
            counts[_ENDLESS] += weight if result == ONGOING else 0
            counts[_CHOOSING] += weight if moves > 1 else 0
            counts[_DECIDING] += weight if moves > 1 and keeping < moves else 0
            if ply == 0:
                counts[_OPENINGS], counts[_KEEPING] = moves, keeping
            if result in (FIRST_WINS, SECOND_WINS):
                counts[_LONGEST] = max(counts[_LONGEST], graph.distances[case * len(weights) + node])
    return deepest
