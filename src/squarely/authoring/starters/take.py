"""A new game.

Goal.    Take more counters than the other side.
Setup.   A grid of 4 rows and 4 columns with a counter on every square. Ann and Bob take turns; Ann begins.
Moving.  Take a counter, and with it any of the counters next to it: above, below, to the left and to the right.
Winning. When all counters are taken, the player with more of them wins. Equal numbers are a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, OFF, ONGOING, SECOND, SECOND_WINS, SQUARE, STRAIGHT, TIE, Dial, Game, MoveKind
from squarely import Mover, NeighboursPart, Points, SquareSet, Words, all_squares, count_squares, neighbours


class StarterWords(Words["Starter"]):
    def reason(self, position: "Starter.Position") -> str:
        return f"all counters are taken, {position.first} to {position.second}"


class Starter(Game):
    title, players, marks = "A new game", ("Ann", "Bob"), ("A", "B")
    moves = (MoveKind("", SQUARE, NeighboursPart(STRAIGHT)),)  # 16 * the square + a bit for each way
    pieces, symmetric, points_only_at_end, Words = {"counters": "o"}, True, True, StarterWords

    rows = Dial(4, 2, 7, "rows of the grid")
    columns = Dial(4, 2, 9, "columns of the grid")

    class Position(NamedTuple):
        counters: SquareSet  # that are free
        first: Points
        second: Points
        mover: Mover

    def set_up(self) -> None:
        self.taken = tuple(self.find_taken(move) for move in range(16 * self.rows * self.columns))

    def find_taken(self, move: int) -> int:
        """The squares that a move empties; none if one of them is off the grid."""
        taken, around = 1 << move // 16, neighbours(self.rows, self.columns, STRAIGHT)[move // 16]
        beside = [square for way, square in enumerate(around) if move >> way & 1]
        return 0 if OFF in beside else taken | sum(1 << square for square in beside)

    def start(self) -> Position:
        return self.Position(all_squares(self.rows, self.columns), 0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for move in range(16 * self.rows * self.columns):
            if self.taken[move] and position.counters & self.taken[move] == self.taken[move]:
                yield move

    def play(self, position: Position, move: int) -> Position:
        counters, scored = position.counters ^ self.taken[move], count_squares(self.taken[move])
        if position.mover == FIRST:
            return self.Position(counters, position.first + scored, position.second, SECOND)
        return self.Position(counters, position.first, position.second + scored, FIRST)

    def outcome(self, position: Position) -> int:
        if position.counters:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def maxima(self) -> dict[str, int]:
        return {"first": self.rows * self.columns, "second": self.rows * self.columns}
