"""Connect Four.

Goal.    Be the first to have four discs in a line: across, down or diagonally.
Setup.   An upright grid, empty, of 4 rows and 4 columns. Red and Yellow take turns; Red begins.
Moving.  Drop a disc into a column that is not full: it comes to lie on the lowest empty square.
Winning. Whoever completes a line of four wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    SQUARE,
    TIE,
    UP,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    Symmetry,
    all_squares,
    covers_any,
    in_order,
    lines,
    other,
    own,
    spell_number,
    squares_in,
    win_of,
)

TITLE, GOAL = "Connect Four", "Be the first to have four discs in a line."
NAMES, MARKS = ("Red", "Yellow"), ("R", "Y")
OPTIONS = (
    Dial("rows", 4, 3, 6, "rows of the grid"),
    Dial("columns", 4, 3, 7, "columns of the grid"),
    Dial("line", 4, 3, 4, "discs in a line that win"),
)
RULE_SETS = {"wide": "columns=5", "full": "rows=6,columns=7"}
MOVES = (MoveKind("", SQUARE),)


class Law(NamedTuple):
    rows: int
    columns: int
    line: int
    full: int  # every square, as a set of bits
    lines: tuple[int, ...]  # every line that wins, each as a set of bits


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns, line = (int(options[name]) for name in ("rows", "columns", "line"))
    return Law(rows, columns, line, all_squares(rows, columns), lines(rows, columns, line))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        taken = position.first | position.second
        ground = law.full & ~(law.full >> law.columns)  # the lowest row, which nothing lies below
        for square in squares_in(~taken & (taken >> law.columns | ground)):
            yield square


def play(law: Law, position: Position, move: int) -> Position:
    first, second = in_order(position.mover, own(position) | 1 << move, other(position))
    return Position(first, second, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if covers_any(other(position), law.lines):
        return win_of(1 - position.mover)
    return TIE if position.first | position.second == law.full else ONGOING


def reason(law: Law, position: Position) -> str:
    if outcome(law, position) == TIE:
        return "the grid is full"
    return f"{NAMES[1 - position.mover]} has {spell_number(law.line)} in a line"


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.directions[UP] == UP  # left for right


def reworded(law: Law) -> dict[str, str]:
    return {
        "4 rows": f"{law.rows} rows",
        "4 columns": f"{law.columns} columns",
        "four discs": f"{spell_number(law.line)} discs",
        "line of four": f"line of {spell_number(law.line)}",
    }
