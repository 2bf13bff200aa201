"""A solution as sorted keys with their values: found by bisection, kept in a file that shows when it is damaged."""

from pathlib import Path
from typing import Any

import numpy as np

from squarely.core.rules.game import Game, Position
from squarely.solver.integrity import add_checksum, check_checksum
from squarely.solver.packing import BitField, Symmetry, make_packing
from squarely.solver.retrograde import UNKNOWN
from squarely.solver.scoring import Scoring, compute_lead, remember_scoring
from squarely.solver.solution import Summary, summarize_values, value_from_points, value_from_result
from squarely.solver.values import Value

_KIND = "solution 5"


class SortedSolution:
    """One entry for each symmetry orbit: the least key of its positions."""

    def __init__(
        self, game: Game, numbers: tuple[BitField, ...], symmetries: tuple[int, ...], arrays: dict[str, Any],
        scoring: Scoring, summary: Summary | None,
    ) -> None:  # fmt: skip
        """`summary` is that of real positions, where points are a margin."""
        self.game, self.fields, self.symmetries, self.arrays = game, numbers, symmetries, arrays
        self.scoring, self._summary = scoring, summary
        self._pack = make_packing(game, numbers)
        self._without_points = Symmetry(game, (), scoring.ignores_score).without_points

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        settled = self._without_points(position)
        if not self._pack.fits(settled):
            return None
        images = (self.game.transform(settled, number) for number in self.symmetries)
        key = min(self._pack.pack(image) for image in images)
        keys = self.arrays["keys"]
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key:
            return None
        distances = [int(self.arrays[name][at]) for name in sorted(self.arrays) if name.startswith("distances")]
        if "margins" in self.arrays:
            return value_from_points(compute_lead(self.game, position) + int(self.arrays["margins"][at]), distances)
        return value_from_result(self.game, int(self.arrays["results"][at]), distances[0])

    def summary(self) -> Summary:
        if self._summary:
            return self._summary
        weights, results, distances = (self.arrays[name] for name in ("weights", "results", "distances0"))
        found = []
        for result in np.unique(results).tolist():
            for which in ((results == result) & (distances >= 0), (results == result) & (distances == UNKNOWN)):
                if which.any():
                    longest, count = int(distances[which].max()), int(weights[which].sum())
                    found.append((value_from_result(self.game, result, longest), max(longest, 0), count))
        return summarize_values(found)

    def write(self, path: Path, about: dict[str, str]) -> None:
        """Keep it in a file, whole or not at all. `about` says what it is the solution of."""
        from squarely.files.saved_matches import replace_bytes

        shapes = {name: [str(array.dtype), len(array)] for name, array in self.arrays.items()}
        payload = b"".join(np.ascontiguousarray(array).tobytes() for array in self.arrays.values())
        header: dict[str, Any] = {"about": about, "fields": self.fields, "symmetries": self.symmetries}
        header |= {"arrays": shapes, "scoring": self.scoring, "summary": self._summary}
        replace_bytes(path, add_checksum(_KIND, header, payload))

    @classmethod
    def read(cls, path: Path, game: Game, about: dict[str, str]) -> "SortedSolution | None":
        """What was kept, or None if it is the solution of something else; DamagedFile if it is not whole."""
        header, payload = check_checksum(_KIND, path.read_bytes(), str(path))
        if header["about"] != about:
            return None
        arrays, at = {}, 0
        for name, (kind, length) in header["arrays"].items():
            arrays[name] = np.frombuffer(payload, kind, length, at)
            at += arrays[name].nbytes
        numbers, summary = tuple(BitField(*field) for field in header["fields"]), header["summary"]
        scoring = Scoring(*header["scoring"])
        remember_scoring(game, scoring)
        return cls(game, numbers, tuple(header["symmetries"]), arrays, scoring, Summary(*summary) if summary else None)
