"""Reversi.

Goal.    Have more discs on the board than the other side when neither can move.
Setup.   A board of 4x4 squares. Two black and two white discs lie crosswise in the middle. Black begins.
Moving.  Put a disc of your colour on an empty square so that one or more rows of the other side's discs, straight or
         diagonal, lie between it and another disc of yours. All these are turned over. Whoever cannot move passes.
Winning. When neither side can move, whoever has more discs wins. Equal numbers are a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, OFF, ONGOING, PASS, PLACE, SECOND, SECOND_WINS, TIE, BadOption, Dial, Game
from squarely import Mover, SquareSet, Words, count_squares, neighbours


class ReversiWords(Words["Reversi"]):
    def reason(self, position: "Reversi.Position") -> str:
        first, second = self.game.points(position)
        return f"neither side can move, and the discs are {first} to {second}"


class Reversi(Game):
    title, players, marks = "Reversi", ("Black", "White"), ("B", "W")
    moves, symmetric, Words = (PLACE, PASS), True, ReversiWords

    size = Dial(4, 4, 6, "rows and columns of the board")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        if self.size % 2:
            raise BadOption("a board whose middle is one square has no place for four discs; size is 4 or 6")
        self.squares = self.size**2
        self.around = neighbours(self.size, self.size, tuple(range(8)))

    def start(self) -> Position:
        corner = (self.size // 2 - 1) * (self.size + 1)  # the upper left square of the middle
        return self.Position(
            1 << corner + 1 | 1 << corner + self.size, 1 << corner | 1 << corner + self.size + 1, FIRST
        )

    def legal_moves(self, position: Position) -> Iterator[int]:
        can_place = False
        for square in range(self.squares):
            if self.turned(position.first, position.second, position.mover, square):
                can_place = True
                yield square
        if not can_place and self.can_move(position, 1 - position.mover):
            yield self.squares

    def play(self, position: Position, move: int) -> Position:
        if move == self.squares:
            return self.Position(position.first, position.second, 1 - position.mover)
        turned = self.turned(position.first, position.second, position.mover, move)
        if position.mover == FIRST:
            return self.Position(position.first | turned | 1 << move, position.second & ~turned, SECOND)
        return self.Position(position.first & ~turned, position.second | turned | 1 << move, FIRST)

    def outcome(self, position: Position) -> int:
        if self.can_move(position, FIRST) or self.can_move(position, SECOND):
            return ONGOING
        first, second = self.points(position)
        if first == second:
            return TIE
        return FIRST_WINS if first > second else SECOND_WINS

    def points(self, position: Position) -> tuple[int, int]:
        return count_squares(position.first), count_squares(position.second)

    def can_move(self, position: Position, side: int) -> bool:
        for square in range(self.squares):
            if self.turned(position.first, position.second, side, square):
                return True
        return False

    def turned(self, first: int, second: int, side: int, square: int) -> int:
        """The discs that a disc of this side on a square would turn over."""
        own, other = (first, second) if side == FIRST else (second, first)
        found = 0
        if (first | second) >> square & 1:
            return found
        for way in range(8):
            row, here = 0, self.around[square][way]
            while here != OFF and other >> here & 1:
                row |= 1 << here
                here = self.around[here][way]
            if here != OFF and own >> here & 1:
                found |= row
        return found
