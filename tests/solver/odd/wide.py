"""Cover: a board of any size, one square a turn; whoever takes the last of the marked squares wins.

Beyond square 63 a set of squares is another one in machine code.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd


class Wide(Odd):
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
        """The next two squares, as a set of bits."""
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
