"""Konane, or Hawaiian checkers.

Goal.    Be the last who can jump.
Setup.   A board of 4 rows and 4 columns, full of stones, black and white in turn; A1 is black. Black begins.
Moving.  Black first takes away one of the own stones in a corner or in the middle of the board, and White one of the
         own stones next to the gap. After that jump: over a stone of the other side next to yours, onto the empty
         square behind it, which takes the jumped stone away. You may jump on with the same stone, straight ahead.
Winning. Whoever cannot jump loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    SQUARE,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    Symmetry,
    in_order,
    neighbour_sets,
    other,
    own,
    squares_in,
    win_of,
)

TITLE, GOAL = "Konane", "Be the last who can jump."
NAMES, MARKS = ("Black", "White"), ("B", "W")
OPTIONS = (Dial("rows", 4, 3, 6, "rows of the board"), Dial("columns", 4, 3, 6, "columns of the board"))
MOVES = (MoveKind("", SQUARE), MoveKind("", SQUARE, SQUARE))  # a stone is taken away; a stone jumps


class Law(NamedTuple):
    rows: int
    columns: int
    black: int  # the squares of black stones at the start, as a set of bits
    opening: int  # those that may be taken away first
    around: tuple[int, ...]  # for each square, those next to it


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    off = [(abs(2 * (at // columns) - rows + 1), abs(2 * (at % columns) - columns + 1)) for at in range(rows * columns)]
    black = sum(1 << at for at in range(rows * columns) if (at // columns + at % columns) % 2 == 0)
    opening = sum(1 << at for at, each in enumerate(off) if max(each) <= 1 or each == off[0])
    return Law(rows, columns, black, black & opening, neighbour_sets(rows, columns))


def start(law: Law) -> Position:
    return Position(law.black, (1 << law.rows * law.columns) - 1 & ~law.black, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    squares = law.rows * law.columns
    gaps = (1 << squares) - 1 & ~(position.first | position.second)
    for stone in squares_in(own(position)):
        if gaps & gaps - 1 == 0:  # at most one
            if law.opening >> stone & 1 if gaps == 0 else law.around[stone] & gaps:
                yield stone
        else:
            for target in squares_in(gaps):
                if jumped(law, position, stone, target):
                    yield squares + stone * squares + target


def play(law: Law, position: Position, move: int) -> Position:
    stone, square = divmod(move, law.rows * law.columns)
    mine, theirs = own(position) ^ 1 << square, other(position)  # a stone taken away, or where one jumps to
    if stone > 0:
        mine, theirs = mine ^ 1 << stone - 1, theirs ^ jumped(law, position, stone - 1, square)
    first, second = in_order(position.mover, mine, theirs)
    return Position(first, second, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for _ in legal_moves(law, position):
        return ONGOING
    return win_of(1 - position.mover)


def jumped(law: Law, position: Position, stone: int, target: int) -> int:
    """The stones over which a jump leads, as a set of bits; none if there is no such jump."""
    down, right = target // law.columns - stone // law.columns, target % law.columns - stone % law.columns
    if (down != 0 and right != 0) or (down + right) % 2 == 1:
        return 0
    ahead, found = (1 if down == 0 else law.columns) * (1 if target > stone else -1), 0
    while stone != target:
        found |= 1 << stone + ahead
        stone += 2 * ahead
        if other(position) & found != found or (position.first | position.second) >> stone & 1:
            return 0
    return found


def reason(law: Law, position: Position) -> str:
    return f"{NAMES[position.mover]} cannot jump"


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return law.black >> symmetry.squares[0] & 1 == 1  # black squares stay black


def reworded(law: Law) -> dict[str, str]:
    return {"4 rows": f"{law.rows} rows", "4 columns": f"{law.columns} columns"}
