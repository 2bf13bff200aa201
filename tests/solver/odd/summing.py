"""Nim with one heap, counted in a way that compiled rules do without."""

from typing import Any

from tests.solver.odd.counting import Counting


class Summing(Counting):
    def left(self, position: Any) -> int:
        return sum(part for part in (position.heap, 0))

    def outcome(self, position: Any) -> int:
        return 0 if self.left(position) else 2 - position.mover
