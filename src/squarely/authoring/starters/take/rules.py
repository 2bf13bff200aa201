"""Starter.

Goal.    Take more counters than the other side.
Setup.   A grid of 4 rows and 4 columns with a counter on every square. Ann and Bob take turns; Ann begins.
Moving.  Take a counter, and with it any of the counters next to it: above, below, to the left and to the right.
Winning. When all counters are taken, whoever has more of them wins. Equal numbers are a tie.
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
    TIE,
    UP,
    BadOption,
    Dial,
    MoveKind,
    Mover,
    NeighboursPart,
    Options,
    Points,
    SquareSet,
    Symmetry,
    count_squares,
    step,
)

TITLE, GOAL = "Starter", "Take more counters than the other side."
NAMES, MARKS = ("Ann", "Bob"), ("A", "B")
PIECES = {"counters": "o"}
ROWS, COLUMNS = 4, 4  # unless an option says otherwise
OPTIONS = (
    Dial("rows", ROWS, 3, 21, "rows of the grid"),
    Dial("columns", COLUMNS, 3, 21, "columns of the grid"),
)
MOVES = (MoveKind("", SQUARE, NeighboursPart((UP, DOWN, LEFT, RIGHT))),)  # 16 * the square + a bit for each neighbour


class Law(NamedTuple):
    rows: int
    columns: int


class Position(NamedTuple):
    counters: SquareSet  # that nobody has taken
    first: Points
    second: Points
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    if rows * columns > 63:
        raise BadOption(f"{rows}x{columns} makes no game: a set has 63 squares at most")
    return Law(rows, columns)


def start(law: Law) -> Position:
    return Position((1 << law.rows * law.columns) - 1, 0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for move in range(16 * law.rows * law.columns):
        taken = find_taken(law, move)
        if taken and position.counters & taken == taken:
            yield move


def play(law: Law, position: Position, move: int) -> Position:
    taken = find_taken(law, move)
    counters, points = position.counters ^ taken, count_squares(taken)
    if position.mover == FIRST:
        return Position(counters, position.first + points, position.second, 1 - position.mover)
    return Position(counters, position.first, position.second + points, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.counters:
        return ONGOING
    if position.first == position.second:
        return TIE
    return FIRST_WINS if position.first > position.second else SECOND_WINS


def find_taken(law: Law, move: int) -> int:
    """The squares that a move empties; none if one of them is off the grid."""
    taken = 1 << move // 16
    for way in range(4):
        if move >> way & 1 == 1:
            beside = step(law.rows, law.columns, move // 16, way)
            if beside == OFF:
                return 0
            taken |= 1 << beside
    return taken


def maxima(law: Law) -> dict[str, int]:
    return {"first": law.rows * law.columns, "second": law.rows * law.columns}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True  # the board may be turned and mirrored in every way
