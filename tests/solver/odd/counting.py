"""Nim with one heap: take one to three, whoever takes the last wins. It counts what is left by calling itself."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd


class Counting(Odd):
    heap = Dial(12, 1, 60, "matches in the heap")

    class Position(NamedTuple):
        heap: int
        mover: int

    def start(self) -> Any:
        return self.Position(self.heap, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        for taken in range(1, 4):
            if taken <= counted(position.heap):
                yield taken

    def play(self, position: Any, move: int) -> Any:
        return self.Position(position.heap - move, 1 - position.mover)

    def outcome(self, position: Any) -> int:
        if position.heap > 0:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def move_count(self) -> int:
        return 4


def counted(heap: int) -> int:
    """How many matches there are, the slow way."""
    if heap == 0:
        return 0
    return 1 + counted(heap - 1)
