"""A solution as sorted keys with their values: found by bisection, kept in a file that shows when it is damaged."""

from pathlib import Path
from typing import Any

import numpy as np

from squarely.game import ONGOING, Game, Position
from squarely.solver.graph import lead
from squarely.solver.packing import Field, packing
from squarely.solver.scoring import Terms, remember
from squarely.solver.sealed import sealed, unsealed
from squarely.solver.solution import Summary, by_points, by_result, summed_up
from squarely.solver.symmetry import Symmetry
from squarely.solver.values import Value

_KIND = "solution 2"


class SortedSolution:
    """One entry for all positions that are the same but for how they lie: the least of their keys."""

    def __init__(
        self, game: Game, numbers: tuple[Field, ...], turns: tuple[int, ...], arrays: dict[str, Any], terms: Terms,
        summary: Summary | None,
    ) -> None:  # fmt: skip
        """`summary` is that of real positions, for a game that scores."""
        self.game, self.fields, self.turns, self.arrays = game, numbers, turns, arrays
        self.terms, self.note, self._summary = terms, terms.note, summary
        self._pack = packing(game, numbers)
        self._turned = getattr(game.rules, "turned", lambda _, position, __: position)
        self._scoreless = Symmetry(game, (), terms.strips).scoreless

    @classmethod
    def of(
        cls, game: Game, numbers: tuple[Field, ...], turns: tuple[int, ...], keys: Any, weights: Any, results: Any,
        distances: Any, margins: Any, terms: Terms, summary: Summary | None,
    ) -> "SortedSolution":  # fmt: skip
        """Sort what was solved."""
        order = np.argsort(keys)
        arrays = {"keys": keys[order], "weights": weights[order], "results": results[order]}
        arrays |= {f"distances{case}": distances[case][order] for case in range(len(distances))}
        arrays |= {} if margins is None else {"margins": margins[order]}
        return cls(game, numbers, turns, arrays, terms, summary)

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        settled = self._scoreless(position)
        if not self._pack.fits(settled):
            return None
        images = (self._turned(self.game.law, settled, turn) for turn in self.turns)
        key = min(self._pack.pack(image) for image in images)
        keys = self.arrays["keys"]
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key:
            return None
        distances = [int(self.arrays[name][at]) for name in sorted(self.arrays) if name.startswith("distances")]
        if "margins" in self.arrays:
            return by_points(lead(self.game, position) + int(self.arrays["margins"][at]), distances)
        return by_result(int(self.arrays["results"][at]), distances[0])

    def summary(self) -> Summary:
        """How large the game is, and how its positions are shared out."""
        if self._summary:
            return self._summary
        weights, results, distances = (self.arrays[name] for name in ("weights", "results", "distances0"))
        chosen = {int(result): results == result for result in np.unique(results)}
        return summed_up(
            [
                (
                    by_result(result, 0),
                    int(distances[which].max()) if result != ONGOING else 0,
                    int(weights[which].sum()),
                )
                for result, which in chosen.items()
            ]
        )

    def write(self, path: Path, about: dict[str, str]) -> None:
        """Keep it in a file, whole or not at all. `about` says what it is the solution of."""
        from squarely.saved import replace_bytes

        shapes = {name: [str(array.dtype), len(array)] for name, array in self.arrays.items()}
        payload = b"".join(np.ascontiguousarray(array).tobytes() for array in self.arrays.values())
        header: dict[str, Any] = {"about": about, "fields": self.fields, "turns": self.turns, "arrays": shapes}
        header |= {"terms": self.terms, "summary": self._summary}
        replace_bytes(path, sealed(_KIND, header, payload))

    @classmethod
    def read(cls, path: Path, game: Game, about: dict[str, str]) -> "SortedSolution | None":
        """What was kept, or None if it is the solution of something else; DamagedFile if it is not whole."""
        header, payload = unsealed(_KIND, path.read_bytes(), str(path))
        if header["about"] != about:
            return None
        arrays, at = {}, 0
        for name, (kind, length) in header["arrays"].items():
            arrays[name] = np.frombuffer(payload, kind, length, at)
            at += arrays[name].nbytes
        numbers, summary = tuple(Field(*field) for field in header["fields"]), header["summary"]
        terms = Terms(*header["terms"])
        remember(game, terms)
        return cls(game, numbers, tuple(header["turns"]), arrays, terms, Summary(*summary) if summary else None)
