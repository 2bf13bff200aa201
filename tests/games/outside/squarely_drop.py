"""Drop.

Goal.    Be the first to have three discs in a line: across, down or diagonally.
Setup.   An empty grid of 3 rows and 4 columns. Red and Yellow take turns; Red begins.
Moving.  Drop a disc into a column that is not full: it comes to lie on the lowest empty square.
Winning. Whoever completes a line of three wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, TIE, Dial, Game, Mover, SquareSet, lines
from squarely import Symmetry, Words


class DropWords(Words["Drop"]):
    def reason(self, position: "Drop.Position") -> str:
        tied = self.game.outcome(position) == TIE
        return "the grid is full" if tied else f"{self.game.players[1 - position.mover]} has three in a line"


class Drop(Game):
    title, goal = "Drop", "Be the first to have three discs in a line."
    players, marks = ("Red", "Yellow"), ("R", "Y")
    moves, Words, rule_sets = (PLACE,), DropWords, {"roomy": "rows=4,columns=5"}

    rows = Dial(3, 3, 6, "rows of the grid")
    columns = Dial(4, 3, 7, "columns of the grid")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.squares, self.lines = self.rows * self.columns, lines(self.rows, self.columns, 3)

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        taken = position.first | position.second
        if self.outcome(position) == ONGOING:
            for square in range(self.squares):
                below = square + self.columns
                if taken >> square & 1 == 0 and (below >= self.squares or taken >> below & 1):
                    yield square

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, SECOND)
        return self.Position(position.first, position.second | 1 << move, FIRST)

    def outcome(self, position: Position) -> int:
        for line in self.lines:
            if position.first & line == line:
                return FIRST_WINS
            if position.second & line == line:
                return SECOND_WINS
        return TIE if position.first | position.second == (1 << self.squares) - 1 else ONGOING

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.squares[1] in (1, self.columns - 2)  # left for right
