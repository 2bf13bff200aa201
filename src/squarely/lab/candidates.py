"""What there is to see about every move of a graph: the candidates of the level players, as arrays.

`find_candidates` of `squarely.players.level` says the same of one position; a test holds them against each other.
"""

from typing import Any, NamedTuple

import numpy as np

from squarely.core.rules import FIRST, FIRST_WINS, TIE
from squarely.lab.explored import Explored
from squarely.lab.kernels import compile_kernel
from squarely.lab.ranks import NOBODY, rank_value
from squarely.players.level import chance_of_missing, rate_difficulty, sampling_step
from squarely.players.level_odds import fill_all_odds
from squarely.solver.repetition import find_endless_result, find_patient_side

_UNKNOWN = -1


class Candidates(NamedTuple):
    """For every edge of a graph: what is true of the move, how hard that is to see, and how it looks."""

    first: Any
    ranks: Any  # the appeal to the mover; without points 0 is that of a move that was not understood
    hinges: Any
    looks: Any  # the lead after the reply that takes most; empty without points
    values: Any  # the lead at the end of perfect play; empty without points
    is_known: Any  # whether there is an end to be seen
    kinds: Any  # equally hard moves have the same number
    difficulties: tuple[float, ...]  # of each kind

    def missed(self, level: int) -> Any:
        """The chance that a level does not see each of them."""
        chances = [chance_of_missing(level, difficulty) for difficulty in self.difficulties]
        return np.where(self.is_known, np.array(chances)[self.kinds], 1.0)

    def odds(self, level: int) -> Any:
        """How likely a level plays each move, in a game without points."""
        most = int(np.diff(self.first).max())
        points, weights = _gauss_legendre(most // 2 + 1)
        odds, work = np.zeros(len(self.ranks)), np.zeros((8, 2 * most + 3))
        compile_kernel(fill_all_odds)(
            self.first, self.ranks, self.missed(level), self.hinges, points, weights, work, odds
        )
        return odds


def list_candidates(explored: Explored, moves: Any) -> Candidates:
    """The candidates of every position; `moves` has the number of every edge."""
    edges, is_scored = len(explored.children), explored.margins is not None
    nothing = np.zeros(1, np.int32)
    margins, leads = (explored.margins, explored.leads) if is_scored else (nothing, nothing)
    ranks, hinges = np.zeros(edges, np.int64), np.zeros(edges, np.int64)
    facts, is_known = np.ones((edges, 4), np.int32), np.zeros(edges, np.bool_)
    looks, values = (np.zeros(edges if is_scored else 1, np.int32) for _ in range(2))
    steps = np.array([sampling_step(replies) for replies in range(int(np.diff(explored.first).max()) + 1)])
    endless, side = find_endless_result(explored.game), find_patient_side(explored.game)
    patient = NOBODY if side is None else int(side)
    compile_kernel(fill_candidates)(
        explored.movers, explored.first, explored.children, moves, explored.results, explored.distances, margins, leads,
        is_scored, endless, patient, steps, ranks, hinges, facts, is_known, looks, values,
    )  # fmt: skip
    kinds, numbers = np.unique(facts, axis=0, return_inverse=True)
    difficulties = tuple(
        rate_difficulty(distance, looked_at / answers, choices)
        for distance, looked_at, answers, choices in kinds.tolist()
    )
    return Candidates(explored.first, ranks, hinges, looks, values, is_known, numbers.reshape(-1), difficulties)


def fill_candidates(
    movers: Any, first: Any, children: Any, moves: Any, results: Any, distances: Any, margins: Any, leads: Any,
    is_scored: bool, endless: int, patient: int, steps: Any, ranks: Any, hinges: Any, facts: Any, is_known: Any,
    looks: Any, values: Any,
) -> None:  # fmt: skip
    """Fill in what there is to see. `facts` are the distance, the replies looked at, those that refute, the choices.

    `endless` is what play without end comes to, `patient` the side that likes it.
    """
    for node in range(len(movers)):
        unseen = 0 if is_scored else rank_value(movers[node], endless, _UNKNOWN, 0, patient)
        for edge in range(first[node], first[node + 1]):
            child, margin = children[edge], 0
            if is_scored:
                margin = values[edge] = margins[child]
                looks[edge] = estimate_lead(child, movers, first, children, leads)
            hinges[edge], facts[edge, 3] = moves[edge], first[node + 1] - first[node]
            ranks[edge] = rank_value(movers[node], results[child], distances[child], margin, patient) - unseen
            if distances[child] == _UNKNOWN:
                continue
            is_known[edge] = True
            replies = first[child + 1] - first[child]
            facts[edge, 0], facts[edge, 1] = distances[child], max(1, replies)
            is_won = results[child] != TIE and (results[child] == FIRST_WINS) == (movers[node] == FIRST)
            if not is_won and replies:
                reply, looked_at, answers = look_for_answers(
                    child, steps[replies], first, children, results, distances, margins, is_scored
                )
                if answers:
                    hinges[edge], facts[edge, 1], facts[edge, 2] = moves[reply], looked_at, answers


def estimate_lead(node: int, movers: Any, first: Any, children: Any, leads: Any) -> int:
    """The lead of the first side after the reply that takes most, or now if there is none."""
    best = leads[node]
    for reply in range(first[node], first[node + 1]):
        lead = leads[children[reply]]
        if reply == first[node] or (lead > best if movers[node] == FIRST else lead < best):
            best = lead
    return int(best)


def look_for_answers(
    node: int, step: int, first: Any, children: Any, results: Any, distances: Any, margins: Any, is_scored: bool
) -> tuple[int, int, int]:
    """The first reply that leads straight to what a node is worth, how many were looked at, how many do so."""
    found, looked_at, answers = 0, 0, 0
    for reply in range(first[node], first[node + 1], step):
        after = children[reply]
        looked_at += 1
        if results[after] != results[node] or distances[after] != distances[node] - 1:
            continue
        if is_scored and margins[after] != margins[node]:
            continue
        if answers == 0:
            found = reply
        answers += 1
    return found, looked_at, answers


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
