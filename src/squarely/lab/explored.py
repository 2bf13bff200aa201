"""Every position of a rule set with its value, as plain numbers: what all measures are taken from.

Where points decide nothing but the end, what follows from a position does not depend on them. Then they are left out:
a node stands for one position for each lead with which play can come there (`squarely.lab.spots`). What each is worth
follows from its lead and from what is still to be gained.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.lab.results import find_case, find_result
from squarely.solver.free_memory import NO_MEMORY
from squarely.solver.scoring import TermsRefuted, compute_lead, remember_terms
from squarely.solver.solution import SmallSolution

INTERPRETED = 60_000  # nodes that are explored sooner than rules are compiled
_BITS_TO_SPARE = range(63)

Numbers = Sequence[int] | Any  # a list, or an array of numpy


class Explored(NamedTuple):
    """A graph of positions. Node 0 is the start, node n leads to children[first[n]:first[n + 1]], and nodes are in
    the order of how many moves they are from the start. An ended node leads nowhere."""

    game: Game
    lead: int  # of the first side, at the start; 0 where points do not count
    movers: Numbers
    weights: Numbers  # how many positions each node stands for, by symmetry
    first: Numbers
    children: Numbers
    results: Numbers  # ONGOING where play can go on for ever. Without meaning where points count
    distances: Any  # a row, or three where points count: by who will have won. -1 where there is none
    margins: Numbers | None  # the points still to be gained, first side's minus second's; None where they do not count
    gains: Numbers | None  # the same for each edge
    keys: Numbers  # the positions, or their packed keys
    packing: Any = None  # of keys; None where they are the positions
    is_array: bool = False  # whether all these are arrays, not lists

    @property
    def is_scored(self) -> bool:
        """Whether points count."""
        return self.margins is not None

    def position(self, node: int) -> Position:
        """The position of a node: where it stands for several, one of them, and without points if they are left out."""
        return self.packing.unpack(int(self.keys[node])) if self.packing else self.keys[node]

    def value(self, node: int, lead: int) -> tuple[int, int, int | None]:
        """The result of a node at this lead, its distance, and the lead at the end; None where points do not count."""
        if self.margins is None:
            return int(self.results[node]), int(self.distances[0][node]), None
        margin = lead + int(self.margins[node])
        return find_result(margin), int(self.distances[find_case(margin)][node]), margin


def explore_game(
    game: Game, root: Position, limit: int, folds: bool = False, strips: bool = True, compiles: bool = False
) -> Explored:
    """Everything that can follow a position; TooLarge if that is more than `limit` positions.

    With `folds` positions that are equal up to symmetry may be one node. With `strips` positions that differ in nothing
    but points may be one node, and count as one. With `compiles` rules are compiled at once, which pays where there are
    many starts.
    """
    has_compiler = find_spec("numba") is not None
    if not (compiles and has_compiler):
        try:
            return _explore_interpreted(game, root, min(INTERPRETED, limit) if has_compiler else limit, strips)
        except BrokenRules:
            raise
        except TooLarge:
            if not has_compiler or limit <= INTERPRETED:
                raise
    return _explore_compiled(game, root, limit, folds, strips)


def as_arrays(explored: Explored) -> Explored:
    """The same with arrays, of the same kinds whoever explored it: so that kernels are compiled for one kind only."""
    import numpy as np

    kinds: dict[str, Any] = {"movers": np.int8, "weights": np.int8, "first": np.int64, "children": np.int32}
    kinds |= {"results": np.int8, "distances": np.int16, "margins": np.int32, "gains": np.int32}
    lists = explored._asdict()
    arrays: dict[str, Any] = {
        name: np.ascontiguousarray(lists[name], kind) for name, kind in kinds.items() if lists[name] is not None
    }
    return explored._replace(**arrays, is_array=True)


def _explore_interpreted(game: Game, root: Position, limit: int, strips: bool) -> Explored:
    solution = SmallSolution(game, [root], limit, folds=False, strips=strips)
    graph, (results, distances, margins) = solution.graph, solution.values()
    gains, lead = (None, 0) if margins is None else (graph.gains, compute_lead(game, root))
    weights, rows = [1] * len(graph.nodes), distances[: 1 if margins is None else 3]
    return Explored(
        game, lead, graph.movers, weights, graph.first, graph.children, results, rows, margins,
        gains, graph.nodes,
    )  # fmt: skip


def _explore_compiled(game: Game, root: Position, limit: int, folds: bool, strips: bool) -> Explored:
    from squarely.solver.large import GraphBuilder

    def check_limit(positions: int) -> None:
        if positions > limit:
            raise TooLarge(f"this game has more than {limit:,} positions")

    while True:
        try:
            for spare in _BITS_TO_SPARE:
                builder = GraphBuilder(game, root, spare, folds, strips)
                if builder.explore(check_limit):
                    return _from_builder(builder)
            raise TooLarge("no position of this game can be kept")
        except TermsRefuted as refuted:
            remember_terms(game, refuted.terms)
        except MemoryError:
            raise TooLarge(NO_MEMORY) from None


def _from_builder(builder: Any) -> Explored:
    nodes = builder.nodes
    edges = int(builder.first[nodes])
    results, distances, margins = builder.values()
    game, gains, lead = builder.game, None, 0
    if margins is not None:
        gains, lead = builder.gains[:edges], compute_lead(game, builder.root)
    arrays = builder.movers[:nodes], builder.weights[:nodes], builder.first[: nodes + 1], builder.children[:edges]
    return Explored(
        game, lead, *arrays, results, distances, margins, gains, builder.keys[:nodes], builder.packing, is_array=True
    )  # fmt: skip
