"""Every position of a rule set with its value, as arrays: what all measures are taken from.

Where points decide nothing but the end, what follows from a position does not depend on them. Then they are left out:
a node stands for one position for each lead with which play can come there. What each is worth follows from its lead
and from what is still to be gained. A spot is a node together with such a lead. The spots of a node lie side by side,
from the least lead to the most; those that play can come to have a ply. Otherwise there is one spot for each node.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.rules.compose import widen
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.players.sight import Graph, find_case, find_result
from squarely.solver.compiled import (
    compile_function,
    compile_game,
    explain_compile_errors,
    geometry_as_arrays,
    jit,
)
from squarely.solver.flatten import flatten
from squarely.solver.free_memory import NO_MEMORY, measure_free_memory
from squarely.solver.kept_code import jit_kept, keep
from squarely.solver.large import GraphBuilder, build_graph
from squarely.solver.retrograde import FAR, bound_leads, link_parents
from squarely.solver.scoring import compute_lead
from squarely.solver.solution import SmallSolution
from squarely.solver.values import find_endless_result

INTERPRETED = 60_000  # nodes that are explored sooner than rules are compiled
NOWHERE = 1 << 30  # the ply of a spot that play cannot come to, beyond that of any other
_BYTES = 24  # that a spot takes when everything about it is worked out
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
    game: Game,
    root: Position,
    limit: int,
    by_symmetry: bool = False,
    ignores_score: bool = True,
    compiles: bool = False,
) -> Explored:
    """Everything that can follow a position; TooLarge if that is more than `limit` positions.

    With `by_symmetry` nodes are the quotient by symmetry. With `ignores_score` positions that differ only in points may
    be one node, and count as one. With `compiles` rules are compiled at once, which pays where there are many starts,
    with all variations of the game's own, so that a sweep compiles once.
    """

    def check_limit(positions: int) -> None:
        if positions > limit:
            raise TooLarge(f"this game has more than {limit:,} positions")

    if not compiles:
        try:
            small = SmallSolution(game, [root], min(INTERPRETED, limit), by_symmetry=False, ignores_score=ignores_score)
            return _from_solution(game, root, small)
        except TooLarge as too_large:
            if limit <= INTERPRETED or isinstance(too_large, BrokenRules):
                raise
    wide = widen(game)
    return build_graph(wide, wide.Position(**root._asdict()), check_limit, _from_builder, by_symmetry, ignores_score)


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
    """The same dtypes for every explorer, so that kernels are compiled once."""
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

    return jit_kept(fill)


class Spots(NamedTuple):
    """Node n has the spots from begin[n] to begin[n + 1], and base[n] + lead is the one with that lead."""

    begin: Any
    base: Any
    plies: Any  # of each spot: by how many moves play can come there at the soonest, or NOWHERE


def find_order(graph: Graph) -> Any:
    """Every node after its children; None where play can go round in circles."""
    nodes = len(graph.movers)
    parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(len(graph.children), np.int32)
    compile_kernel(link_parents)(graph.first, graph.children, parent_first, parents)
    order, waiting = np.empty(nodes, np.int32), np.diff(graph.first)
    return order if compile_kernel(sort_nodes)(waiting, parent_first, parents, order) == nodes else None


def sort_nodes(waiting: Any, parent_first: Any, parents: Any, order: Any) -> int:
    """Fill in the order; `waiting` has how many children each node has. Returns how many nodes have a place in it."""
    begin, end = 0, 0
    for node in range(len(waiting)):
        if waiting[node] == 0:
            order[end] = node
            end += 1
    while begin < end:
        node = order[begin]
        begin += 1
        for edge in range(parent_first[node], parent_first[node + 1]):
            parent = parents[edge]
            waiting[parent] -= 1
            if waiting[parent] == 0:
                order[end] = parent
                end += 1
    return end


def find_spots(explored: Explored, order: Any) -> Spots:
    """Where play can come to. `order` has every node after its children; None where play can go round."""
    graph, nodes = explored.graph, len(explored.graph.movers)
    forward = np.arange(nodes, dtype=np.int32)  # in the order in which play comes there
    begin: Any = np.arange(nodes + 1, dtype=np.int64)
    base: Any = begin[:-1]
    if graph.is_scored:
        least, most = np.full(nodes, FAR, np.int64), np.full(nodes, -FAR, np.int64)
        least[0] = most[0] = explored.lead
        compile_kernel(bound_leads)(order, graph.first, graph.children, graph.gains, least, most)
        np.cumsum(most - least + 1, out=begin[1:])
        forward, base = order[::-1].copy(), base - least
    if int(begin[-1]) * _BYTES > measure_free_memory():
        raise TooLarge(NO_MEMORY)
    spots = Spots(begin, base, np.full(int(begin[-1]), NOWHERE, np.int32))
    spots.plies[base[0] + explored.lead] = 0
    compile_kernel(fill_plies)(forward, graph, spots)
    return spots


def find_shift(graph: Graph, spots: Spots, node: int, edge: int) -> int:
    """How far the spot behind a move lies from the spot before it."""
    shift = spots.base[graph.children[edge]] - spots.base[node]
    return int(shift + graph.gains[edge] if graph.is_scored else shift)


def fill_plies(forward: Any, graph: Graph, spots: Spots) -> None:
    """Fill in by how many moves play can come to each spot; that of the start is there already."""
    for node in forward:
        for edge in range(graph.first[node], graph.first[node + 1]):
            shift = find_shift(graph, spots, node, edge)
            for spot in range(spots.begin[node], spots.begin[node + 1]):
                spots.plies[spot + shift] = min(spots.plies[spot + shift], spots.plies[spot] + 1)


@cache
def compile_kernel(function: Callable[..., Any]) -> Any:
    """A function as machine code, with those that it calls; kept, since none of them is a rule of a game."""
    return keep(compile_function(function))
