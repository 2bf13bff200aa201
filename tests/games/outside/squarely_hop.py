"""Hop.

Goal.    Be the first to bring a piece to the far row.
Setup.   A 4x4 grid: columns A to D, rows 1 to 4 from the top. Light's pieces fill the bottom row, Dark's the top.
         Light begins.
Moving.  Step one square forward or sideways onto an empty square, or hop straight forward over one piece, of
         either side, onto the empty square behind it. Nothing is captured.
Winning. Whoever reaches the far row wins at once. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, SQUARE, UP, BadPosition, Dial, Game, MoveKind
from squarely import Mover, SquareSet, Symmetry, Words


class HopWords(Words["Hop"]):
    def phrases(self) -> dict[str, str]:
        size = self.game.size
        return {**super().phrases(), "A to D": f"A to {'CDEF'[size - 3]}", "1 to 4": f"1 to {size}"}

    def reason(self, position: "Hop.Position") -> str:
        mover, other = self.game.players[position.mover], self.game.players[1 - position.mover]
        arrived = position[1 - position.mover] & self.game.home[position.mover]
        return f"{other} reached the far row" if arrived else f"{mover} cannot move"


class Hop(Game):
    title, players, marks = "Hop", ("Light", "Dark"), ("L", "D")
    moves, Words = (MoveKind("", SQUARE, SQUARE),), HopWords  # the square it leaves, the square it reaches

    size = Dial(4, 3, 6, "rows and columns of the grid")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:  # for each side, the row it begins on, as a set of bits; the far row of the other
        self.home = ((2**self.size - 1) << self.size * (self.size - 1), 2**self.size - 1)

    def start(self) -> Position:
        return self.Position(self.home[0], self.home[1], FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for move in range(self.size**4):
                if self.is_possible(position, move):
                    yield move

    def play(self, position: Position, move: int) -> Position:
        left, reached = divmod(move, self.size**2)
        changed = 1 << left | 1 << reached
        if position.mover == FIRST:
            return self.Position(position.first ^ changed, position.second, SECOND)
        return self.Position(position.first, position.second ^ changed, FIRST)

    def outcome(self, position: Position) -> int:
        if position.first & self.home[1]:
            return FIRST_WINS
        if position.second & self.home[0]:
            return SECOND_WINS
        for move in range(self.size**4):
            if self.is_possible(position, move):
                return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def is_possible(self, position: Position, move: int) -> bool:
        left, reached = divmod(move, self.size**2)
        own = position.first if position.mover == FIRST else position.second
        taken = position.first | position.second
        if own >> left & 1 == 0 or taken >> reached & 1 == 1:
            return False
        forward = (left // self.size - reached // self.size) * (1 if position.mover == FIRST else -1)
        sideways = abs(reached % self.size - left % self.size)
        if forward == 2 and sideways == 0:
            return taken >> (left + reached) // 2 & 1 == 1
        return (forward == 1 and sideways == 0) or (forward == 0 and sideways == 1)

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.directions[UP] == UP  # left for right

    def check(self, position: Position) -> None:
        if position.first.bit_count() != self.size or position.second.bit_count() != self.size:
            raise BadPosition(f"each side has {self.size} pieces")
        if position[position.mover] & self.home[1 - position.mover]:
            mark = self.marks[position.mover]
            raise BadPosition(f"{mark} has reached the far row and has won: it cannot be its turn")
