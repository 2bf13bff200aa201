"""Tic-tac-toe.

Goal.    Be the first to have three marks in a line: across, down or diagonally.
Setup.   An empty grid of 3 rows and 3 columns. Cross and Nought take turns; Cross begins.
Moving.  Put your mark on an empty square.
Winning. Whoever completes a line of three wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    SQUARE,
    TIE,
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

TITLE, GOAL = "Tic-tac-toe", "Be the first to have three marks in a line."
NAMES, MARKS = ("Cross", "Nought"), ("X", "O")
OPTIONS = (
    Dial("rows", 3, 3, 5, "rows of the grid"),
    Dial("columns", 3, 3, 5, "columns of the grid"),
    Dial("line", 3, 3, 5, "marks in a line that win"),
)
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
        for square in squares_in(law.full & ~(position.first | position.second)):
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
    return True


def reworded(law: Law) -> dict[str, str]:
    return {
        "3 rows": f"{law.rows} rows",
        "3 columns": f"{law.columns} columns",
        "three marks": f"{spell_number(law.line)} marks",
        "line of three": f"line of {spell_number(law.line)}",
    }
