"""Every position of a rule set with its value, as plain numbers: what all measures are taken from."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.game import Game
from squarely.core.rules import FIRST_WINS, SECOND_WINS, TIE, Position
from squarely.solver.free_memory import NO_MEMORY
from squarely.solver.scoring import TermsRefuted, compute_lead, remember_terms
from squarely.solver.solution import SmallSolution

INTERPRETED = 60_000  # positions that are explored sooner than rules are compiled
_BITS_TO_SPARE = range(63)

Numbers = Sequence[int] | Any  # a list, or an array of numpy


class Explored(NamedTuple):
    """A graph of positions. Node 0 is the start, node n leads to children[first[n]:first[n + 1]], and nodes are in
    the order of how many moves they are from the start. An ended node leads nowhere."""

    game: Game
    movers: Numbers
    weights: Numbers  # how many positions each node stands for
    first: Numbers
    children: Numbers
    results: Numbers  # ONGOING where play can go on for ever
    distances: Numbers  # -1 where there is none
    margins: Numbers | None  # the first side's points minus the second's at the end; None where points do not count
    leads: Numbers | None  # the same now
    keys: Numbers  # the positions, or their packed keys
    packing: Any = None  # of keys; None where they are the positions
    is_array: bool = False  # whether all these are arrays, not lists

    def position(self, node: int) -> Position:
        """The position of a node: where it stands for several, one of them."""
        return self.packing.unpack(int(self.keys[node])) if self.packing else self.keys[node]


def explore_game(game: Game, root: Position, limit: int, folds: bool = False, compiles: bool = False) -> Explored:
    """Everything that can follow a position, points included; TooLarge if that is more than `limit` positions.

    With `folds` positions that are equal up to symmetry may be one node. With `compiles` rules are compiled at once,
    which pays where there are many starts.
    """
    has_compiler = find_spec("numba") is not None
    if not (compiles and has_compiler):
        try:
            return _explore_interpreted(game, root, min(INTERPRETED, limit) if has_compiler else limit)
        except BrokenRules:
            raise
        except TooLarge:
            if not has_compiler or limit <= INTERPRETED:
                raise
    return _explore_compiled(game, root, limit, folds)


def as_arrays(explored: Explored) -> Explored:
    """The same with arrays, of the same kinds whoever explored it: so that kernels are compiled for one kind only."""
    import numpy as np

    kinds: dict[str, Any] = {"movers": np.int8, "weights": np.int8, "first": np.int64, "children": np.int32}
    kinds |= {"results": np.int8, "distances": np.int16, "margins": np.int32, "leads": np.int32}
    lists = explored._asdict()
    arrays: dict[str, Any] = {
        name: np.ascontiguousarray(lists[name], kind) for name, kind in kinds.items() if lists[name] is not None
    }
    return explored._replace(**arrays, is_array=True)


def _explore_interpreted(game: Game, root: Position, limit: int) -> Explored:
    solution = SmallSolution(game, [root], limit, apart=True)
    graph, (results, distances, margins) = solution.graph, solution.values()
    leads = None if margins is None else [compute_lead(game, position) for position in graph.nodes]
    if margins is not None and leads is not None:
        margins = [lead + margin for lead, margin in zip(leads, margins, strict=True)]
        cases = [_case(margin) for margin in margins]
        results = [_RESULT_OF[case] for case in cases]
        row = [distances[case][node] for node, case in enumerate(cases)]
    else:
        row = distances[0]
    weights = [1] * len(graph.nodes)
    return Explored(game, graph.movers, weights, graph.first, graph.children, results, row, margins, leads, graph.nodes)


_RESULT_OF = (FIRST_WINS, SECOND_WINS, TIE)


def _case(margin: int) -> int:
    return 2 if margin == 0 else 0 if margin > 0 else 1


def _explore_compiled(game: Game, root: Position, limit: int, folds: bool) -> Explored:
    from squarely.solver.large import GraphBuilder

    def check_limit(positions: int) -> None:
        if positions > limit:
            raise TooLarge(f"this game has more than {limit:,} positions")

    while True:
        try:
            for spare in _BITS_TO_SPARE:
                builder = GraphBuilder(game, root, spare, folds, strips=False)
                if builder.explore(check_limit):
                    return _from_builder(builder)
            raise TooLarge("no position of this game can be kept")
        except TermsRefuted as refuted:
            remember_terms(game, refuted.terms)
        except MemoryError:
            raise TooLarge(NO_MEMORY) from None


def _from_builder(builder: Any) -> Explored:
    import numpy as np

    game, nodes = builder.game, builder.nodes
    edges = int(builder.first[nodes])
    results, distances, margins = builder.values()
    leads, row = None, distances[0]
    if margins is not None:
        leads = _sum_gains(builder, nodes)
        margins = leads + margins
        cases = np.where(margins == 0, 2, np.where(margins > 0, 0, 1))
        results = np.array(_RESULT_OF, np.int8)[cases]
        row = np.take_along_axis(distances, cases[None, :], axis=0)[0]
    arrays = builder.movers[:nodes], builder.weights[:nodes], builder.first[: nodes + 1], builder.children[:edges]
    return Explored(game, *arrays, results, row, margins, leads, builder.keys[:nodes], builder.packing, is_array=True)


def _sum_gains(builder: Any, nodes: int) -> Any:
    """The lead at every node: points are part of the positions, so each is reached with one lead only."""
    import numpy as np

    from squarely.lab.kernels import compile_kernel

    leads = np.zeros(nodes, np.int32)
    leads[0] = compute_lead(builder.game, builder.root)
    compile_kernel(_spread)(builder.first, builder.children, builder.gains, leads)
    return leads


def _spread(first: Any, children: Any, gains: Any, leads: Any) -> None:
    for node in range(len(leads)):  # every node comes after one that leads to it
        for edge in range(first[node], first[node + 1]):
            leads[children[edge]] = leads[node] + gains[edge]
