"""Dots and Boxes.

Goal.    Close the most boxes.
Setup.   Dots that make 2 rows and 2 columns of boxes, no line drawn. Ann and Bob take turns; Ann begins.
Moving.  Draw a line between two dots next to each other: B1 lies between the dots A1 and C1. Whoever draws the fourth
         side of a box closes it, has a point and draws again.
Winning. When all lines are drawn, whoever has closed more boxes wins; as many each is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    SECOND,
    SQUARE,
    TIE,
    Dial,
    MoveKind,
    Mover,
    Options,
    Points,
    Squares,
    SquareSet,
    Symmetry,
    each_square,
    in_order,
    neighbour_sets,
    other,
    own,
    squares_in,
    win_of,
)

TITLE, GOAL = "Dots and Boxes", "Close the most boxes."
NAMES, MARKS = ("Ann", "Bob"), ("A", "B")
OPTIONS = (Dial("height", 2, 1, 3, "rows of boxes"), Dial("width", 2, 1, 3, "columns of boxes"))
MOVES, PIECES = (MoveKind("", SQUARE),), {"drawn": "#"}


class Law(NamedTuple):
    rows: int  # of a grid of squares that are dots, lines and boxes: A1 is a dot, B1 a line, B2 a box
    columns: int
    sides: int  # the squares of all lines, as a set of bits
    middles: tuple[int, ...]  # the squares of all boxes
    boxes: tuple[int, ...]  # the four lines of each box, as a set of bits


class Position(NamedTuple):
    drawn: SquareSet
    first: Points
    second: Points
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns = 2 * int(options["height"]) + 1, 2 * int(options["width"]) + 1
    sides = sum(1 << row * columns + column for row, column in each_square(rows, columns) if (row + column) % 2)
    middles = tuple(row * columns + column for row, column in each_square(rows, columns) if row % 2 and column % 2)
    around = neighbour_sets(rows, columns)
    return Law(rows, columns, sides, middles, tuple(around[middle] for middle in middles))


def start(law: Law) -> Position:
    return Position(0, 0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for side in squares_in(law.sides & ~position.drawn):
        yield side


def play(law: Law, position: Position, move: int) -> Position:
    drawn, closed = position.drawn | 1 << move, 0
    for box in law.boxes:
        if box >> move & 1 and drawn & box == box:
            closed += 1
    first, second = in_order(position.mover, own(position) + closed, other(position))
    return Position(drawn, first, second, position.mover if closed else 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.drawn != law.sides:
        return ONGOING
    if position.first == position.second:
        return TIE
    return win_of(FIRST if position.first > position.second else SECOND)


def reason(law: Law, position: Position) -> str:
    return f"all lines are drawn, and the boxes are {position.first} to {position.second}"


def maxima(law: Law) -> dict[str, int]:
    return {"first": len(law.boxes), "second": len(law.boxes)}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True


def captured_squares(law: Law, before: Position, after: Position) -> Squares:
    boxes = zip(law.middles, law.boxes, strict=True)
    return tuple(middle for middle, box in boxes if after.drawn & box == box != before.drawn & box)


def shown(law: Law, position: Position) -> list[str]:
    squares = range(law.rows * law.columns)
    return ["—|"[at // law.columns % 2] if position.drawn >> at & 1 else "" for at in squares]


def draw(law: Law, position: Position) -> str:
    dots = [row % 2 == 0 == column % 2 for row, column in each_square(law.rows, law.columns)]
    looks = [text or " +"[dot] for text, dot in zip(shown(law, position), dots, strict=True)]
    rows = ["".join(looks[at * law.columns : (at + 1) * law.columns]) for at in range(law.rows)]
    return "\n".join(["  " + "ABCDEFG"[: law.columns], *(f"{at} {row}" for at, row in enumerate(rows, 1))])


def reworded(law: Law) -> dict[str, str]:
    return {"2 rows": f"{law.rows // 2} rows", "2 columns": f"{law.columns // 2} columns"}
