"""Hex.

Goal.    Join your two edges by a chain of your stones.
Setup.   A board of 4x4 hexagons, empty, each row half a hexagon further right than the one above it. The top and the
         bottom edge are Red's, the left and the right edge Blue's. Red begins.
Moving.  Put a stone on an empty hexagon. Hexagons touch those left and right of them, above and above to the right,
         below and below to the left.
Winning. Whoever joins both own edges by a chain of touching stones wins at once. One of the two always does.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    DOWN,
    DOWN_LEFT,
    FIRST,
    LEFT,
    ONGOING,
    RIGHT,
    SQUARE,
    UP,
    UP_RIGHT,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    Symmetry,
    all_squares,
    edge,
    in_order,
    neighbour_sets,
    other,
    own,
    spread,
    squares_in,
    win_of,
)

TITLE, GOAL = "Hex", "Join your two edges by a chain of your stones."
NAMES, MARKS = ("Red", "Blue"), ("R", "B")
OPTIONS = (Dial("size", 4, 2, 5, "rows and columns of the board"),)
MOVES = (MoveKind("", SQUARE),)


class Law(NamedTuple):
    size: int
    full: int  # every hexagon, as a set of bits
    begins: tuple[int, int]  # for each side, one of its edges, as a set of bits
    ends: tuple[int, int]  # and the edge opposite
    around: tuple[int, ...]  # for each hexagon, those that touch it, as a set of bits


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    size = int(options["size"])
    top, bottom, left, right = (edge(size, size, direction) for direction in (UP, DOWN, LEFT, RIGHT))
    around = neighbour_sets(size, size, (UP, DOWN, LEFT, RIGHT, UP_RIGHT, DOWN_LEFT))
    return Law(size, all_squares(size, size), (top, left), (bottom, right), around)


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
    """Only whoever moved last can have joined anything."""
    side = 1 - position.mover
    chain = spread(law.begins[side], other(position), law.around)
    return win_of(side) if chain & law.ends[side] else ONGOING


def reason(law: Law, position: Position) -> str:
    return f"{NAMES[1 - position.mover]} joined {('top and bottom', 'left and right')[1 - position.mover]}"


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.squares[0] == law.size**2 - 1 and symmetry.directions[UP] == DOWN  # turned upside down


def draw(law: Law, position: Position) -> str:
    marks = [
        MARKS[0] if position.first >> at & 1 else MARKS[1] if position.second >> at & 1 else "."
        for at in range(law.size**2)
    ]
    rows = [" ".join(marks[row * law.size : (row + 1) * law.size]) for row in range(law.size)]
    return "\n".join(
        ["  " + " ".join("ABCDE"[: law.size]), *(f"{' ' * at}{at + 1} {row}" for at, row in enumerate(rows))]
    )


def reworded(law: Law) -> dict[str, str]:
    return {"4x4": f"{law.size}x{law.size}"}
