"""Three in a row on 3x4 squares, where a number on the way leaves machine code in some positions; and operations."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.board.square_sets import lines
from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd

TRAPS, ENDLESS = range(1, 11), 11
OPERATIONS = range(19)
_MOST = (1 << 63) - 1


class Traps(Odd):
    trap = Dial(0, 0, ENDLESS, "which number leaves its width; 0 for none")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.columns = 3, 4
        self.lines = lines(3, 4, 3)

    def start(self) -> Any:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in range(12):
                if (position.first | position.second) >> square & 1 == 0:
                    yield square

    def play(self, position: Any, move: int) -> Any:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, SECOND)
        return self.Position(position.first, position.second | 1 << move, FIRST)

    def outcome(self, position: Any) -> int:
        for line in self.lines:
            if position.first & line == line and self.is_true(position.first):
                return FIRST_WINS
            if position.second & line == line:
                return SECOND_WINS
        return TIE if position.first | position.second == 4095 else ONGOING

    def is_true(self, first: int) -> bool:
        """True, whatever the trap, as every reader of Python can see; not so in 64 bits."""
        number = 1
        if self.trap == 1:
            return first * 400_000_000_000_000_000 > 0
        if self.trap == 2:
            return first + 9_223_372_036_854_773_000 > 0
        if self.trap == 3:
            return 0 - first - 9_223_372_036_854_773_000 < 0
        if self.trap == 4:
            return first << 52 > 0
        if self.trap == 5:
            return 1 << 56 + first % 8 > 0
        if self.trap == 6:
            return (first + 2) ** 6 > 0
        if self.trap == 7:
            number = -4_000_000_000_000_000_000
            number -= first << 51
            return -number > 0
        if self.trap == 8:
            for square in range(12):
                number *= 60 if first >> square & 1 else 40
            return number > 0
        if self.trap == 9:
            return (1 >> (first >> 5) == 1) == (first < 32)
        if self.trap == 10:
            return ~(first > 0) < 0
        while self.trap == 11 and first == 0b100000100111:
            number = 1 - number
        return True


class Reckoning(Odd):
    """No game that ends: its outcome is one operation on two numbers."""

    operation = Dial(0, 0, OPERATIONS[-1], "which")

    class Position(NamedTuple):
        a: int
        b: int
        mover: int

    def set_up(self) -> None:
        self.table, self.flat = ((3, 5, 7), (2, 4, 6)), (1, 2, 3, 4)

    def start(self) -> Any:
        return self.Position(1, 1, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        yield position.a

    def play(self, position: Any, move: int) -> Any:
        return position

    def outcome(self, position: Any) -> Any:
        a, b, result = position.a, position.b, position.a
        if self.operation == 0:
            return a + b
        if self.operation == 1:
            return a - b
        if self.operation == 2:
            return a * b
        if self.operation == 3:
            return a << b
        if self.operation == 4:
            return a >> b
        if self.operation == 5:
            return a // b
        if self.operation == 6:
            return a % b
        if self.operation == 7:
            return a**5
        if self.operation == 8:
            return -a
        if self.operation == 9:
            return ~(a > b) - (a < b) + ~a
        if self.operation == 10:
            return self.table[a][b]
        if self.operation == 11:
            return self.flat[b]
        if self.operation == 12:
            result += b
            result -= a
            result *= 2
            return result
        if self.operation == 13:
            return a & 0xFFFF_FFFF_FFFF_FFFF
        if self.operation == 14:
            while result > 1:
                result >>= 1
            return abs(result) + (1 << 62) - 1
        if self.operation == 15:
            return sum((a, b))
        if self.operation == 16:
            return int(a / 4)
        if self.operation == 17:
            return pow(a, 3)
        return (a > 1) + (b > 1) << 1
