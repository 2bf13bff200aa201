"""Starter.

Goal.    Be the last who can jump.
Setup.   A grid of 4 rows and 4 columns, filled with discs in turn, dark ones and light ones next to each other. The
         two discs at the left end of the top row are taken away. Dark begins.
Moving.  Jump with a disc, up, down, left or right, over a disc of the other side onto the empty square behind it. The
         disc that was jumped over is captured.
Winning. Whoever cannot jump loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    DOWN,
    FIRST,
    FIRST_WINS,
    LEFT,
    OFF,
    ONGOING,
    RIGHT,
    SECOND_WINS,
    SQUARE,
    UP,
    BadOption,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    each_square,
    step,
)

TITLE, GOAL = "Starter", "Be the last who can jump."
NAMES, MARKS = ("Dark", "Light"), ("D", "L")
ROWS, COLUMNS = 4, 4  # unless an option says otherwise
OPTIONS = (
    Dial("rows", ROWS, 3, 21, "rows of the grid"),
    Dial("columns", COLUMNS, 3, 21, "columns of the grid"),
)
MOVES = (MoveKind("", SQUARE, SQUARE),)  # the square it leaves, the square it reaches
WAYS = (UP, LEFT, RIGHT, DOWN)  # in the order of the squares they lead to


class Law(NamedTuple):
    rows: int
    columns: int
    dark: int  # the squares that dark discs begin on, and the light ones
    light: int


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    if rows * columns > 63:
        raise BadOption(f"{rows}x{columns} makes no game: a set has 63 squares at most")
    dark = sum(1 << row * columns + column for row, column in each_square(rows, columns) if (row + column) % 2 == 0)
    return Law(rows, columns, dark & ~1, (1 << rows * columns) - 1 & ~dark & ~2)


def start(law: Law) -> Position:
    return Position(law.dark, law.light, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    squares = law.rows * law.columns
    for square in range(squares):
        for way in WAYS:
            reached = find_landing(law, position, square, way)
            if reached != OFF:
                yield square * squares + reached


def play(law: Law, position: Position, move: int) -> Position:
    left, reached = divmod(move, law.rows * law.columns)
    moved, captured = 1 << left | 1 << reached, 1 << (left + reached) // 2
    if position.mover == FIRST:
        return Position(position.first ^ moved, position.second ^ captured, 1 - position.mover)
    return Position(position.first ^ captured, position.second ^ moved, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for square in range(law.rows * law.columns):
        for way in WAYS:
            if find_landing(law, position, square, way) != OFF:
                return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def find_landing(law: Law, position: Position, square: int, way: int) -> int:
    """Where a disc of the mover lands that jumps from this square; OFF if none can."""
    own, other = position.first, position.second
    if position.mover != FIRST:
        own, other = other, own
    over, landing = step(law.rows, law.columns, square, way), step(law.rows, law.columns, square, way, 2)
    if landing == OFF or own >> square & 1 == 0 or other >> over & 1 == 0 or (own | other) >> landing & 1 == 1:
        return OFF
    return landing
