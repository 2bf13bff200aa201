"""A solution as sorted entries with their values: found by bisection, kept in a file that shows when it is damaged.

An entry stands for a symmetry orbit: it is made of the least key of its positions. The file is mapped into memory, not
read: an answer touches a few pages of it.
"""

from bisect import bisect_left
from pathlib import Path
from typing import Any

import numpy as np

from squarely.core.rules.game import Game, Position
from squarely.solver.integrity import open_checked, write_checked
from squarely.solver.measure import derive_measure
from squarely.solver.packing import MOST_BITS, BitField, Symmetry, make_packing
from squarely.solver.retrograde import UNKNOWN
from squarely.solver.scoring import Scoring, compute_lead, remember_scoring
from squarely.solver.solution import Summary, value_from_points, value_from_result
from squarely.solver.successors import make_entry
from squarely.solver.values import Value, find_endless_result

_KIND = "solution 6"


class SortedSolution:
    """Layers of entries in order. Where points are no margin, each has a code: its distance times 4, and its result.

    Without distances four `results` share a byte.
    """

    def __init__(
        self, game: Game, numbers: tuple[BitField, ...], symmetries: tuple[int, ...], terms: tuple[str, ...],
        layers: dict[int, dict[str, Any]], scoring: Scoring, summary: Summary,
    ) -> None:  # fmt: skip
        """`terms` measure in which layer a position is; `summary` is that of real positions."""
        self.game, self.fields, self.symmetries, self.terms, self.layers = game, numbers, symmetries, terms, layers
        self.scoring, self._summary = scoring, summary
        self._pack, self._measure = make_packing(game, numbers, MOST_BITS), derive_measure(game.Position, terms)
        self._without_points = Symmetry(game, (), scoring.ignores_score).without_points

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        layer, at = self._find_entry(position)
        if layer is None:
            return None
        if "margins" in layer:
            distances = [int(layer[f"distances{case}"][at]) for case in range(3)]
            return value_from_points(compute_lead(self.game, position) + int(layer["margins"][at]), distances)
        distance, result = divmod(int(layer["codes"][at]), 4)
        told = (result, distance) if result else (find_endless_result(self.game), UNKNOWN)
        return value_from_result(self.game, *told)

    def find_result(self, position: Position) -> int | None:
        """How a position ends, of a solution without distances: four results in a byte."""
        layer, at = self._find_entry(position)
        if layer is None or "results" not in layer:
            return None
        return int(layer["results"][at // 4]) >> 2 * (at % 4) & 3 or find_endless_result(self.game)

    def _find_entry(self, position: Position) -> tuple[dict[str, Any] | None, int]:
        """The layer of a position and its place there; no layer if it is not among those solved."""
        settled = self._without_points(position)
        images = [self.game.transform(settled, number) for number in self.symmetries]
        layer = self.layers.get(self._measure(settled))
        if layer is None or not all(map(self._pack.fits, images)):
            return None, 0
        entries, entry = layer["entries"], make_entry(min(map(self._pack.pack, images)))[0].tolist()
        at = bisect_left(range(len(entries)), entry, key=lambda number: entries[number].tolist())
        return (layer, at) if at < len(entries) and entries[at].tolist() == entry else (None, 0)

    def summary(self) -> Summary:
        return self._summary

    def write(self, path: Path, about: dict[str, str]) -> None:
        """Keep it in a file, whole or not at all. `about` says what it is the solution of."""
        arrays = [(level, name, array) for level, each in self.layers.items() for name, array in each.items()]
        header: dict[str, Any] = {"about": about, "fields": self.fields, "symmetries": self.symmetries}
        header |= {"terms": self.terms, "scoring": self.scoring, "summary": self._summary}
        header["arrays"] = [(level, name, str(array.dtype), array.shape) for level, name, array in arrays]
        write_checked(path, _KIND, header, (array for *_, array in arrays))

    @classmethod
    def read(cls, path: Path, game: Game, about: dict[str, str]) -> "SortedSolution | None":
        """What was kept, or None if it is the solution of something else; DamagedFile if it is not whole."""
        header, at = open_checked(_KIND, path)
        if header["about"] != about:
            return None
        layers: dict[int, dict[str, Any]] = {}
        for level, name, kind, shape in header["arrays"]:
            array: Any = np.memmap(path, kind, "r", at, tuple(shape)) if shape[0] else np.zeros(tuple(shape), kind)
            layers.setdefault(level, {})[name] = array
            at += array.nbytes
        numbers, scoring = tuple(BitField(*field) for field in header["fields"]), Scoring(*header["scoring"])
        remember_scoring(game, scoring)
        symmetries, terms = tuple(header["symmetries"]), tuple(header["terms"])
        return cls(game, numbers, symmetries, terms, layers, scoring, Summary(*header["summary"]))
