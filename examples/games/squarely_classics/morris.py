"""Three Men's Morris.

Goal.    Have your three men in a line: across, down or diagonally.
Setup.   A board of 3x3 points, empty, and three men for each side. White and Black take turns; White begins.
Moving.  Put a man on an empty point. Once all six are on the board, move one of yours to an empty point next to it,
         across or down.
Winning. Whoever has three in a line wins at once. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    SQUARE,
    MoveKind,
    Mover,
    Options,
    Ruling,
    SquareSet,
    Symmetry,
    all_squares,
    count_squares,
    covers_any,
    in_order,
    lines,
    neighbour_sets,
    other,
    own,
    squares_in,
    win_of,
)

TITLE, GOAL = "Three Men's Morris", "Have your three men in a line."
NAMES, MARKS = ("White", "Black"), ("W", "B")
STEPS = {
    "straight": "across or down to a point next to it",
    "lines": "along the lines of the board, which are also the two long diagonals",
    "any": "to a point next to it in any of eight directions",
    "jump": "to any empty point",
}
CENTER = {"allowed": "the first man may stand on the center", "barred": "the first man may not stand on the center"}
OPTIONS = (
    Ruling("steps", "straight", STEPS, "Men are moved differently from place to place."),
    Ruling("center", "allowed", CENTER, "Where the first player always won, the center was closed to the first man."),
)
MOVES = (MoveKind("", SQUARE), MoveKind("", SQUARE, SQUARE))  # a man is put down; a man moves
MEN, MIDDLE, FULL = 3, 4, all_squares(3, 3)


class Law(NamedTuple):
    size: int
    opening: int  # where the first man may stand, as a set of bits
    around: tuple[int, ...]  # for each point, those to which a man may move from it, as a set of bits
    lines: tuple[int, ...]  # every line of three, as a set of bits


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    straight, every = neighbour_sets(3, 3), neighbour_sets(3, 3, tuple(range(8)))
    along = tuple(every[point] if point % 2 == 0 else straight[point] for point in range(9))
    reach = {"straight": straight, "lines": along, "any": every, "jump": (FULL,) * 9}[str(options["steps"])]
    return Law(3, FULL & ~(1 << MIDDLE) if options["center"] == "barred" else FULL, reach, lines(3, 3, MEN))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    men, empty = own(position), FULL & ~(position.first | position.second)
    if covers_any(other(position), law.lines):
        return
    if count_squares(men) < MEN:
        for point in squares_in(empty & law.opening if empty == FULL else empty):
            yield point
    else:
        for man in squares_in(men):
            for point in squares_in(empty & law.around[man]):
                yield 9 + man * 9 + point


def play(law: Law, position: Position, move: int) -> Position:
    men = own(position) | 1 << move % 9  # what is reached counts fastest, also where a man moves
    if move >= 9:
        men ^= 1 << move // 9 - 1
    first, second = in_order(position.mover, men, other(position))
    return Position(first, second, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for _ in legal_moves(law, position):
        return ONGOING
    return win_of(1 - position.mover)


def reason(law: Law, position: Position) -> str:
    has_line = covers_any(other(position), law.lines)
    return f"{NAMES[1 - position.mover]} has three in a line" if has_line else f"{NAMES[position.mover]} cannot move"


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True
