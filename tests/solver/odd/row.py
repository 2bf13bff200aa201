"""Row: mark an empty square of two rows; whoever cannot, because all are marked, has lost. And what goes wrong with it.

Each subclass breaks a promise in one late position of all, where seeded play does not come.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd


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
        if position.first == 0b11010100 and position.second == 0b00101011:
            return FIRST_WINS
        return super().outcome(position)


class NoOutcome(Row):
    def outcome(self, position: Any) -> int:
        if position.first == 0b11011000 or position.first == 0b00011011:
            return 7
        return super().outcome(position)


class Stuck(Row):
    def outcome(self, position: Any) -> int:
        if position.first == 0b11011000 or position.first == 0b00011011:
            return ONGOING
        return super().outcome(position)


class Nobody(Row):
    def play(self, position: Any, move: int) -> Any:
        after = super().play(position, move)
        is_late = after.first == 0b11011000 and after.first | after.second == self.full
        return after._replace(mover=2) if is_late else after


class Overflowing(Row):
    """In one end of all a number on the way does not fit into machine code, and is less than 0 there."""

    symmetric = False

    def outcome(self, position: Any) -> int:
        if position.first == 0b110110001010 and position.first * (1 << 52) < 0:
            return TIE if position.first | position.second == self.full else ONGOING
        return super().outcome(position)
