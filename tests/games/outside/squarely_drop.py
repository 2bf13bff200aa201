"""Drop.

Goal.    Be the first to have three discs in a line: across, down or diagonally.
Setup.   An empty grid of 3 rows and 4 columns. Red and Yellow take turns; Red begins.
Moving.  Drop a disc into a column that is not full: it comes to lie on the lowest empty square.
Winning. Whoever completes a line of three wins at once. A full grid without one is a tie.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, SQUARE, TIE, Dial, MoveKind, Mover, SquareSet, Symmetry

TITLE, GOAL = "Drop", "Be the first to have three discs in a line."
NAMES, MARKS = ("Red", "Yellow"), ("R", "Y")
OPTIONS = (Dial("rows", 3, 3, 6, "rows of the grid"), Dial("columns", 4, 3, 7, "columns of the grid"))
RULE_SETS = {"roomy": "rows=4,columns=5"}
MOVES = (MoveKind("", SQUARE),)


class Law(NamedTuple):
    rows: int
    columns: int
    lines: tuple[int, ...]  # every line of three, as a set of bits


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Mapping[str, int | str]) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    lines = []
    for row, column, (down, right) in product(range(rows), range(columns), ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = [(row + step * down, column + step * right) for step in range(3)]
        if all(y < rows and 0 <= x < columns for y, x in line):
            lines.append(sum(1 << y * columns + x for y, x in line))
    return Law(rows, columns, tuple(lines))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    taken = position.first | position.second
    if outcome(law, position) == ONGOING:
        for square in range(law.rows * law.columns):
            below = square + law.columns
            if taken >> square & 1 == 0 and (below >= law.rows * law.columns or taken >> below & 1):
                yield square


def play(law: Law, position: Position, move: int) -> Position:
    if position.mover == FIRST:
        return Position(position.first | 1 << move, position.second, 1 - position.mover)
    return Position(position.first, position.second | 1 << move, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for line in law.lines:
        if position.first & line == line:
            return FIRST_WINS
        if position.second & line == line:
            return SECOND_WINS
    return TIE if position.first | position.second == (1 << law.rows * law.columns) - 1 else ONGOING


def reason(law: Law, position: Position) -> str:
    return "the grid is full" if outcome(law, position) == TIE else f"{NAMES[1 - position.mover]} has three in a line"


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.squares[1] in (1, law.columns - 2)  # left for right
