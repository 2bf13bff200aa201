"""Whoever makes the last move wins: two kinds of Nim, and Cover, with more squares than a number has bits."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd


class Counting(Odd):
    """Nim with one heap: take one to three. It counts what is left by calling itself."""

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


class Summing(Counting):
    """The same, counted in a way that compiled rules do without."""

    def left(self, position: Any) -> int:
        return sum(part for part in (position.heap, 0))

    def outcome(self, position: Any) -> int:
        return 0 if self.left(position) else 2 - position.mover


class Wide(Odd):
    """Cover: one of the next two squares a turn. Beyond square 63 a set of squares is another one in machine code."""

    squares = Dial(8, 3, 90, "squares of the board")
    first = Dial(0, 0, 90, "the first that can be taken")

    class Position(NamedTuple):
        last: int  # the square that was taken last
        mover: int

    def start(self) -> Any:
        return self.Position(self.first, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        free = self.reachable(position)
        for square in range(self.squares):
            if free >> square & 1 == 1:
                yield square

    def reachable(self, position: Any) -> int:
        free = 0
        for square in range(position.last + 1, min(position.last + 3, self.squares)):
            free |= 1 << square
        return free

    def play(self, position: Any, move: int) -> Any:
        return self.Position(move, 1 - position.mover)

    def outcome(self, position: Any) -> int:
        if position.last < self.squares - 1:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def move_count(self) -> int:
        return self.squares
