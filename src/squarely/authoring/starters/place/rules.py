"""Starter.

Goal.    Be the first to have 3 stones in a line.
Setup.   An empty grid of 4 rows and 4 columns. Black and White take turns; Black begins.
Moving.  Put a stone on any empty square.
Winning. Whoever has 3 stones in a line, across, down or diagonally, wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    FIRST_WINS,
    ONGOING,
    SECOND_WINS,
    SQUARE,
    TIE,
    BadOption,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    Symmetry,
    all_squares,
    covers_any,
    lines,
)

TITLE, GOAL = "Starter", "Be the first to have 3 stones in a line."
NAMES, MARKS = ("Black", "White"), ("B", "W")
ROWS, COLUMNS = 4, 4  # unless an option says otherwise
OPTIONS = (
    Dial("rows", ROWS, 3, 21, "rows of the grid"),
    Dial("columns", COLUMNS, 3, 21, "columns of the grid"),
    Dial("line", 3, 2, 5, "how many stones in a line win"),
)
MOVES = (MoveKind("", SQUARE),)  # the number of a move is that of its square, row by row from 0


class Law(NamedTuple):
    rows: int
    columns: int
    line: int
    lines: tuple[int, ...]  # every line that wins, as a set of squares


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns, line = int(options["rows"]), int(options["columns"]), int(options["line"])
    if rows * columns > 63 or line > max(rows, columns):
        raise BadOption(f"{line} in a line on {rows}x{columns} makes no game: a line has to fit, on 63 squares at most")
    return Law(rows, columns, line, lines(rows, columns, line))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for square in range(law.rows * law.columns):
            if (position.first | position.second) >> square & 1 == 0:
                yield square


def play(law: Law, position: Position, move: int) -> Position:
    if position.mover == FIRST:
        return Position(position.first | 1 << move, position.second, 1 - position.mover)
    return Position(position.first, position.second | 1 << move, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if covers_any(position.first, law.lines):
        return FIRST_WINS
    if covers_any(position.second, law.lines):
        return SECOND_WINS
    return TIE if position.first | position.second == all_squares(law.rows, law.columns) else ONGOING


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True  # the board may be turned and mirrored in every way
