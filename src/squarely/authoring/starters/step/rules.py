"""Starter.

Goal.    Be the first to bring a piece to the far row.
Setup.   A grid of 4 rows and 4 columns. Light's pieces fill the bottom row, Dark's the top row. Light begins.
Moving.  Step one square forward, straight or diagonally, onto an empty square. A diagonal step may also capture the
         piece that stands there.
Winning. Whoever reaches the far row wins at once. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    FIRST_WINS,
    OFF,
    ONGOING,
    SECOND_WINS,
    SQUARE,
    UP,
    BadOption,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    StepPart,
    Symmetry,
    neighbours,
)

TITLE, GOAL = "Starter", "Be the first to bring a piece to the far row."
NAMES, MARKS = ("Light", "Dark"), ("L", "D")
ROWS, COLUMNS = 4, 4  # unless an option says otherwise
OPTIONS = (
    Dial("rows", ROWS, 3, 21, "rows of the grid"),
    Dial("columns", COLUMNS, 3, 21, "columns of the grid"),
)
MOVES = (MoveKind("", SQUARE, StepPart(8)),)  # the number of a move is 8 * the square it leaves + the way it goes
WAYS = ((0, 4, 5), (1, 6, 7))  # forward for each side: straight, to the left, to the right


class Law(NamedTuple):
    rows: int
    columns: int
    home: tuple[int, int]  # the row that each side begins on, as a set of squares: the far row of the other
    next: tuple[tuple[int, ...], ...]  # for each square, those around it


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    if rows * columns > 63:
        raise BadOption(f"{rows}x{columns} makes no game: a set has 63 squares at most")
    top = (1 << columns) - 1
    return Law(rows, columns, (top << columns * (rows - 1), top), neighbours(rows, columns, tuple(range(8))))


def start(law: Law) -> Position:
    return Position(law.home[0], law.home[1], FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for square in range(law.rows * law.columns):
            for way in WAYS[position.mover]:
                if can_step(law, position, square, way):
                    yield 8 * square + way


def play(law: Law, position: Position, move: int) -> Position:
    left, reached = move // 8, law.next[move // 8][move % 8]
    if position.mover == FIRST:
        return Position(position.first ^ (1 << left | 1 << reached), position.second & ~(1 << reached), 1)
    return Position(position.first & ~(1 << reached), position.second ^ (1 << left | 1 << reached), FIRST)


def outcome(law: Law, position: Position) -> int:
    if position.first & law.home[1]:
        return FIRST_WINS
    if position.second & law.home[0]:
        return SECOND_WINS
    for square in range(law.rows * law.columns):
        for way in WAYS[position.mover]:
            if can_step(law, position, square, way):
                return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def can_step(law: Law, position: Position, square: int, way: int) -> bool:
    own, other = position.first, position.second
    if position.mover != FIRST:
        own, other = other, own
    reached = law.next[square][way]
    if own >> square & 1 == 0 or reached == OFF or own >> reached & 1 == 1:
        return False
    return other >> reached & 1 == 0 or way > 1  # only diagonally onto the other's


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.directions[UP] == UP  # left for right
