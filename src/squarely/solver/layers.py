"""Positions of a game in layers, and the compiled work on them that goes both ways: what follows, and who is asked.

A measure that no move lowers (`squarely.solver.measure`) says in which layer a position is. A layer first grows, in
tables and a log of what was found in order; complete, it is sorted; settled, its entries have codes: the distance to
the end times 4, and the result, or 0 where play need not end. In the form of two bits codes have no distance.
"""

import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from squarely.core.errors import TooLarge
from squarely.core.rules.game import Game, Position
from squarely.solver import kernel
from squarely.solver.compiled import compile_game, explain_compile_errors, geometry_as_arrays
from squarely.solver.entries import SLACK, rehash
from squarely.solver.flatten import flatten
from squarely.solver.free_memory import NO_MEMORY, measure_free_memory
from squarely.solver.measure import Measure, derive_measure
from squarely.solver.packing import BITS, MOST_BITS, Symmetry, find_fields, make_packing
from squarely.solver.shelf import Shelf
from squarely.solver.successors import (
    BACKWARDS,
    FULL,
    STEPS,
    compile_successors,
    compile_transform,
    make_entry,
    read_keys,
    tabulate_symmetries,
)
from squarely.solver.trust import compare_compiled, explain_failures, position_error

EDGES, NODES = 1 << 16, 1 << 14  # room of a buffer
BUFFERS, MOST_PARTS = 8, 9  # how many there are; tables of a layer, as a power of 2
CROWDED, _WIDER = 0.7, 1.35  # how full a table is before it grows, and by how much it does
FARTHEST = {"u1": 63, "u2": 16_383}  # distances that a code of this kind can have
_OFTEN = 15.0  # seconds between two notes of how far the work is


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
    level: int  # by how much the measure is above that of the root
    found: int = 0
    expanded: int = 0
    is_complete: bool = False
    is_settled: bool = False
    entries: Any = None  # the log while it grows
    codes: Any = None
    index: Any = None
    tables: list[Any] = field(default_factory=list)
    used: list[int] = field(default_factory=list)

    def make_room(self, part: int, coming: int, bits: int) -> Any:
        """The table of a part, with room for more."""
        table, wanted = self.tables[part], self.used[part] + coming
        if wanted > CROWDED * (len(table) - SLACK):
            wider = np.zeros((int(_WIDER * wanted / CROWDED) + SLACK + 16, table.shape[1]), np.uint64)
            if wider.nbytes > 1 << 20 and wider.nbytes > measure_free_memory():
                raise TooLarge(NO_MEMORY)
            if not rehash(table, bits, wider):
                raise AssertionError("entries are not spread evenly")
            self.tables[part] = table = wider
        return table


class Layers:
    """Everything that can follow a root."""

    def __init__(
        self, game: Game, root: Position, measure: Measure, spare: int = 0, shelf: Shelf | None = None,
        has_distances: bool = True,
    ) -> None:  # fmt: skip
        self.game, self.root, self.measure, self.spare, self.shelf = game, root, measure, spare, shelf or Shelf()
        self.about: Any = None  # what a note of progress says it is about
        self.symmetry, self.fields = Symmetry(game, [root]), find_fields(game, [root], spare, False)
        self.packing = make_packing(game, self.fields, MOST_BITS)
        self.words = 1 + (self.packing.bits > BITS)
        self.root_entry = make_entry(min(map(self.packing.pack, self.symmetry.orbit(root))))
        self.symmetries = tabulate_symmetries(game, self.symmetry.numbers[1:])
        self._none = tabulate_symmetries(game, ())
        self.layers: dict[int, Layer] = {}
        self.reach = 0  # the largest step that a move takes
        self.shift, self.part_bits = 0 if has_distances else 2, 4
        self.kind = "u2" if has_distances and not measure.is_strict else "u1"
        self.counts, self.longest = np.zeros(4, np.int64), np.zeros(4, np.int64)  # of positions, by result
        count = derive_measure(game.Position, measure.terms)
        self.base = count(root)
        groups, words = (STEPS << MOST_PARTS) + 1, self.words
        shapes: Iterable[Any] = (
            (NODES + 1, "i4"), (NODES, "u1"), (NODES, "u1"), ((EDGES, words), "u8"), (EDGES, "u1"),
            ((EDGES, words), "u8"), (groups, "i4"), (groups, "i4"), (EDGES, "i4"), (EDGES, "u2"),
        )  # fmt: skip
        self.buffers = Buffers._make(np.zeros((BUFFERS, *np.atleast_1d(shape)), kind) for shape, kind in shapes)
        self.threads = min(BUFFERS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
        self.pool = ThreadPoolExecutor(self.threads)
        self._noted, self.turn = time.monotonic(), list[Any]()
        with explain_compile_errors(game):
            transform = (
                compile_transform(game.Position, self.symmetries.sets.shape[1])
                if len(self.symmetry.numbers) > 1
                else None
            )
            self._law = geometry_as_arrays(flatten(game).law)
            self._expand, self.tally = compile_successors(
                compile_game(game), self.packing.functions, transform, count, game.ranges is not None, words > 1
            )
            nothing = Layer(0, entries=np.zeros((0, words), np.uint64), codes=np.zeros(0, self.kind))
            self.expand(self.buffers.take(0), nothing, 0, 0)  # compiles

    @property
    def found(self) -> int:
        return sum(layer.found for layer in self.layers.values())

    def expand(
        self, one: Buffers, layer: Layer, node: int, until: int, codes: Any = None, by_symmetry: bool = True
    ) -> int:
        """Write down what follows nodes, or those of them whose code is 0; where it stopped. Raises what is wrong."""
        codes = np.zeros(0, self.kind) if codes is None else codes
        symmetries = self.symmetries if by_symmetry else self._none
        with explain_failures(self.game, lambda: (self.position(layer, each) for each in range(node, until))):
            status, stop = self._expand(
                self._law, self.packing.frame, symmetries, layer.level + self.base, layer.entries, codes, self.shift,
                node, until, one.first, one.movers, one.results, one.children, one.steps,
            )  # fmt: skip
        if status == kernel.DONE or (status == FULL and stop > node):
            return int(stop)
        if status == BACKWARDS:
            raise OtherMeasure
        if status == kernel.DOES_NOT_FIT and (any(self.packing.frame) or self.game.ranges is None):
            raise OtherFields
        where = self.position(layer, stop)
        compare_compiled(self.game, [where])
        raise position_error(self.game, where, kernel.REFUSED[kernel.TOO_MANY_MOVES if status == FULL else status])

    def position(self, layer: Layer, node: int) -> Position:
        return self.packing.unpack(read_keys(layer.entries[node : node + 1]).tolist()[0])

    def open_layer(self, level: int, found: int = 0) -> Layer:
        """The layer of this level, which grows; `found` are in its log already."""
        if level not in self.layers:
            layer = self.layers[level] = Layer(level, used=[0] * (1 << self.part_bits))
            layer.tables = [np.zeros((SLACK + 16, self.words), np.uint64) for _ in layer.used]
            layer.entries = self.shelf.make(f"log-{level}", found, "u8", self.words, found or -1)
        return self.layers[level]

    def make_codes(self, layer: Layer, is_kept: bool = False) -> None:
        length = (layer.found + 3) // 4 if self.shift else layer.found
        layer.codes = self.shelf.make(f"codes-{layer.level}", length, self.kind, 0, length if is_kept else -1)

    def note_progress(self, at_once: bool = False) -> None:
        """Write down how far the work is, if it was not for a while."""
        if self.shelf.folder and (at_once or time.monotonic() > self._noted + _OFTEN):
            known = [(e.level, e.found, e.expanded, e.is_complete, e.is_settled) for e in self.layers.values()]
            self.shelf.save_state({
                "about": self.about, "measure": self.measure, "spare": self.spare, "layers": known, "turn": self.turn,
                "reach": self.reach, "kind": self.kind, "tallies": [self.counts.tolist(), self.longest.tolist()],
            })  # fmt: skip
            self._noted = time.monotonic()
