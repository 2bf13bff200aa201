"""Starter.

Goal.    Be the last who can move.
Setup.   A grid of 4 rows and 4 columns. Player 1's token stands in the top left corner, Player 2's in the bottom right
         one. Player 1 begins.
Moving.  Slide your token up to 2 squares up, down, left or right. The square that it leaves is burnt. No token passes
         over a burnt square or over the other token, or stops there.
Winning. Whoever cannot move loses.
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
    CountPart,
    Dial,
    MoveKind,
    Mover,
    Options,
    Square,
    SquareSet,
    Symmetry,
    step,
)

TITLE, GOAL = "Starter", "Be the last who can move."
NAMES, MARKS = ("Player 1", "Player 2"), ("1", "2")
PIECES = {"burnt": "x"}  # the fields called first and second are written as their marks
ROWS, COLUMNS = 4, 4  # unless an option says otherwise
OPTIONS = (
    Dial("rows", ROWS, 3, 21, "rows of the grid"),
    Dial("columns", COLUMNS, 3, 21, "columns of the grid"),
    Dial("reach", 2, 1, 4, "how many squares a token slides at most"),
)
MOVES = (MoveKind("", DIRECTION, CountPart("reach")),)  # its number is reach * direction + squares - 1


class Law(NamedTuple):
    rows: int
    columns: int
    reach: int


class Position(NamedTuple):
    first: Square
    second: Square
    burnt: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns, reach = int(options["rows"]), int(options["columns"]), int(options["reach"])
    if rows * columns > 63:
        raise BadOption(f"{rows}x{columns} makes no game: a set has 63 squares at most")
    return Law(rows, columns, reach)


def start(law: Law) -> Position:
    return Position(0, law.rows * law.columns - 1, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for move in range(4 * law.reach):
        if find_landing(law, position, move) != OFF:
            yield move


def play(law: Law, position: Position, move: int) -> Position:
    reached = find_landing(law, position, move)
    if position.mover == FIRST:
        return Position(reached, position.second, position.burnt | 1 << position.first, 1 - position.mover)
    return Position(position.first, reached, position.burnt | 1 << position.second, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for move in range(4 * law.reach):
        if find_landing(law, position, move) != OFF:
            return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def find_landing(law: Law, position: Position, move: int) -> int:
    """Where the mover's token stops; OFF if something is in its way."""
    own = position.first if position.mover == FIRST else position.second
    other = position.second if position.mover == FIRST else position.first
    landing = own
    for spaces in range(1, move % law.reach + 2):
        landing = step(law.rows, law.columns, own, move // law.reach, spaces)
        if landing == OFF or (position.burnt | 1 << other) >> landing & 1 == 1:
            return OFF
    return landing


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True  # the board may be turned and mirrored in every way
