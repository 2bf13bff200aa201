"""Cram.

Goal.    Be the last who can put down a domino.
Setup.   An empty grid of 3 rows and 3 columns. Ann and Bob take turns; Ann begins.
Moving.  Put a domino onto two empty squares next to each other.
Winning. A player who cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, SQUARE, Dial, Game, MoveKind, Mover, SquareSet


class Cram(Game):
    title, players, marks = "Cram", ("Ann", "Bob"), ("A", "B")
    moves, pieces, symmetric = (MoveKind("", SQUARE, SQUARE),), {"taken": "#"}, True

    rows = Dial(3, 2, 4, "rows of the grid")
    columns = Dial(3, 2, 5, "columns of the grid")

    class Position(NamedTuple):
        taken: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.squares = self.rows * self.columns

    def start(self) -> Position:
        return self.Position(0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for square in range(self.squares):
            for other in (square + 1, square + self.columns):
                is_beside = other < self.squares and (other != square + 1 or other % self.columns > 0)
                if is_beside and position.taken & (1 << square | 1 << other) == 0:
                    yield square * self.squares + other

    def play(self, position: Position, move: int) -> Position:
        return self.Position(position.taken | 1 << move // self.squares | 1 << move % self.squares, 1 - position.mover)

    def outcome(self, position: Position) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def transform_move(self, position: Position, move: int, number: int) -> int:
        kind, (one, other) = self.split_move(super().transform_move(position, move, number))
        return self.join_move(kind, min(one, other), max(one, other))
