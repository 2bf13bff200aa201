"""Connect Four.

Goal.    Be the first to have four discs in a line: across, down or diagonally.
Setup.   An upright grid, empty, of 4 rows and 4 columns. Red and Yellow take turns; Red begins.
Moving.  Drop a disc into a column that is not full: it comes to lie on the lowest empty square.
Winning. Whoever completes a line of four wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, TIE, UP, Dial, Game, Mover, SquareSet
from squarely import Symmetry, Words, all_squares, covers_any, lines, spell_number, squares_in


class ConnectFourWords(Words["ConnectFour"]):
    def reason(self, position: "ConnectFour.Position") -> str:
        if self.game.outcome(position) == TIE:
            return "the grid is full"
        return f"{self.game.players[1 - position.mover]} has {spell_number(self.game.line)} in a line"

    def phrases(self) -> dict[str, str]:
        line = spell_number(self.game.line)
        return {**super().phrases(), "four discs": f"{line} discs", "line of four": f"line of {line}"}


class ConnectFour(Game):
    title, goal = "Connect Four", "Be the first to have four discs in a line."
    players, marks = ("Red", "Yellow"), ("R", "Y")
    moves, Words = (PLACE,), ConnectFourWords
    rule_sets = {"wide": "columns=5", "full": "rows=6,columns=7"}

    rows = Dial(4, 3, 6, "rows of the grid")
    columns = Dial(4, 3, 7, "columns of the grid")
    line = Dial(4, 3, 4, "discs in a line that win")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.full = all_squares(self.rows, self.columns)
        self.ground = self.full & ~(self.full >> self.columns)  # the lowest row, which nothing lies below
        self.lines = lines(self.rows, self.columns, self.line)  # every line that wins, each as a set of bits

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            taken = position.first | position.second
            for square in squares_in(~taken & (taken >> self.columns | self.ground)):
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

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.directions[UP] == UP  # left for right
