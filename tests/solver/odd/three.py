"""Slide: both have two pieces on a row of squares, kept in a `grid.Board`; step right onto an empty square.

Pieces are runners or, on the last three squares, crowned. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.grid import EMPTY_BOARD, Board, at, put
from squarely.core.options import Dial, Options
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

OPTIONS = (Dial("squares", 16, 6, 36, "squares of the row"),)
CROWNED = 2  # added to a piece, 1 or 2


class Law(NamedTuple):
    squares: int


class Position(NamedTuple):
    board: Board
    mover: int


def enact(options: Options) -> Law:
    return Law(int(options["squares"]))


def start(law: Law) -> Position:
    board = EMPTY_BOARD
    for square in range(4):
        board = put(board, square, 2 - square % 2)
    return Position(board, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for square in range(law.squares - 1):
        piece = at(position.board, square)
        if piece > 0 and (piece - 1) % 2 == position.mover and at(position.board, square + 1) == 0:
            yield square


def play(law: Law, position: Position, move: int) -> Position:
    piece = 1 + (at(position.board, move) - 1) % 2
    crowned = piece + (CROWNED if move + 1 >= law.squares - 3 else 0)
    return Position(put(put(position.board, move, 0), move + 1, crowned), 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for _ in legal_moves(law, position):
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def read_position(law: Law, text: str) -> Position:
    first, second, third, mover = numbers_of(text)
    return Position((first, second, third), mover)
