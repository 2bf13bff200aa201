"""A solution as sorted keys with their values: found by bisection, kept in a file that shows when it is damaged."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from squarely.game import Game, Position
from squarely.solver.graph import lead
from squarely.solver.packing import Field, packing
from squarely.solver.sealed import sealed, unsealed
from squarely.solver.solution import Summary, by_points, by_result
from squarely.solver.values import WIN, Value

_KIND = "solution 1"


class SortedSolution:
    """One entry for all positions that are the same but for how they lie: the least of their keys."""

    def __init__(self, game: Game, numbers: tuple[Field, ...], turns: tuple[int, ...], arrays: dict[str, Any]) -> None:
        self.game, self.fields, self.turns, self.arrays = game, numbers, turns, arrays
        self._pack = packing(game, numbers)
        self._turned = getattr(game.rules, "turned", lambda _, position, __: position)
        self._scoreless = getattr(game.rules, "scoreless", lambda _, position: position)

    @classmethod
    def of(
        cls, game: Game, numbers: tuple[Field, ...], turns: tuple[int, ...], keys: Any, weights: Any, results: Any,
        distances: Any, margins: Any,
    ) -> "SortedSolution":  # fmt: skip
        """Sort what was solved."""
        order = np.argsort(keys)
        arrays = {"keys": keys[order], "weights": weights[order], "results": results[order]}
        arrays |= {f"distances{case}": distances[case][order] for case in range(len(distances))}
        return cls(game, numbers, turns, arrays | ({} if margins is None else {"margins": margins[order]}))

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        settled = self._scoreless(self.game.law, position)
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
        """How large the game is, points aside, and how its positions are shared out."""
        weights, counts, longest = self.arrays["weights"], dict[str, int](), 0
        for value, chosen in self._by_result():
            name = str(value.winner) if value.ending == WIN else value.ending
            counts[name] = counts.get(name, 0) + int(weights[chosen].sum())
            distances = self.arrays.get(f"distances{2 if value.winner is None else value.winner}")
            distances = self.arrays["distances0"] if distances is None else distances
            longest = max(longest, int(distances[chosen].max()))
        return Summary(int(weights.sum()), dict(sorted(counts.items())), longest)

    def _by_result(self) -> Iterator[tuple[Value, Any]]:
        """Each result there is, as a value, with the entries that have it."""
        if "margins" in self.arrays:
            signs = np.sign(self.arrays["margins"] + lead(self.game, self.game.start()))
            for sign in np.unique(signs):
                yield by_points(int(sign), [0, 0, 0]), signs == sign
        else:
            for result in np.unique(self.arrays["results"]):
                yield by_result(int(result), 0), self.arrays["results"] == result

    def write(self, path: Path, about: dict[str, str]) -> None:
        """Keep it in a file, whole or not at all. `about` says what it is the solution of."""
        from squarely.saved import replace_bytes

        shapes = {name: [str(array.dtype), len(array)] for name, array in self.arrays.items()}
        payload = b"".join(np.ascontiguousarray(array).tobytes() for array in self.arrays.values())
        header = {"about": about, "fields": self.fields, "turns": self.turns, "arrays": shapes}
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
        return cls(game, tuple(Field(*field) for field in header["fields"]), tuple(header["turns"]), arrays)
