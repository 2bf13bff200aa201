"""A new game.

Goal.    Be the first to have 3 stones in a line.
Setup.   An empty grid of 4 rows and 4 columns. Black and White take turns; Black begins.
Moving.  Put a stone on any empty square.
Winning. The first player with 3 stones in a line, across, down or diagonally, wins. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, TIE, BadOption, Dial, Game, Mover
from squarely import SquareSet, Words, all_squares, covers_any, lines


class StarterWords(Words["Starter"]):
    def reason(self, position: "Starter.Position") -> str:
        if self.game.outcome(position) == TIE:
            return "the grid is full"
        return f"{self.game.players[1 - position.mover]} has {self.game.stones} stones in a line"


class Starter(Game):
    title, players, marks = "A new game", ("Black", "White"), ("B", "W")
    moves, symmetric, Words = (PLACE,), True, StarterWords  # the number of a move is that of its square

    rows = Dial(4, 2, 7, "rows of the grid")
    columns = Dial(4, 2, 9, "columns of the grid")
    stones = Dial(3, 2, 5, "how many stones in a line win", change="{:stone} in a line win")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.full = all_squares(self.rows, self.columns)
        self.lines = lines(self.rows, self.columns, self.stones)  # each as a set of squares
        if not self.lines:
            raise BadOption(f"{self.stones} stones do not fit in a line of {self.rows}x{self.columns} squares")

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in range(self.rows * self.columns):
                if (position.first | position.second) >> square & 1 == 0:
                    yield square

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, SECOND)
        return self.Position(position.first, position.second | 1 << move, FIRST)

    def outcome(self, position: Position) -> int:
        if covers_any(position.first, self.lines):
            return FIRST_WINS
        if covers_any(position.second, self.lines):
            return SECOND_WINS
        return TIE if position.first | position.second == self.full else ONGOING
