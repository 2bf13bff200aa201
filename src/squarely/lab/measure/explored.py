"""Every position of a rule set with its value, as arrays: what all measures are taken from.

Where points decide nothing but the end, what follows from a position does not depend on them. Then they are left out:
a node stands for one position for each lead with which play can come there (`squarely.lab.measure.spots`). What each is
worth follows from its lead and from what is still to be gained.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.rules.compose import widen
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.players.sight import Graph, find_case, find_result
from squarely.solver.compiled import compile_game, explain_compile_errors, geometry_as_arrays, jit
from squarely.solver.flatten import flatten
from squarely.solver.large import GraphBuilder, build_graph
from squarely.solver.repetition import find_endless_result
from squarely.solver.scoring import compute_lead
from squarely.solver.solution import SmallSolution

INTERPRETED = 60_000  # nodes that are explored sooner than rules are compiled
_KINDS = ("i1", "i8", "i4", "i1", "i2", "i4", "i4")  # of the arrays of a graph


class Explored(NamedTuple):
    """Everything that can follow a start. Node 0 is the start; nodes are in the order of their plies."""

    game: Game
    lead: int  # of the first side, at the start; 0 where points do not count
    graph: Graph
    weights: Any  # how many positions each node stands for, by symmetry
    keys: Any  # the positions, or their packed keys
    packing: Any = None  # of keys; None where they are the positions

    def position(self, node: int) -> Position:
        """The position of a node: where it stands for several, one of them, and without points if they are left out."""
        return self.packing.unpack(int(self.keys[node])) if self.packing else self.keys[node]

    def value(self, node: int, lead: int) -> tuple[int, int, int | None]:
        """The result of a node at this lead, its distance, and the lead at the end; None where points do not count."""
        if not self.graph.is_scored:
            return int(self.graph.results[node]), int(self.graph.distances[node]), None
        margin = lead + int(self.graph.margins[node])
        return find_result(margin), int(self.graph.distances[find_case(margin) * len(self.weights) + node]), margin

    def number_moves(self) -> Any:
        """The number of the move of every edge, as the rules count them."""
        if self.packing is None:
            return np.array([move for position in self.keys for move in self.game.legal_moves(position)], np.int64)
        moves = np.zeros(len(self.graph.children), np.int64)
        with explain_compile_errors(self.game):
            fill = _compile_lister(compile_game(self.game), self.packing.functions)
            fill(geometry_as_arrays(flatten(self.game).law), self.packing.frame, self.keys, self.graph.first, moves)
        return moves


def explore_game(
    game: Game, root: Position, limit: int, folds: bool = False, strips: bool = True, compiles: bool = False
) -> Explored:
    """Everything that can follow a position; TooLarge if that is more than `limit` positions.

    With `folds` positions that are equal up to symmetry may be one node. With `strips` positions that differ in nothing
    but points may be one node, and count as one. With `compiles` rules are compiled at once, which pays where there are
    many starts. Rules are compiled with all variations of the game's own, so that a sweep compiles once.
    """

    def check_limit(positions: int) -> None:
        if positions > limit:
            raise TooLarge(f"this game has more than {limit:,} positions")

    if not compiles:
        try:
            small = SmallSolution(game, [root], min(INTERPRETED, limit), folds=False, ignores_score=strips)
            return _from_solution(game, root, small)
        except TooLarge as too_large:
            if limit <= INTERPRETED or isinstance(too_large, BrokenRules):
                raise
    wide = widen(game)
    return build_graph(wide, wide.Position(**root._asdict()), check_limit, _from_builder, folds, strips)


def _from_solution(game: Game, root: Position, small: SmallSolution) -> Explored:
    graph, (results, distances, margins) = small.graph, small.values()
    arrays = graph.movers, graph.first, graph.children, results, distances, graph.gains, margins
    return _put_together(game, root, arrays, [1] * len(graph.nodes), graph.nodes)


def _from_builder(built: GraphBuilder) -> Explored:
    nodes, edges, (results, distances, margins) = built.nodes, int(built.first[built.nodes]), built.values()
    known = built.movers[:nodes], built.first[: nodes + 1], built.children[:edges], results, distances
    arrays = *known, built.gains[:edges], margins
    return _put_together(built.game, built.root, arrays, built.weights[:nodes], built.keys[:nodes], built.packing)


def _put_together(game: Game, root: Position, arrays: Any, weights: Any, keys: Any, packing: Any = None) -> Explored:
    """The same kinds of arrays whoever explored it, so that kernels are compiled once."""
    *known, distances, gains, margins = arrays
    scored = margins is not None
    values = (distances, gains, margins) if scored else (distances[0], [0], [0])
    made: Any = [np.ravel(np.array(array, kind)) for array, kind in zip((*known, *values), _KINDS, strict=True)]
    graph = Graph._make([*made, scored, ONGOING if scored else find_endless_result(game)])
    lead = compute_lead(game, root) if scored else 0
    return Explored(game, lead, graph, np.array(weights, np.int8), keys, packing)


@cache
def _compile_lister(rules: Any, packing: Any) -> Any:
    legal_moves, unpack = rules.legal_moves, jit(packing.unpack)

    def fill(law: Any, frame: Any, keys: Any, first: Any, moves: Any) -> None:
        for node in range(len(keys)):
            if first[node] < first[node + 1]:
                edge = first[node]
                for move in legal_moves(law, unpack(frame, keys[node])):
                    moves[edge] = move
                    edge += 1

    return jit(fill)
