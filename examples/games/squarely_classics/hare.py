"""Hare and Hounds.

Goal.    The hounds trap the hare; the hare escapes behind them.
Setup.   A board of eleven points: 3 rows and 5 columns without the corners. The three hounds stand on A2, B1 and B3,
         the hare on E2. The hounds begin.
Moving.  Move a piece along a line to an empty point next to it. Lines lead up, down, left and right, and diagonally
         from A2, C2 and E2. Hounds move one at a time and never to the left; the hare moves in all directions.
Winning. The hounds win when the hare cannot move. The hare wins when no hound is left of it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import DOWN, FIRST, FIRST_WINS, OFF, ONGOING, SECOND, SECOND_WINS, SQUARE, UP, Game, MoveKind, Mover
from squarely import Square, SquareSet, StepPart, Symmetry, Words, neighbours

POINTS = 0b01110_11111_01110
CROSSINGS = (5, 7, 9)  # A2, C2 and E2, where diagonals meet


class HareWords(Words["Hare"]):
    def reason(self, position: "Hare.Position") -> str:
        return "the hare is trapped" if self.game.outcome(position) == FIRST_WINS else "the hare has escaped"


class Hare(Game):
    title, players, marks = "Hare and Hounds", ("Hounds", "Hare"), ("H", "h")
    moves, Words = (MoveKind("", SQUARE, StepPart(8)),), HareWords  # 8 * the square it leaves + the way

    class Position(NamedTuple):
        first: SquareSet
        second: Square
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.columns = 3, 5
        grid = neighbours(3, 5, tuple(range(8)))
        self.around = tuple(
            tuple(self.end(here, to, way) for way, to in enumerate(row)) for here, row in enumerate(grid)
        )

    def end(self, here: int, to: int, way: int) -> int:
        """Where a line leads from a point, or OFF."""
        is_line = to != OFF and POINTS >> here & 1 and POINTS >> to & 1
        return to if is_line and (way < 4 or here in CROSSINGS or to in CROSSINGS) else OFF

    def start(self) -> Position:
        return self.Position(1 << 5 | 1 << 1 | 1 << 11, 9, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for move in range(8 * 15 if not self.has_escaped(position) else 0):
            if self.is_possible(position, move):
                yield move

    def play(self, position: Position, move: int) -> Position:
        left, reached = move // 8, self.around[move // 8][move % 8]
        if position.mover == FIRST:
            return self.Position(position.first ^ 1 << left | 1 << reached, position.second, SECOND)
        return self.Position(position.first, reached, FIRST)

    def outcome(self, position: Position) -> int:
        if self.has_escaped(position):
            return SECOND_WINS
        for move in range(8 * 15):
            if self.is_possible(position, move):
                return ONGOING
        return FIRST_WINS if position.mover == SECOND else SECOND_WINS

    def has_escaped(self, position: Position) -> bool:
        for square in range(15):
            if position.first >> square & 1 and square % 5 < position.second % 5:
                return False
        return True

    def is_possible(self, position: Position, move: int) -> bool:
        left, reached = move // 8, self.around[move // 8][move % 8]
        if reached == OFF or position.first >> reached & 1 or position.second == reached:
            return False
        if position.mover == SECOND:
            return left == position.second
        return position.first >> left & 1 == 1 and reached % 5 >= left % 5

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.directions[UP] == DOWN and symmetry.squares[0] == 10  # the mirror that has up for down
