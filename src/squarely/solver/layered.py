"""Solve a game layer by layer: no edges are kept, and two cores work on it.

A measure that no move lowers (`squarely.solver.measure`) divides positions into layers. Layer by layer everything that
follows is written down; then, from the last layer to the first, what follows is worked out again and looked up. Moves
within a layer are played in turns: what is decided in so many moves is found in that turn. Everything is checked while
it is done: a measure that falls after all, an entry that is not there, rules that say something else when compiled.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.rules.game import ONGOING, Game, Position
from squarely.solver import kernel
from squarely.solver.compiled import compile_game, explain_compile_errors, geometry_as_arrays
from squarely.solver.entries import (
    SLACK, build_index, gather_new, group_entries, insert_group, look_up, rehash, settle_nodes, sort_table,
)  # fmt: skip
from squarely.solver.flatten import flatten
from squarely.solver.measure import Measure, derive_measure
from squarely.solver.packing import BITS, MOST_BITS, Symmetry, find_fields, make_packing
from squarely.solver.retrograde import FAR, UNKNOWN
from squarely.solver.scoring import Scoring
from squarely.solver.shelf import Shelf
from squarely.solver.solution import Summary, summarize_values, value_from_result
from squarely.solver.successors import BACKWARDS, FULL, STEPS, compile_successors, compile_transform, make_entry
from squarely.solver.successors import read_keys, tabulate_symmetries
from squarely.solver.sorted_solution import SortedSolution
from squarely.solver.trust import check_symmetry, compare_compiled, compare_some, position_error
from squarely.solver.values import find_endless_result, find_patient_side

_EDGES, _NODES = 1 << 16, 1 << 14  # room of a buffer
_BUFFERS = 8
_CROWDED, _WIDER = 0.7, 1.35  # when a table grows, and how
_MINUTE = 20.0  # seconds between two notes of how far the work is


class OtherMeasure(Exception):
    """Positions do not come in the layers that were supposed."""


class OtherFields(Exception):
    """A position does not fit into its bits."""


class Buffers(NamedTuple):
    """Room for what follows some thousands of nodes, several times."""

    first: Any
    movers: Any
    results: Any
    children: Any
    steps: Any
    grouped: Any
    begins: Any
    ends: Any
    places: Any
    found: Any

    def take(self, number: int) -> "Buffers":
        return Buffers._make(each[number] for each in self)


@dataclass
class Layer:
    """Positions of one measure. First tables with a log of what was found, in order; then sorted, with codes."""

    level: int
    tables: list[Any]
    used: list[int]
    found: int = 0
    expanded: int = 0
    is_complete: bool = False
    is_solved: bool = False
    entries: Any = None  # the log while it grows
    codes: Any = None
    index: Any = field(default=None, repr=False)


class Layers:
    """Everything that can follow a root, in layers."""

    def __init__(
        self, game: Game, root: Position, measure: Measure, spare: int = 0, shelf: Shelf | None = None,
        has_distances: bool = True, part_bits: int = 4,
    ) -> None:  # fmt: skip
        self.game, self.root, self.measure, self.shelf = game, root, measure, shelf or Shelf()
        self.symmetry = Symmetry(game, [root])
        self.fields = find_fields(game, [root], spare, False)
        self.packing = make_packing(game, self.fields, MOST_BITS)
        self.words = 1 + (self.packing.bits > BITS)
        self.symmetries = tabulate_symmetries(game, self.symmetry.numbers[1:])
        self.layers: dict[int, Layer] = {}
        self.shift = 0 if has_distances else 2
        self.part_bits, self.kind = part_bits, "u1"
        count = derive_measure(game.Position, measure.terms)
        self._base = count(root)
        with explain_compile_errors(game):
            transform = compile_transform(game.Position) if len(self.symmetry.numbers) > 1 else None
            self.law = geometry_as_arrays(flatten(game).law)
            self._expand, self._tally = compile_successors(
                compile_game(game), self.packing.functions, transform, count, game.ranges is not None, self.words > 1
            )
        groups = (STEPS << part_bits) + 1
        shapes: Iterable[Any] = (
            (_NODES + 1, "i4"), (_NODES, "u1"), (_NODES, "u1"), ((_EDGES, self.words), "u8"), (_EDGES, "u1"),
            ((_EDGES, self.words), "u8"), (groups, "i4"), (groups, "i4"), (_EDGES, "i4"), (_EDGES, "u2"),
        )  # fmt: skip
        self.buffers = Buffers._make(np.empty((_BUFFERS, *np.atleast_1d(shape)), kind) for shape, kind in shapes)
        self._nodes = _NODES  # expanded with one buffer
        self._threads = max(1, min(_BUFFERS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2))
        self._counts, self._longest = np.zeros(4, np.int64), np.zeros(4, np.int64)
        self._noted = time.monotonic()

    def solve(self, progress: Callable[[int], None] | None = None) -> Summary:
        """Find everything that can follow, and its values."""
        try:
            with ThreadPoolExecutor(self._threads) as self._pool:
                self._explore(progress)
                summary = self._settle(progress)
            self._examine()
            return summary
        except MemoryError:
            self.layers.clear()
            raise

    # Forwards

    def _explore(self, progress: Callable[[int], None] | None) -> None:
        layer = self._get_layer(0)
        layer.entries = self.shelf.lengthen("log-0", 1)
        first = self.buffers.take(0)
        key = min(self.packing.pack(image) for image in self.symmetry.orbit(self.root))
        first.children[:1], first.steps[0] = make_entry(key), 0
        group_entries(first.children, first.steps, 1, self.part_bits, 0, first.grouped, first.begins, first.places)
        self._insert(0, [0], 0)
        while todo := [each for each in self.layers.values() if not each.is_complete]:
            layer = min(todo, key=lambda each: each.level)
            while layer.expanded < layer.found:
                self._expand_some(layer)
                if progress:
                    progress(len(self.symmetry.numbers) * sum(each.found for each in self.layers.values()))
            self._complete(layer)

    def _expand_some(self, layer: Layer) -> None:
        """Expand the next nodes of a layer, all threads at once, and put down what is new."""
        begin = layer.expanded
        ranges = [
            (number, at, min(at + self._nodes, layer.found))
            for number, at in enumerate(range(begin, min(layer.found, begin + _BUFFERS * self._nodes), self._nodes))
        ]
        nothing = np.zeros(0, np.uint8)

        def expand(work: tuple[int, int, int]) -> tuple[int, int, int]:
            number, at, until = work
            one = self.buffers.take(number)
            status, node = self._expand_into(one, layer, nothing, at, until)
            self._check(status, layer, node, at)
            edges = int(one.first[node - at])
            most = int(one.steps[:edges].max(initial=0))
            group_entries(one.children, one.steps, edges, self.part_bits, most, one.grouped, one.begins, one.places)
            return node, until, most

        done = list(self._pool.map(expand, ranges))
        tops = [most for _, _, most in done]
        for step in range(max(tops) + 1):
            self._insert(layer.level, tops, step)
        layer.expanded = done[-1][0]
        for number, (node, until, _) in enumerate(done):
            if node < until:  # its buffer was full: the rest, and what the others did, is done once more
                layer.expanded = node
                self._nodes = max(1, min(self._nodes, (node - ranges[number][1]) * 3 // 4))
                break

    def _insert(self, level: int, tops: list[int], step: int) -> None:
        """Put the children that are so many steps further into the tables of their layer."""
        grouped, begins, ends = self.buffers[5:8]
        count, parts, tops_array = len(tops), 1 << self.part_bits, np.array([top + 1 << self.part_bits for top in tops])
        starts = step << self.part_bits
        coming = np.zeros(parts, np.int64)
        for number, top in enumerate(tops):
            if step <= top:
                coming += np.diff(begins[number, starts : starts + parts + 1])
        if not coming.any():
            return
        layer = self._get_layer(level + step)

        def insert(start: int) -> int:
            total = 0
            for part in range(start, parts, self._threads):
                if not coming[part]:
                    ends[:count, starts + part] = 0
                    continue
                self._make_room(layer, part, int(coming[part]))
                new = insert_group(
                    layer.tables[part], self.part_bits, grouped[:count], begins[:count], starts + part, tops_array,
                    ends[:count],
                )  # fmt: skip
                if new < 0:
                    raise AssertionError("entries are not spread evenly")
                layer.used[part] += new
                total += new
            return total

        new = sum(self._pool.map(insert, range(self._threads)))
        if layer.found + new > len(layer.entries):
            layer.entries = None
            layer.entries = self.shelf.lengthen(f"log-{layer.level}", int(_WIDER * (layer.found + new)) + 1024)
        layer.found = gather_new(
            grouped[:count], begins[:count], ends[:count], starts, starts + parts, layer.entries, layer.found
        )

    def _make_room(self, layer: Layer, part: int, coming: int) -> None:
        table, wanted = layer.tables[part], layer.used[part] + coming
        if wanted > _CROWDED * (len(table) - SLACK):
            wider = np.zeros((int(_WIDER * wanted / _CROWDED) + SLACK + 16, self.words), np.uint64)
            if not rehash(table, self.part_bits, wider):
                raise AssertionError("entries are not spread evenly")
            layer.tables[part] = wider

    def _get_layer(self, level: int) -> Layer:
        if level not in self.layers:
            parts = 1 << self.part_bits
            tables = [np.zeros((SLACK + 16, self.words), np.uint64) for _ in range(parts)]
            layer = self.layers[level] = Layer(level, tables, [0] * parts)
            layer.entries = self.shelf.make(f"log-{level}", 0, np.uint64, self.words)
        return self.layers[level]

    def _complete(self, layer: Layer) -> None:
        """Sort a layer, of which everything is known, and make its index."""
        layer.entries = None
        self.shelf.drop(f"log-{layer.level}")
        layer.entries = self.shelf.make(f"entries-{layer.level}", layer.found, np.uint64, self.words)
        count = 0
        for part, table in enumerate(layer.tables):
            count = sort_table(table, layer.entries, count)
            layer.tables[part] = None
        layer.is_complete, layer.tables = True, []

    # Backwards

    def _settle(self, progress: Callable[[int], None] | None) -> Summary:
        if self.measure.is_strict and len(self.layers) > 60:
            self.kind = "u2"
        for layer in sorted(self.layers.values(), key=lambda each: -each.level):
            layer.index = np.zeros((1 << max(1, layer.found.bit_length() - 2)) + 1, np.uint32)
            build_index(layer.entries, layer.index)
            self._settle_layer(layer)
            self._tally_layer(layer)
        for layer in self.layers.values():
            layer.index = None
        return self._summarize()

    def _settle_layer(self, layer: Layer) -> None:
        while True:
            length = layer.found if not self.shift else (layer.found + 3) // 4
            layer.codes = self.shelf.make(f"codes-{layer.level}", length, self.kind)
            try:
                return self._play_turns(layer)
            except OverflowError:
                if self.kind == "u2":
                    raise TooLarge("a win of this game takes more than 16,383 moves") from None
                self.kind = "u2"
                for each in self.layers.values():
                    if each.codes is not None and each is not layer:
                        wider = each.codes.astype(np.uint16)
                        each.codes = self.shelf.make(f"codes-{each.level}", len(wider), np.uint16)
                        each.codes[:] = wider

    def _play_turns(self, layer: Layer) -> None:
        """Settle a layer in as many turns as its moves within take: first all wins, then all ties."""
        turn, ties = FAR if self.shift else 0, False
        is_inside = True
        while is_inside:
            settled, pending, inside = self._settle_nodes(layer, turn, ties)
            is_inside = inside if turn == 0 else is_inside
            if self.shift:
                if not settled:
                    if ties:
                        break
                    ties = True
                is_inside = inside
            elif settled and turn:
                turn += 1
            elif not turn:
                turn = 1
            elif pending < FAR:
                turn = pending
            elif not ties:
                turn, ties = 1, True
            else:
                break

    def _settle_nodes(self, layer: Layer, turn: int, ties: bool) -> tuple[int, int, bool]:
        """One turn over all nodes of a layer that are not settled."""
        free: SimpleQueue[int] = SimpleQueue()
        for number in range(self._threads):
            free.put(number)
        patient = find_patient_side(self.game)
        farthest = 63 if self.kind == "u1" else 16_383

        def settle(begin: int) -> tuple[int, int, bool]:
            number, until = free.get(), min(begin + 4 * _NODES, layer.found)
            one, node, told = self.buffers.take(number), begin, (0, FAR, False)
            while node < until:
                status, stop = self._expand_into(one, layer, layer.codes, node, until)
                self._check(status, layer, stop, node)
                edges = int(one.first[stop - node])
                self._look_up(layer, one, edges, node)
                settled, pending, inside = settle_nodes(
                    one.first, one.movers, one.results, one.steps, one.found, layer.codes, self.shift, node, stop - node,
                    turn, ties, UNKNOWN if patient is None else int(patient), farthest,
                )  # fmt: skip
                if settled < 0:
                    raise OverflowError
                told = (told[0] + settled, min(told[1], pending), told[2] or inside)
                node = stop
            free.put(number)
            return told

        told = list(self._pool.map(settle, range(0, layer.found, 4 * _NODES)))
        return sum(each[0] for each in told), min(each[1] for each in told), any(each[2] for each in told)

    def _look_up(self, layer: Layer, one: Buffers, edges: int, node: int) -> None:
        """Fill in the codes of children."""
        seen = np.flatnonzero(np.bincount(one.steps[:edges], minlength=1))
        for step in seen.tolist() if edges else ():
            other = self.layers.get(layer.level + step)
            missing = edges if other is None else -1
            if other is not None:
                stop = look_up(
                    other.entries, other.index, other.codes, self.shift, one.children, one.steps, step, edges,
                    one.places, one.found,
                )  # fmt: skip
                missing = stop
            if other is None or missing < edges:
                where = node + int(np.searchsorted(one.first[: _NODES + 1], missing, "right")) - 1
                raise BrokenRules(
                    f"{self.game.name} cannot be solved: its rules say something else when they are asked again in "
                    f"{self.game.write_position(self.position(layer, where))}"
                )

    def _tally_layer(self, layer: Layer) -> None:
        """Count the positions of a layer by their results."""
        chunk = 16 * _NODES

        def tally(begin: int) -> tuple[Any, Any]:
            counts, longest = np.zeros(4, np.int64), np.zeros(4, np.int64)
            self._tally(
                self.packing.frame, self.symmetries, layer.entries, layer.codes, self.shift, counts, longest, begin,
                min(begin + chunk, layer.found),
            )  # fmt: skip
            return counts, longest

        for counts, longest in self._pool.map(tally, range(0, layer.found, chunk)):
            self._counts += counts
            np.maximum(self._longest, longest, out=self._longest)
        layer.is_solved = True

    def _summarize(self) -> Summary:
        found = []
        for result, (count, longest) in enumerate(zip(self._counts.tolist(), self._longest.tolist(), strict=True)):
            if count:
                told, moves = (find_endless_result(self.game), UNKNOWN) if result == ONGOING else (result, longest)
                found.append((value_from_result(self.game, told, moves), longest, count))
        return summarize_values(found)

    # Both ways

    def _expand_into(self, one: Buffers, layer: Layer, codes: Any, node: int, until: int) -> Any:
        status, stop = self._expand(
            self.law, self.packing.frame, self.symmetries, layer.level + self._base, layer.entries, codes, self.shift,
            node, min(until, node + self._nodes) if codes.size == 0 else until, one.first, one.movers, one.results,
            one.children, one.steps,
        )  # fmt: skip
        return status, stop

    def _check(self, status: int, layer: Layer, node: int, begin: int) -> None:
        """Raise what is wrong with a node, if anything is."""
        if status == kernel.DONE or (status == FULL and node > begin):
            return
        if status == BACKWARDS:
            raise OtherMeasure
        if status == kernel.DOES_NOT_FIT and (any(self.packing.frame) or self.game.ranges is None):
            raise OtherFields
        where = self.position(layer, node)
        compare_compiled(self.game, [where])
        raise position_error(self.game, where, kernel.REFUSED[kernel.TOO_MANY_MOVES if status == FULL else status])

    def position(self, layer: Layer, node: int) -> Position:
        return self.packing.unpack(read_keys(layer.entries[node : node + 1]).tolist()[0])

    def _examine(self) -> None:
        """Hold compiled rules against the rules as they are, in some ends and some other positions of all layers."""
        for is_end in (True, False):
            chosen: list[tuple[Layer, Any]] = []
            for layer in self.layers.values():
                known = layer.codes if not self.shift else layer.codes[:0]
                ended = (known > 0) & (known < 4)
                chosen.append((layer, np.flatnonzero(ended if is_end else ~ended)))
            begins = np.cumsum([0, *(len(which) for _, which in chosen)])

            def position_of(number: int, chosen: Any = chosen, begins: Any = begins) -> Position:
                at = int(np.searchsorted(begins, number, "right")) - 1
                return self.position(chosen[at][0], int(chosen[at][1][number - begins[at]]))

            compare_some(self.game, int(begins[-1]), position_of)
            if not is_end and len(self.symmetry.numbers) > 1:
                check_symmetry(self.game, int(begins[-1]), position_of)

    def solution(self, summary: Summary) -> SortedSolution:
        layers = {
            layer.level + self._base: {"entries": layer.entries, "codes": layer.codes}
            for layer in sorted(self.layers.values(), key=lambda each: each.level)
        }
        scoring = Scoring(False, False)
        return SortedSolution(
            self.game, self.fields, self.symmetry.numbers, self.measure.terms, layers, scoring, summary
        )


def solve_layers(
    game: Game,
    root: Position,
    measure: Measure,
    progress: Callable[[int], None] | None = None,
    folder: Path | None = None,
    has_distances: bool = True,
) -> SortedSolution:
    """The solution of everything that can follow a position of a game whose points do not count."""
    spare = 0
    while spare < BITS:
        layers = Layers(game, root, measure, spare, Shelf(folder), has_distances)
        try:
            return layers.solution(layers.solve(progress))
        except OtherMeasure:
            measure = measure.weaken()
        except OtherFields:
            spare += 1
    raise TooLarge("no position of this game can be kept")
