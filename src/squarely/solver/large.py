"""Solve a game with the compiled rules: as many positions as fit into memory."""

from collections.abc import Callable
from typing import Any

import numpy as np

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.game import Game
from squarely.core.grid import Symmetries
from squarely.core.rules import ONGOING, TIE, Position
from squarely.solver import retrograde
from squarely.solver.compiled import difference_error, explain_compile_errors, jit
from squarely.solver.contract import check_images, check_symmetry, position_error
from squarely.solver.fingerprint import fingerprint_process
from squarely.solver.free_memory import NO_MEMORY, measure_free_memory
from squarely.solver.kernel import (
    ASYMMETRIC,
    DOES_NOT_FIT,
    DONE,
    EMPTY,
    MOST_MOVES,
    MOST_POINTS,
    SEVERAL,
    STUCK,
    TOO_MANY_MOVES,
    TOO_MANY_POINTS,
    compile_expander,
    find_slot,
    geometry_as_arrays,
    rehash,
)  # fmt: skip
from squarely.solver.leads import FAR, Leads
from squarely.solver.packing import BITS, find_fields, make_packing
from squarely.solver.repetition import find_endless_result
from squarely.solver.retrograde import UNKNOWN
from squarely.solver.scoring import (
    TermsRefuted,
    check_end,
    compute_lead,
    endless_points_error,
    find_terms,
    remember_terms,
    terms_in_circles,
    terms_unstripped,
)
from squarely.solver.solution import Summary, summarize_points
from squarely.solver.sorted_solution import SortedSolution
from squarely.solver.symmetry import Symmetry
from squarely.solver.unknown_points_compiled import are_points_apart

_CHUNK = 1 << 17  # nodes between two reports of progress
_NODES, _EDGES, _SLOTS = 1 << 21, 1 << 24, 1 << 14  # to begin with
_ENOUGH_TO_TELL, _SLOWER = 200_000, 0.85  # when layers are worth extrapolating, and how their growth shrinks
_SOON, _COMPARED = 2_000, 60  # nodes after which compiled rules are held against interpreted ones, and how many
_MOST_NODES = 1 << 31  # that children can name
_BYTES_IN_USE = 19  # for a node while it is explored
_BYTES_PER_NODE, _BYTES_PER_EDGE, _BYTES_PER_ENTRY = 42, 10, 16

link_parents = jit(retrograde.link_parents)
settle = jit(retrograde.settle)
settle_points = jit(retrograde.settle_points)
_bound_leads, _spread_leads = jit(retrograde.bound_leads), jit(retrograde.spread_leads)
_tally, _circle_scores = jit(retrograde.tally), jit(retrograde.has_scoring_circle)

_checked_games: set[tuple[Game, str]] = (
    set()
)  # games as they were made whose compiled rules were held against the interpreted ones

_REFUSED = {
    STUCK: "has no legal move and has not ended; `outcome` must say who wins there",
    DOES_NOT_FIT: "leads to a position with a number beyond what `maxima` and the kinds of its fields say",
    TOO_MANY_MOVES: f"has more than {MOST_MOVES:,} legal moves, the most that compiled rules can have",
    TOO_MANY_POINTS: f"has a move that brings more than {MOST_POINTS:,} points, the most that can be counted",
}


def solve(game: Game, root: Position, progress: Callable[[int], None] | None = None) -> SortedSolution:
    """The solution of everything that can follow a position. TooLarge before memory runs out, with what would help."""
    while True:
        try:
            for spare in range(BITS):  # bits beyond what random play has shown
                growing = GraphBuilder(game, root, spare)
                if growing.explore(progress):
                    return growing.solution()
            raise TooLarge("no position of this game can be kept")
        except TermsRefuted as refuted:
            remember_terms(game, refuted.terms)
        except MemoryError:
            raise TooLarge(NO_MEMORY) from None


class GraphBuilder:
    """The graph of a game while it is explored: arrays that are made longer when they are full."""

    def __init__(self, game: Game, root: Position, spare: int = 0, folds: bool = True, strips: bool = True) -> None:
        """Without `folds` every position is a node of its own; without `strips` points scored so far are kept."""
        self.game, self.root, self.terms = game, root, find_terms(game)
        self.terms = self.terms._replace(strips=strips and self.terms.strips)
        self.symmetry = Symmetry(game, [root], self.terms.strips, folds)
        settled = self.symmetry.scoreless(root)
        self.fields = find_fields(game, [root], spare, self.terms.strips)
        self.packing = make_packing(game, self.fields)
        self.symmetries = _as_arrays(game.symmetries, self.symmetry.numbers[1:])
        # Memory that is not written to costs nothing, so there is room for many nodes from the beginning.
        self.keys, self.movers = np.empty(_NODES, np.int64), np.empty(_NODES, np.int8)
        self.results = np.empty(_NODES, np.int8)
        self.weights = np.empty(_NODES, np.int8)
        self.first, self.children = np.zeros(_NODES + 1, np.int64), np.empty(_EDGES, np.int32)
        self.gains = np.empty(_EDGES if self.terms.scores else 1, np.int16)
        self.totals = np.zeros(_NODES if self.terms.strips else 1, np.int32)
        self.table = np.full(2 * _SLOTS, EMPTY, np.int64)
        self.nodes, self.positions = 1, 1
        self.summary: Summary | None = None  # of positions with their points, where the game scores
        key = self.packing.pack(settled)
        self.keys[0], self.movers[0], self.weights[0] = key, root.mover, 1
        self.results[0] = game.rules.outcome(game.law, settled)
        slot = find_slot(self.table, key)
        self.table[slot], self.table[slot + 1] = key, 0

    def explore(self, progress: Callable[[int], None] | None = None) -> bool:
        """Expand every node. False if a position turned out not to fit into its bits."""
        made = fingerprint_process(self.game.rules) if self.game.rules.has_source else ""
        node, status, is_checked = 0, DONE, (self.game, made) in _checked_games
        arrays: Any = self.keys, self.movers, self.results, self.weights, self.first, self.children, self.gains
        with explain_compile_errors(self.game):
            law, frame = geometry_as_arrays(self.game.law), self.packing.frame
            expand = compile_expander(
                self.game.rules,
                made,
                self.packing.functions,
                self.terms.scores,
                self.terms.strips,
                self.game.has_symmetry,
            )
            expand(law, frame, self.symmetries, *arrays, self.totals, self.table, 0, 0, 0, 0)  # compiles
        layer, layer_end = 1, 1  # the nodes that are equally many moves from the root
        while node < self.nodes:
            status, node, self.nodes, self.positions = expand(
                law, frame, self.symmetries, self.keys, self.movers, self.results, self.weights, self.first,
                self.children, self.gains, self.totals, self.table, node, self.nodes, self.positions,
                min(node + _CHUNK, layer_end),
            )  # fmt: skip
            if status == DOES_NOT_FIT and (any(frame) or self.game.rules.ranges(self.game.law) is None):
                return False
            if status == ASYMMETRIC:  # the node that was about to be added
                check_images(self.game, self._position(self.nodes))
                raise difference_error(self.game, self._position(self.nodes))
            if status in _REFUSED:
                raise self._refusal(node, status)
            if not is_checked and (node > _SOON or node == self.nodes):
                self._compare(node)  # early, before it takes long, and again when everything is there
                is_checked = True
            self._make_room(self.first[node])
            if node == layer_end:
                self._look_ahead(layer, self.nodes - layer_end, node)
                layer, layer_end = self.nodes - layer_end, self.nodes
            if progress:
                progress(self.positions)
        if (self.game, made) not in _checked_games:
            self._compare(node)
            _checked_games.add((self.game, made))
        self._check_nodes()
        return True

    def _check_nodes(self) -> None:
        """Look at all nodes for what would make a wrong truth of them; BrokenRules where it is there."""
        results, movers = self.results[: self.nodes], self.movers[: self.nodes]
        odd = np.flatnonzero((results < ONGOING) | (results > TIE) | (movers < 0) | (movers > 1))
        if odd.size:
            node = int(odd[0])
            what = f"has the outcome {results[node]} and the mover {movers[node]}; one of them is none"
            raise position_error(self.game, self._position(node), what)
        if len(self.symmetry.numbers) > 1:
            check_symmetry(self.game, self.nodes, self._position)

    def _refusal(self, node: int, status: int) -> BrokenRules:
        position = self._position(node)
        if status == STUCK and any(True for _ in self.game.rules.legal_moves(self.game.law, position)):
            return difference_error(self.game, position)
        return position_error(self.game, position, _REFUSED[status])

    def _compare(self, nodes: int) -> None:
        """Hold some of the expanded nodes against the rules as they are; BrokenRules where compiled ones differ."""
        game, rules, law = self.game, self.game.rules, self.game.law
        for node in range(0, nodes, nodes // _COMPARED + 1):
            position = self._position(node)
            after = [rules.play(law, position, move) for move in rules.legal_moves(law, position)]
            edges = slice(int(self.first[node]), int(self.first[node + 1]))
            following = self.keys[self.children[edges]].tolist()
            result = rules.outcome(law, position)
            same = int(self.results[node]) == result and int(self.movers[node]) == position.mover
            same = same and (result != ONGOING or following == [self._key(each) for each in after])
            if same and self.terms.scores:
                gains = [compute_lead(game, each) - compute_lead(game, position) for each in after]
                same = result != ONGOING or gains == self.gains[edges].tolist()
            if not same:
                raise difference_error(game, position)

    def _position(self, node: int) -> Position:
        return self.packing.unpack(int(self.keys[node]))

    def _key(self, position: Position) -> int:
        """The key of a position's node: the least of its symmetry orbit, points aside."""
        return min(map(self.packing.pack, self.symmetry.orbit(self.symmetry.scoreless(position))))

    def values(self) -> tuple[Any, Any, Any]:
        """Results, distances and, where the game scores, margins of every node."""
        nodes, edges = self.nodes, int(self.first[self.nodes])
        movers, first = self.movers[:nodes], self.first[: nodes + 1]
        parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(edges, np.int32)
        link_parents(first, self.children[:edges], parent_first, parents)
        undecided, queue = np.empty(nodes, np.int32), np.empty(nodes, np.int32)
        results, distances = self.results[:nodes].copy(), np.full((3, nodes), -1, np.int16)
        margins: Any = None
        if self.terms.scores:
            margins = np.zeros(nodes, np.int16)
            known = settle_points(
                movers, first, self.children, self.gains, parent_first, parents, undecided, queue, margins, distances
            )
            if known < nodes:
                if _circle_scores(first, self.children, self.gains, np.empty((6, nodes), np.int64)):
                    raise endless_points_error(self.game)
                raise TermsRefuted(terms_in_circles())
            self._count_points(queue, parent_first, parents, margins, distances)
        else:
            endless = find_endless_result(self.game)
            settle(movers, results, first, parent_first, parents, distances[0], undecided, queue, endless)
            distances = distances[:1]
        if int(distances.min()) < UNKNOWN:
            raise TooLarge(f"a win of this game takes more than {np.iinfo(np.int16).max:,} moves")
        return results, distances, margins

    def _check_ends(self, ended: Any) -> None:
        """Hold the result of every end against its points; Refuted where they do not agree."""
        for node in ended.tolist():
            check_end(self.game, self._position(node))

    def _count_points(self, order: Any, parent_first: Any, parents: Any, margins: Any, distances: Any) -> None:
        """Count the positions with their points, and check some ends; Refuted where their points do not agree."""
        least, most = np.full(self.nodes, FAR, np.int64), np.full(self.nodes, -FAR, np.int64)
        least[0] = most[0] = ahead = compute_lead(self.game, self.root)
        _bound_leads(order, self.first, self.children, self.gains, least, most)
        low, width = int(least.min()), int(most.max() - least.min()) + 1
        if width > np.iinfo(np.int16).max:
            raise TooLarge(f"the lead of a side can change by more than {width:,} points, too many to be counted")
        self._ask_for(self.nodes, self.children.size, self.table.size, self.nodes * width)
        reached: Any = np.zeros((self.nodes, width), np.uint8)
        reached[0, ahead - low] = 1
        _spread_leads(order, self.first, self.children, self.gains, reached)
        graph: Any = self.first, self.children, self.gains, parent_first, parents
        keys, ended = self.keys[: self.nodes], np.flatnonzero(self.results[: self.nodes] != ONGOING)
        leads = Leads(self.game, {0: self.root}, low, reached, *graph)
        if self.terms.strips:
            if (self.totals[: self.nodes] == SEVERAL).any():  # a node and a lead would be more than one position
                raise TermsRefuted(terms_unstripped(self.game))
            if not are_points_apart(self.game, self.packing, self.terms.fields, keys, self.results[: self.nodes]):
                raise TermsRefuted(terms_unstripped(self.game))
            leads.check_ends(ended.tolist(), self._position, self._is_node)
        else:
            self._check_ends(ended)
        counts, longest = np.zeros(3, np.int64), np.zeros(3, np.int64)
        _tally(margins, distances, self.weights, reached, low, counts, longest)
        self.summary = summarize_points(counts.tolist(), longest.tolist())

    def solution(self) -> SortedSolution:
        """The graph with the value of every node, sorted."""
        keys, weights = self.keys[: self.nodes], self.weights[: self.nodes]
        values = self.values()
        return SortedSolution.of(
            self.game, self.fields, self.symmetry.numbers, keys, weights, *values, self.terms, self.summary
        )

    def _is_node(self, position: Position, node: int) -> bool:
        return self._key(position) == int(self.keys[node])

    def _look_ahead(self, layer: int, following: int, node: int) -> None:
        """While layers grow, ask whether there will be memory for the next two, each growing a little less."""
        growth = _SLOWER * following / layer
        if growth > 1 and self.nodes > _ENOUGH_TO_TELL:
            total = self.nodes + int(following * growth * (1 + _SLOWER * growth))
            self._ask_for(total, int(self.first[node] / node * total), 4 * total)

    def _make_room(self, edges: int) -> None:
        """At least enough for the next node, after asking whether there is memory for it."""
        if self.nodes + MOST_MOVES > self.keys.size:
            self._ask_for(2 * self.keys.size, self.children.size, self.table.size)
            for name in ("keys", "movers", "results", "weights", "first"):
                setattr(self, name, _lengthen(getattr(self, name)))
            if self.totals.size > 1:
                self.totals = _lengthen(self.totals)
        if edges + MOST_MOVES > self.children.size:
            self._ask_for(self.keys.size, 2 * self.children.size, self.table.size)
            self.children = _lengthen(self.children)
            if self.gains.size > 1:
                self.gains = _lengthen(self.gains)
        if 3 * (self.nodes + MOST_MOVES) > self.table.size:
            self._ask_for(self.keys.size, self.children.size, 5 * self.table.size)
            wider = np.full(4 * self.table.size, EMPTY, np.int64)
            rehash(self.table, wider)
            self.table = wider

    def _ask_for(self, nodes: int, edges: int, table: int, more: int = 0) -> None:
        """Stop before memory runs out rather than when it has."""
        needed = _count_bytes(nodes, edges, table) + more
        # Pages of an array that were never written to take no memory: only what is in use is freed by growing.
        in_use = self.nodes * _BYTES_IN_USE + int(self.first[: self.nodes + 1].max()) * 4 + self.table.nbytes
        free = measure_free_memory() + in_use
        if needed > free or nodes >= _MOST_NODES:
            raise TooLarge(
                f"this game has far more than {self.positions:,} positions and needs over {needed / 2**30:.0f} GiB; "
                f"there are {free / 2**30:.0f}. A smaller size, or a --position nearer to the end, would help; "
                "the game can be played all the same"
            )


def _count_bytes(nodes: int, edges: int, table: int) -> int:
    return nodes * _BYTES_PER_NODE + edges * _BYTES_PER_EDGE + table // 2 * _BYTES_PER_ENTRY


def _lengthen(array: Any) -> Any:
    longer = np.empty(2 * array.size, array.dtype)
    longer[: array.size] = array
    return longer


def _as_arrays(symmetries: Symmetries, numbers: tuple[int, ...]) -> Symmetries:
    """Some of the symmetries, as arrays for compiled functions."""
    chosen: Any = [np.array(table, np.int64)[[*numbers]] for table in symmetries]
    return Symmetries(*chosen)
