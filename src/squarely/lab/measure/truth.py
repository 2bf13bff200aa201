"""A rule set measured from its start, or from a sample of its deals: everything is counted by the values."""

from collections import Counter
from random import Random
from statistics import median_low
from typing import Any

import numpy as np

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position
from squarely.lab.measure.explored import (
    INTERPRETED,
    NOWHERE,
    Explored,
    Spots,
    compile_kernel,
    explore_game,
    find_order,
    find_spots,
)  # fmt: skip
from squarely.lab.measure.played import play_start, summarize_play
from squarely.players.sight import Graph, find_case, find_result
from squarely.solver import values
from squarely.solver.values import has_repetition_rule

DEALS = 100  # that are measured where there are more

_RESULTS = {FIRST_WINS: ("first", values.WIN), SECOND_WINS: ("second", values.WIN), TIE: (None, values.TIE)}
_NO_END = None, values.ENDLESS
# Positions, those that go on, and of these those without end; their moves; positions with a choice, and of these those
# where a move changes the result; first moves, and those that keep the result; the longest forced win.
_POSITIONS, _ONGOING, _ENDLESS, _MOVES, _CHOOSING, _DECIDING, _OPENINGS, _KEEPING, _LONGEST = range(9)


def choose_deals(game: Game, seed: int) -> list[Position]:
    """The starts that are measured: all, or a sample that the seed gives."""
    if not game.is_dealt:
        return [game.start()]
    numbers = range(game.deals())
    drawn = sorted(Random(f"lab {seed}").sample(numbers, DEALS)) if len(numbers) > DEALS else numbers
    return [game.deal(number) for number in drawn]


def measure_starts(game: Game, roots: list[Position], seed: int, plays: bool, limit: int) -> dict[str, Any]:
    """Every measure by its name. With `plays`, also those that need play."""
    results, truths, played, always_ends, compiles = [], [], [], True, False
    for root in roots:
        explored = explore_game(game, root, limit, by_symmetry=not plays, compiles=compiles)
        order = find_order(explored.graph)
        spots = find_spots(explored, order)
        result, distance, lead = explored.value(0, explored.lead)
        results.append((_RESULTS.get(result, _NO_END), None if distance < 0 else distance, lead))
        truths.append(count_truth(explored, spots))
        always_ends = always_ends and (has_repetition_rule(game) or order is not None)
        if plays:
            played.append(play_start(explored, spots, order, seed, len(roots)))
        compiles = len(explored.weights) * len(roots) > INTERPRETED
    counted = Counter(result for result, _, _ in results)
    commonest = max(counted, key=lambda result: (counted[result], result[1], result[0] or ""))
    shares = [counted[result] / len(roots) for result in (*_RESULTS.values(), _NO_END)]
    typical = _find_median(distance for result, distance, _ in results if result == commonest)
    measures = sum_up(truths) | {
        "deals": len(roots),
        "deals_of": game.deals(),
        "always_ends": always_ends,
        "value": commonest[0],
        "ending": commonest[1],
        "distance": typical,
        "margin": _find_median(abs(lead) for result, _, lead in results if result == commonest and lead is not None),
        **dict(zip(("first_share", "second_share", "tie_share", "endless_deals_share"), shares, strict=True)),
        "komi": _find_median(lead for _, _, lead in results),
        "length_best": typical,
    }
    return measures | (summarize_play(game, roots, played) if plays else {})


def _find_median(numbers: Any) -> int | None:
    known = [number for number in numbers if number is not None]
    return median_low(known) if known else None


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
