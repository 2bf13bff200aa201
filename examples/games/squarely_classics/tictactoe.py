"""Tic-tac-toe.

Goal.    Be the first to have three marks in a line: across, down or diagonally.
Setup.   An empty grid of 3 rows and 3 columns. Cross and Nought take turns; Cross begins.
Moving.  Put your mark on an empty square.
Winning. Whoever completes a line of three wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, TIE, Dial, Game, Mover, SquareSet, Words
from squarely import all_squares, covers_any, lines, spell_number, squares_in


class TicTacToeWords(Words["TicTacToe"]):
    def reason(self, position: "TicTacToe.Position") -> str:
        if self.game.outcome(position) == TIE:
            return "the grid is full"
        return f"{self.game.players[1 - position.mover]} has {spell_number(self.game.line)} in a line"

    def phrases(self) -> dict[str, str]:
        line = spell_number(self.game.line)
        return {**super().phrases(), "three marks": f"{line} marks", "line of three": f"line of {line}"}


class TicTacToe(Game):
    title, goal = "Tic-tac-toe", "Be the first to have three marks in a line."
    players, marks = ("Cross", "Nought"), ("X", "O")
    moves, symmetric, Words = (PLACE,), True, TicTacToeWords

    rows = Dial(3, 3, 5, "rows of the grid")
    columns = Dial(3, 3, 5, "columns of the grid")
    line = Dial(3, 3, 5, "marks in a line that win")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.full = all_squares(self.rows, self.columns)
        self.lines = lines(self.rows, self.columns, self.line)  # every line that wins, each as a set of bits

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in squares_in(self.full & ~(position.first | position.second)):
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
