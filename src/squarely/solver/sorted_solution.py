"""A solution as sorted keys with their values: found by bisection, kept in a file that shows when it is damaged."""

from pathlib import Path
from typing import Any

import numpy as np

from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.solver.checksummed import add_checksum, check_checksum
from squarely.solver.graph import compute_lead
from squarely.solver.packing import BitField, make_packing
from squarely.solver.retrograde import UNKNOWN
from squarely.solver.scoring import Terms, remember_terms
from squarely.solver.solution import Summary, summarize_values, value_from_points, value_from_result
from squarely.solver.symmetry import Symmetry
from squarely.solver.values import Value

_KIND = "solution 4"


class SortedSolution:
    """One entry for each symmetry orbit: the least key of its positions."""

    def __init__(
        self, game: Game, numbers: tuple[BitField, ...], symmetries: tuple[int, ...], arrays: dict[str, Any],
        terms: Terms, summary: Summary | None,
    ) -> None:  # fmt: skip
        """`summary` is that of real positions, for a game that scores."""
        self.game, self.fields, self.symmetries, self.arrays = game, numbers, symmetries, arrays
        self.terms, self.note, self._summary = terms, terms.note, summary
        self._pack = make_packing(game, numbers)
        self._scoreless = Symmetry(game, (), terms.strips).scoreless

    @classmethod
    def of(
        cls, game: Game, numbers: tuple[BitField, ...], symmetries: tuple[int, ...], keys: Any, weights: Any,
        results: Any, distances: Any, margins: Any, terms: Terms, summary: Summary | None,
    ) -> "SortedSolution":  # fmt: skip
        """Sort what was solved."""
        order = np.argsort(keys)
        arrays = {"keys": keys[order], "weights": weights[order], "results": results[order]}
        arrays |= {f"distances{case}": distances[case][order] for case in range(len(distances))}
        arrays |= {} if margins is None else {"margins": margins[order]}
        return cls(game, numbers, symmetries, arrays, terms, summary)

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        settled = self._scoreless(position)
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
        """How large the game is, and how its positions are shared out."""
        if self._summary:
            return self._summary
        weights, results, distances = (self.arrays[name] for name in ("weights", "results", "distances0"))
        found = []
        for result in np.unique(results).tolist():
            for which in ((results == result) & (distances >= 0), (results == result) & (distances == UNKNOWN)):
                if which.any():
                    longest = int(distances[which].max())
                    found.append(
                        (value_from_result(self.game, result, longest), max(longest, 0), int(weights[which].sum()))
                    )
        return summarize_values(found)

    def write(self, path: Path, about: dict[str, str]) -> None:
        """Keep it in a file, whole or not at all. `about` says what it is the solution of."""
        from squarely.files.saved_matches import replace_bytes

        shapes = {name: [str(array.dtype), len(array)] for name, array in self.arrays.items()}
        payload = b"".join(np.ascontiguousarray(array).tobytes() for array in self.arrays.values())
        header: dict[str, Any] = {
            "about": about,
            "fields": self.fields,
            "symmetries": self.symmetries,
            "arrays": shapes,
        }
        header |= {"terms": self.terms, "summary": self._summary}
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
        scores, strips, note, fields = header["terms"]
        terms = Terms(scores, strips, note, tuple(fields))
        remember_terms(game, terms)
        return cls(game, numbers, tuple(header["symmetries"]), arrays, terms, Summary(*summary) if summary else None)
