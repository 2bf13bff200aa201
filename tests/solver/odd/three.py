"""Slide: both have two pieces on a row of squares, kept as the contents of a board; step right onto an empty square.

Pieces are runners or, on the last three squares, crowned. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.board.grid import EMPTY_BOARD, at, put
from squarely.core.errors import BadPosition
from squarely.core.rules.fields import Contents, Mover
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd

CROWNED = 2  # added to a piece, 1 or 2


class Three(Odd):
    squares = Dial(16, 6, 36, "squares of the row")

    class Position(NamedTuple):
        board: Contents
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.columns = 1, self.squares

    def maxima(self) -> dict[str, int]:
        return {"board": 2 + CROWNED}

    def start(self) -> Any:
        board = EMPTY_BOARD
        for square in range(4):
            board = put(board, square, 2 - square % 2)
        return self.Position(board, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        for square in range(self.squares - 1):
            piece = at(position.board, square)
            if piece > 0 and (piece - 1) % 2 == position.mover and at(position.board, square + 1) == 0:
                yield square

    def play(self, position: Any, move: int) -> Any:
        piece = 1 + (at(position.board, move) - 1) % 2
        crowned = piece + (CROWNED if move + 1 >= self.squares - 3 else 0)
        return self.Position(put(put(position.board, move, 0), move + 1, crowned), 1 - position.mover)

    def outcome(self, position: Any) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def read_position(self, text: str) -> Any:
        try:
            first, second, third, mover = map(int, text.split(maxsplit=1)[0].split(","))
        except ValueError:
            raise BadPosition(f"{text!r} is no position") from None
        return self.Position((first, second, third), mover)
