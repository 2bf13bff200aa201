"""Starter.

Goal.    Be the last who can push the token.
Setup.   A grid of 4 rows and 4 columns. One token, which both sides push, stands in the top left corner. Player 1
         begins.
Moving.  Push the token one square up, down, left or right, onto a square where it has not been.
Winning. Whoever cannot push it loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    DIRECTION,
    FIRST,
    FIRST_WINS,
    OFF,
    ONGOING,
    SECOND_WINS,
    BadOption,
    Dial,
    MoveKind,
    Mover,
    Options,
    Square,
    SquareSet,
    Symmetry,
    step,
)

TITLE, GOAL = "Starter", "Be the last who can push the token."
NAMES, MARKS = ("Player 1", "Player 2"), ("1", "2")
PIECES = {"token": "*", "trail": "x"}
ROWS, COLUMNS = 4, 4  # unless an option says otherwise
OPTIONS = (
    Dial("rows", ROWS, 3, 21, "rows of the grid"),
    Dial("columns", COLUMNS, 3, 21, "columns of the grid"),
)
MOVES = (MoveKind("", DIRECTION),)  # up, down, left and right are the moves 0 to 3


class Law(NamedTuple):
    rows: int
    columns: int


class Position(NamedTuple):
    token: Square
    trail: SquareSet  # where it has been
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    if rows * columns > 63:
        raise BadOption(f"{rows}x{columns} makes no game: a set has 63 squares at most")
    return Law(rows, columns)


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for way in range(4):
        if is_free(law, position, way):
            yield way


def play(law: Law, position: Position, move: int) -> Position:
    reached = step(law.rows, law.columns, position.token, move)
    return Position(reached, position.trail | 1 << position.token, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for way in range(4):
        if is_free(law, position, way):
            return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def is_free(law: Law, position: Position, way: int) -> bool:
    reached = step(law.rows, law.columns, position.token, way)
    return reached != OFF and position.trail >> reached & 1 == 0


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True  # the board may be turned and mirrored in every way
