"""Solve a game with the compiled rules: as many positions as fit into memory."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from squarely.core.board.grid import Symmetries
from squarely.core.errors import TooLarge
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.laws.examine import require_laws
from squarely.solver import kernel, retrograde
from squarely.solver.compiled import compile_game, explain_compile_errors, geometry_as_arrays
from squarely.solver.flatten import flatten
from squarely.solver.free_memory import NO_MEMORY, measure_free_memory
from squarely.solver.kept_code import jit_kept
from squarely.solver.layered import solve_layers
from squarely.solver.measure import find_measure
from squarely.solver.packing import BITS, Symmetry, find_fields, make_packing
from squarely.solver.retrograde import FAR, UNKNOWN
from squarely.solver.scoring import CIRCLES, NoMargin, Scoring, check_end, compute_lead, find_scoring, solve_by_points
from squarely.solver.solution import Summary, summarize_values, value_from_points
from squarely.solver.sorted_solution import SortedSolution
from squarely.solver.successors import mix
from squarely.solver.trust import check_symmetry, compare_compiled, compare_some, explain_failures, position_error
from squarely.solver.values import find_endless_result

_CHUNK = 1 << 17  # nodes between two reports of progress
_NODES, _EDGES, _SLOTS = 1 << 21, 1 << 24, 1 << 14  # to begin with
_ENOUGH_TO_TELL, _SLOWER = 200_000, 0.85  # when layers are worth extrapolating, and how their growth shrinks
_MOST_NODES = 1 << 31  # that children can name
_BYTES_IN_USE = 19  # for a node while it is explored
_BYTES_PER_NODE, _BYTES_PER_EDGE, _BYTES_PER_ENTRY = 42, 10, 16

Solved = TypeVar("Solved")

link_parents, settle, settle_points, _bound_leads, _spread_leads, _tally = (
    jit_kept(getattr(retrograde, name))
    for name in ("link_parents", "settle", "settle_points", "bound_leads", "spread_leads", "tally")
)


def solve(
    game: Game,
    root: Position,
    progress: Callable[[int], None] | None = None,
    folder: Path | None = None,
    has_distances: bool = True,
    is_asked: bool = False,
) -> SortedSolution:
    """The solution of everything that can follow a position. TooLarge before memory runs out, with what would help.

    Work that takes long lies in `folder`, and goes on from there if it was interrupted; all of it, if that `is_asked`.
    Without distances the solution is smaller, and knows only who wins. Points need a graph with its edges; everything
    else is solved in layers.
    """

    def build(scoring: Scoring) -> SortedSolution:
        if scoring.by_margin:
            return _explore(game, root, scoring, progress).solution()
        return solve_layers(game, root, find_measure(game, root), progress, folder, has_distances, is_asked)

    require_laws(game)
    try:
        return solve_by_points(game, build)
    except MemoryError:
        raise TooLarge(NO_MEMORY) from None


def build_graph(
    game: Game,
    root: Position,
    progress: Callable[[int], None] | None,
    finish: Callable[["GraphBuilder"], Solved],
    by_symmetry: bool = True,
    ignores_score: bool = True,
) -> Solved:
    """What `finish` makes of the whole graph of everything that can follow a position."""

    def build(scoring: Scoring) -> Solved:
        scoring = scoring._replace(ignores_score=ignores_score and scoring.ignores_score)
        return finish(_explore(game, root, scoring, progress, by_symmetry))

    try:
        return solve_by_points(game, build)
    except MemoryError:
        raise TooLarge(NO_MEMORY) from None


def _explore(
    game: Game, root: Position, scoring: Scoring, progress: Callable[[int], None] | None, by_symmetry: bool = True
) -> "GraphBuilder":
    for spare in range(BITS):  # bits beyond what random play has shown
        graph = GraphBuilder(game, root, scoring, spare, by_symmetry)
        if graph.explore(progress):
            return graph
    raise TooLarge("no position of this game can be kept")


class GraphBuilder:
    """The graph of a game while it is explored: arrays that are made longer when they are full."""

    def __init__(
        self, game: Game, root: Position, scoring: Scoring | None = None, spare: int = 0, by_symmetry: bool = True
    ) -> None:
        """Without `by_symmetry` every position is a node of its own."""
        require_laws(game)
        self.game, self.root = game, root
        self.scoring = scoring = scoring or find_scoring(game)
        self.symmetry = Symmetry(game, [root], scoring.ignores_score, by_symmetry)
        settled = self.symmetry.without_points(root)
        self.fields = find_fields(game, [root], spare, scoring.ignores_score)
        self.packing = make_packing(game, self.fields)
        self.symmetries = _as_arrays(game.symmetries, self.symmetry.numbers[1:])
        # Memory that is not written to costs nothing, so there is room for many nodes from the beginning.
        self.keys = np.empty(_NODES, np.int64)
        self.movers, self.results, self.weights = (np.empty(_NODES, np.int8) for _ in range(3))
        self.first, self.children = np.zeros(_NODES + 1, np.int64), np.empty(_EDGES, np.int32)
        self.gains = np.empty(_EDGES if scoring.by_margin else 1, np.int16)
        self.table = np.full(2 * _SLOTS, kernel.EMPTY, np.int64)
        self.nodes, self.positions = 1, 1
        self.summary: Summary | None = None  # of positions with their points, where the game scores
        key = self.packing.pack(settled)
        self.keys[0], self.movers[0], self.weights[0] = key, root.mover, 1
        self.results[0] = game.outcome(settled)
        slot = kernel.find_slot(self.table, key)
        self.table[slot], self.table[slot + 1] = key, 0

    def explore(self, progress: Callable[[int], None] | None = None) -> bool:
        """Expand every node. False if a position turned out not to fit into its bits."""
        game, node = self.game, 0
        with explain_compile_errors(game):
            law, frame = geometry_as_arrays(flatten(game).law), self.packing.frame
            expand = kernel.compile_expander(
                compile_game(game), self.packing.functions, *self.scoring[:2], game.has_symmetry
            )
            self._expand(expand, law, 0, 0)  # compiles
        layer, layer_end = 1, 1  # the nodes that are equally many moves from the root
        while node < self.nodes:
            until = min(node + _CHUNK, layer_end)
            with explain_failures(game, partial(map, self._position, range(node, until))):
                status, node = self._expand(expand, law, node, until)
            if status == kernel.DOES_NOT_FIT and (any(frame) or game.ranges is None):
                return False
            if status in kernel.REFUSED:
                compare_compiled(game, [self._position(node)])
                raise position_error(game, self._position(node), kernel.REFUSED[status])
            self._make_room(self.first[node])
            if node == layer_end:
                self._look_ahead(layer, self.nodes - layer_end, node)
                layer, layer_end = self.nodes - layer_end, self.nodes
            if progress:
                progress(self.positions)
        ended = self.results[:node] != ONGOING
        for which in (np.flatnonzero(ended), np.flatnonzero(~ended)):
            compare_some(game, len(which), partial(self._position_in, which))
        if len(self.symmetry.numbers) > 1:
            check_symmetry(game, self.nodes, self._position)
        return True

    def _expand(self, expand: Any, law: Any, node: int, until: int) -> tuple[int, int]:
        """Expand nodes from this one on; the status of that and how many are expanded."""
        status, node, self.nodes, self.positions = expand(
            law, self.packing.frame, self.symmetries, self.keys, self.movers, self.results, self.weights, self.first,
            self.children, self.gains, self.table, node, self.nodes, self.positions, until,
        )  # fmt: skip
        return status, node

    def _position_in(self, which: Any, number: int) -> Position:
        return self._position(which[number])

    def _position(self, node: int) -> Position:
        return self.packing.unpack(int(self.keys[node]))

    def values(self) -> tuple[Any, Any, Any]:
        """Results, distances and, where the game scores, margins of every node."""
        nodes, edges = self.nodes, int(self.first[self.nodes])
        movers, first = self.movers[:nodes], self.first[: nodes + 1]
        parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(edges, np.int32)
        link_parents(first, self.children[:edges], parent_first, parents)
        undecided, queue = np.empty(nodes, np.int32), np.empty(nodes, np.int32)
        results, distances = self.results[:nodes].copy(), np.full((3, nodes), -1, np.int16)
        margins: Any = None
        if self.scoring.by_margin:
            margins = np.zeros(nodes, np.int16)
            known = settle_points(
                movers, first, self.children, self.gains, parent_first, parents, undecided, queue, margins, distances
            )
            if known < nodes:
                raise NoMargin(CIRCLES)
            self._count_points(queue, margins, distances)
        else:
            endless = find_endless_result(self.game)
            settle(movers, results, first, parent_first, parents, distances[0], undecided, queue, endless)
            distances = distances[:1]
        if int(distances.min()) < UNKNOWN:
            raise TooLarge(f"a win of this game takes more than {np.iinfo(np.int16).max:,} moves")
        return results, distances, margins

    def _count_points(self, order: Any, margins: Any, distances: Any) -> None:
        """Look at every end with every lead that it can be reached with, and count the positions with their leads."""
        least, most = np.full(self.nodes, FAR, np.int64), np.full(self.nodes, -FAR, np.int64)
        least[0] = most[0] = lead = compute_lead(self.game, self.root)
        _bound_leads(order, self.first, self.children, self.gains, least, most)
        low, width = int(least.min()), int(most.max() - least.min()) + 1
        if width > np.iinfo(np.int16).max:
            raise TooLarge(f"the lead of a side can change by more than {width:,} points, too many to be counted")
        self._ask_for(self.nodes, self.children.size, self.table.size, self.nodes * width)
        reached: Any = np.zeros((self.nodes, width), np.uint8)
        reached[0, lead - low] = 1
        _spread_leads(order, self.first, self.children, self.gains, reached)
        for node in np.flatnonzero(self.results[: self.nodes] != ONGOING).tolist():
            for above in np.flatnonzero(reached[node]).tolist():
                check_end(self.game, self._position(node), low + above)
        counts, longest = np.zeros(3, np.int64), np.zeros(3, np.int64)
        _tally(margins, distances, self.weights, reached, low, counts, longest)
        kinds = [value_from_points(margin, [0, 0, 0]) for margin in (1, -1, 0)]
        found = zip(kinds, longest.tolist(), counts.tolist(), strict=True)
        self.summary = summarize_values([each for each in found if each[2]])

    def solution(self) -> SortedSolution:
        """The solution of a game whose points count."""
        _, distances, margins = self.values()
        entries = np.empty((self.nodes, 1), np.uint64)
        mix(self.keys[: self.nodes].reshape(-1, 1), entries)
        arrays = {"entries": entries, "margins": margins}
        arrays |= {f"distances{case}": each for case, each in enumerate(distances)}
        assert self.summary
        order = np.argsort(entries[:, 0])
        layer = {name: array[order] for name, array in arrays.items()}
        numbers = self.symmetry.numbers
        return SortedSolution(self.game, self.fields, numbers, (), {0: layer}, self.scoring, self.summary)

    def _look_ahead(self, layer: int, following: int, node: int) -> None:
        """While layers grow, ask whether there will be memory for the next two, each growing a little less."""
        growth = _SLOWER * following / layer
        if growth > 1 and self.nodes > _ENOUGH_TO_TELL:
            total = self.nodes + int(following * growth * (1 + _SLOWER * growth))
            self._ask_for(total, int(self.first[node] / node * total), 4 * total)

    def _make_room(self, edges: int) -> None:
        """At least enough for the next node, after asking whether there is memory for it."""
        if self.nodes + kernel.MOST_MOVES > self.keys.size:
            self._ask_for(2 * self.keys.size, self.children.size, self.table.size)
            for name in ("keys", "movers", "results", "weights", "first"):
                setattr(self, name, _lengthen(getattr(self, name)))
        if edges + kernel.MOST_MOVES > self.children.size:
            self._ask_for(self.keys.size, 2 * self.children.size, self.table.size)
            self.children = _lengthen(self.children)
            if self.gains.size > 1:
                self.gains = _lengthen(self.gains)
        if 3 * (self.nodes + kernel.MOST_MOVES) > self.table.size:
            self._ask_for(self.keys.size, self.children.size, 5 * self.table.size)
            wider = np.full(4 * self.table.size, kernel.EMPTY, np.int64)
            kernel.rehash(self.table, wider)
            self.table = wider

    def _ask_for(self, nodes: int, edges: int, table: int, more: int = 0) -> None:
        """Stop before memory runs out rather than when it has."""
        needed = nodes * _BYTES_PER_NODE + edges * _BYTES_PER_EDGE + table // 2 * _BYTES_PER_ENTRY + more
        # Pages of an array that were never written to take no memory: only what is in use is freed by growing.
        in_use = self.nodes * _BYTES_IN_USE + int(self.first[: self.nodes + 1].max()) * 4 + self.table.nbytes
        free = measure_free_memory() + in_use
        if needed > free or nodes >= _MOST_NODES:
            raise TooLarge(
                f"this game has far more than {self.positions:,} positions and needs over {needed / 2**30:.0f} GiB; "
                f"there are {free / 2**30:.0f}. A smaller size, or a --position nearer to the end, would help; "
                "the game can be played all the same"
            )


def _lengthen(array: Any) -> Any:
    longer = np.empty(2 * array.size, array.dtype)
    longer[: array.size] = array
    return longer


def _as_arrays(symmetries: Symmetries, numbers: tuple[int, ...]) -> Symmetries:
    chosen: Any = [np.array(table, np.int64)[[*numbers]] for table in symmetries]
    return Symmetries(*chosen)
