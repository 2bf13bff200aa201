"""Pong Hau K'i.

Goal.    Block the other side.
Setup.   Five points: the corners of a square and its center. Black's two stones stand on the upper corners, White's two
         on the lower ones; the center is empty. Black begins.
Moving.  Move one of your stones along a line to the empty point. Lines join the center with all corners, and corners
         with those next to them, except the two upper ones.
Winning. A player who cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, UP, Game, Mover, SquareSet, Symmetry, Words
from squarely import squares_in

POINTS = 0b101_010_101
AROUND = (0b001_010_000, 0, 0b100_010_000, 0, 0b101_000_101, 0, 0b100_010_001, 0, 0b001_010_100)  # point by point


class PongWords(Words["Pong"]):
    def reason(self, position: "Pong.Position") -> str:
        return f"{self.game.players[position.mover]} cannot move"


class Pong(Game):
    title, players, marks = "Pong Hau K'i", ("Black", "White"), ("B", "W")
    moves, Words = (PLACE,), PongWords  # the stone that moves: there is one point where it can go

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.size = 3

    def start(self) -> Position:
        return self.Position(0b000_000_101, 0b101_000_000, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        empty = POINTS & ~(position.first | position.second)
        for stone in squares_in(position.first if position.mover == FIRST else position.second):
            if AROUND[stone] & empty:
                yield stone

    def play(self, position: Position, move: int) -> Position:
        moved = 1 << move | POINTS & ~(position.first | position.second)
        if position.mover == FIRST:
            return self.Position(position.first ^ moved, position.second, SECOND)
        return self.Position(position.first, position.second ^ moved, FIRST)

    def outcome(self, position: Position) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.directions[UP] == UP  # left for right
