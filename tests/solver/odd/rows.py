"""Tic-tac-toe that shows how many marks each side has; three in a row win, or lose."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.core.rules.options import Ruling
from tests.solver.odd.words import Odd


class Rows(Odd):
    rows = Ruling("what a row does", win="three in a row win", lose="three in a row lose")

    class Position(NamedTuple):
        first: int
        second: int
        mover: int

    def set_up(self) -> None:
        self.lines = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
        self.row_wins = self.rows == "win"

    def start(self) -> Any:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in range(9):
                if (position.first | position.second) >> square & 1 == 0:
                    yield square

    def play(self, position: Any, move: int) -> Any:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, 1 - position.mover)
        return self.Position(position.first, position.second | 1 << move, 1 - position.mover)

    def outcome(self, position: Any) -> int:
        for line in self.lines:
            if position.first & line == line:
                return FIRST_WINS if self.row_wins else SECOND_WINS
            if position.second & line == line:
                return SECOND_WINS if self.row_wins else FIRST_WINS
        return TIE if position.first | position.second == 511 else ONGOING

    def points(self, position: Any) -> tuple[int, int]:
        first, second = 0, 0
        for square in range(9):
            first += position.first >> square & 1
            second += position.second >> square & 1
        return first, second
