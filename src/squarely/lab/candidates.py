"""What there is to see about every move of a graph: the candidates of the level players, as arrays.

`find_candidates` of `squarely.players.level` says the same of one position; a test holds them against each other.
Where points count, what there is to see depends on who will have won, so there are three rows: by `find_case`.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from squarely.core.rules import FIRST, FIRST_WINS, TIE
from squarely.lab.explored import Explored
from squarely.lab.kernels import compile_kernel
from squarely.lab.ranks import NOBODY, rank_value
from squarely.lab.results import find_result
from squarely.lab.spots import list_gains
from squarely.players.level import chance_of_missing, rate_difficulty, sampling_step
from squarely.players.level_odds import fill_all_odds
from squarely.solver.repetition import find_endless_result, find_patient_side

_UNKNOWN = -1
_CASES = (1, -1, 0)  # a lead of each case


class Candidates(NamedTuple):
    """For every edge of a graph: what is true of the move, how hard that is to see, and how it looks."""

    first: Any
    ranks: Any  # without points: the appeal to the mover, 0 for a move that was not understood
    hinges: Any  # a row for each case
    difficulties: Any  # a row for each case; without end where there is nothing to see
    looks: Any  # with points: what is gained by it and the reply that takes most

    def missed(self, level: int) -> Any:
        """The chance that a level does not see each of them, in a game without points."""
        known, kinds = np.unique(self.difficulties[0], return_inverse=True)
        return np.array([chance_of_missing(level, difficulty) for difficulty in known.tolist()])[kinds.reshape(-1)]

    def odds(self, level: int) -> Any:
        """How likely a level plays each move, in a game without points."""
        most = int(np.diff(self.first).max())
        points, weights = _gauss_legendre(most // 2 + 1)
        odds, work = np.zeros(len(self.ranks)), np.zeros((8, 2 * most + 3))
        compile_kernel(fill_all_odds)(
            self.first, self.ranks, self.missed(level), self.hinges[0], points, weights, work, odds
        )
        return odds


def list_candidates(explored: Explored, moves: Any) -> Candidates:
    """The candidates of every position; `moves` has the number of every edge."""
    edges, gains = len(explored.children), list_gains(explored)
    hinges = np.zeros((len(explored.distances), edges), np.int64)
    difficulties = np.full(hinges.shape, inf)
    steps = np.array([sampling_step(replies) for replies in range(int(np.diff(explored.first).max()) + 1)])
    ranks, looks = (np.zeros(length, np.int64) for length in ((1, edges) if explored.is_scored else (edges, 1)))
    side = find_patient_side(explored.game)
    patient, margins = NOBODY if side is None else int(side), explored.margins if explored.is_scored else gains
    for case, distances in enumerate(explored.distances):
        results = explored.results
        if explored.is_scored:
            results = np.full(len(explored.movers), find_result(_CASES[case]), np.int8)
        compile_kernel(fill_candidates)(
            explored.movers, explored.first, explored.children, moves, results, distances, gains, margins,
            explored.is_scored, steps, hinges[case], difficulties[case],
        )  # fmt: skip
    if explored.is_scored:
        compile_kernel(fill_looks)(explored.movers, explored.first, explored.children, gains, looks)
    else:
        compile_kernel(fill_ranks)(
            explored.movers, explored.first, explored.children, explored.results, explored.distances[0],
            find_endless_result(explored.game), patient, ranks,
        )  # fmt: skip
    return Candidates(explored.first, ranks, hinges, difficulties, looks)


def fill_candidates(
    movers: Any, first: Any, children: Any, moves: Any, results: Any, distances: Any, gains: Any, margins: Any,
    is_scored: bool, steps: Any, hinges: Any, difficulties: Any,
) -> None:  # fmt: skip
    """Fill in what has to be seen of each move and how hard that is; with points, if the results are these."""
    for node in range(len(movers)):
        choices = first[node + 1] - first[node]
        for edge in range(first[node], first[node + 1]):
            child = children[edge]
            hinges[edge] = moves[edge]
            if distances[child] == _UNKNOWN:
                continue
            replies = first[child + 1] - first[child]
            hidden = max(1.0, float(replies))  # to know that no reply helps, all of them must be looked at
            is_won = results[child] != TIE and (results[child] == FIRST_WINS) == (movers[node] == FIRST)
            if not is_won and replies:
                reply, looked_at, answers = look_for_answers(
                    child, steps[replies], first, children, results, distances, gains, margins, is_scored
                )
                if answers:
                    hinges[edge], hidden = moves[reply], looked_at / answers
            difficulties[edge] = rate_difficulty(distances[child], hidden, choices)


def look_for_answers(
    node: int, step: int, first: Any, children: Any, results: Any, distances: Any, gains: Any, margins: Any,
    is_scored: bool,
) -> tuple[int, int, int]:  # fmt: skip
    """The first reply that leads straight to what a node is worth, how many were looked at, how many do so."""
    found, looked_at, answers = 0, 0, 0
    for reply in range(first[node], first[node + 1], step):
        after = children[reply]
        looked_at += 1
        if results[after] != results[node] or distances[after] != distances[node] - 1:
            continue
        if is_scored and gains[reply] + margins[after] != margins[node]:
            continue
        if answers == 0:
            found = reply
        answers += 1
    return found, looked_at, answers


def fill_ranks(
    movers: Any, first: Any, children: Any, results: Any, distances: Any, endless: int, patient: int, ranks: Any
) -> None:
    """Fill in how good each move is. `endless` is what play without end comes to, `patient` the side that likes it."""
    for node in range(len(movers)):
        unseen = rank_value(movers[node], endless, _UNKNOWN, 0, patient)
        for edge in range(first[node], first[node + 1]):
            child = children[edge]
            ranks[edge] = rank_value(movers[node], results[child], distances[child], 0, patient) - unseen


def fill_looks(movers: Any, first: Any, children: Any, gains: Any, looks: Any) -> None:
    """Fill in how the lead changes by each move and the reply that takes most."""
    for edge in range(len(children)):
        child, best = children[edge], 0
        for reply in range(first[child], first[child + 1]):
            gain = gains[reply]
            if reply == first[child] or (gain > best if movers[child] == FIRST else gain < best):
                best = gain
        looks[edge] = gains[edge] + best


def number_moves(explored: Explored) -> Any:
    """The number of the move of every edge, as the rules count them."""
    game, edges = explored.game, len(explored.children)
    if explored.packing is None:
        nodes = range(len(explored.movers))
        listed = [m for node in nodes for m in game.rules.legal_moves(game.law, explored.position(node))]
        return np.array(listed, np.int64)
    from squarely.lab.compiled_moves import fill_moves

    moves = np.zeros(edges, np.int64)
    fill_moves(game, explored.packing, explored.keys, explored.first, moves)
    return moves


def _gauss_legendre(most: int) -> tuple[Any, Any]:
    """The points and weights on 0 to 1, for one point to so many."""
    points, weights = np.zeros((most + 1, most + 1)), np.zeros((most + 1, most + 1))
    for count in range(1, most + 1):
        at, weight = np.polynomial.legendre.leggauss(count)
        points[count, :count], weights[count, :count] = (at + 1) / 2, weight / 2
    return points, weights
