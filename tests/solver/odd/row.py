"""Row: mark an empty square of two rows; whoever cannot, because all are marked, has lost. And tic-tac-toe.

Each other subclass breaks a promise in one late position of all, where seeded play does not come.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.core.rules.options import Dial, Ruling
from tests.solver.odd.words import Odd

LATE = (0b11011000, 0b00011011)  # what the first has marked then


class Row(Odd):
    columns = Dial(4, 2, 6, "squares of each row")
    symmetric = True

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.squares = 2, 2 * self.columns
        self.full = (1 << self.squares) - 1

    def start(self) -> Any:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in range(self.squares):
                if not (position.first | position.second) >> square & 1:
                    yield square

    def play(self, position: Any, move: int) -> Any:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, 1)
        return self.Position(position.first, position.second | 1 << move, 0)

    def outcome(self, position: Any) -> int:
        if position.first | position.second != self.full:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS


class Asymmetric(Row):
    def outcome(self, position: Any) -> int:
        decided = position.first == 0b11010100 and position.second == 0b00101011
        return FIRST_WINS if decided else super().outcome(position)


class NoOutcome(Row):
    def outcome(self, position: Any) -> int:
        return 7 if position.first in LATE else super().outcome(position)


class Stuck(Row):
    def outcome(self, position: Any) -> int:
        return ONGOING if position.first in LATE else super().outcome(position)


class Nobody(Row):
    def play(self, position: Any, move: int) -> Any:
        after = super().play(position, move)
        return after._replace(mover=2) if after.first == LATE[0] and self.outcome(after) else after


class Overflowing(Row):
    """In one end of all a number on the way does not fit into machine code, and is less than 0 there."""

    symmetric = False

    def outcome(self, position: Any) -> int:
        if position.first == 0b110110001010 and position.first * (1 << 52) < 0:
            return TIE if position.first | position.second == self.full else ONGOING
        return super().outcome(position)


class ThreeInARow(Row):
    """On a board of nine; a row wins, or loses. Shown is how many marks each side has, which no field keeps."""

    line = Ruling("what three in a row do", win="three in a row win", lose="three in a row lose")
    symmetric = False

    def set_up(self) -> None:
        self.rows, self.columns, self.squares, self.full = 1, 9, 9, 511
        self.lines = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
        self.row_wins = self.line == "win"

    def outcome(self, position: Any) -> int:
        for line in self.lines:
            if position.first & line == line:
                return FIRST_WINS if self.row_wins else SECOND_WINS
            if position.second & line == line:
                return SECOND_WINS if self.row_wins else FIRST_WINS
        return TIE if position.first | position.second == self.full else ONGOING

    def points(self, position: Any) -> tuple[int, int]:
        first, second = 0, 0
        for square in range(9):
            first += position.first >> square & 1
            second += position.second >> square & 1
        return first, second
