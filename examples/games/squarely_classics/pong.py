"""Pong Hau K'i.

Goal.    Block the other side.
Setup.   Five points: the corners of a square and its center. Black's two stones stand on the upper corners, White's two
         on the lower ones; the center is empty. Black begins.
Moving.  Move one of your stones along a line to the empty point. Lines join the center with all corners, and corners
         with those next to them, except the two upper ones.
Winning. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    SQUARE,
    UP,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    Symmetry,
    in_order,
    other,
    own,
    squares_in,
    win_of,
)

TITLE, GOAL = "Pong Hau K'i", "Block the other side."
NAMES, MARKS = ("Black", "White"), ("B", "W")
OPTIONS = ()
MOVES = (MoveKind("", SQUARE),)  # the stone that moves: there is one point where it can go
POINTS = 0b101_010_101
AROUND = (0b001_010_000, 0, 0b100_010_000, 0, 0b101_000_101, 0, 0b100_010_001, 0, 0b001_010_100)  # point by point


class Law(NamedTuple):
    size: int


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    return Law(3)


def start(law: Law) -> Position:
    return Position(0b000_000_101, 0b101_000_000, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    empty = POINTS & ~(position.first | position.second)
    for stone in squares_in(own(position)):
        if AROUND[stone] & empty:
            yield stone


def play(law: Law, position: Position, move: int) -> Position:
    empty = POINTS & ~(position.first | position.second)
    first, second = in_order(position.mover, own(position) ^ 1 << move ^ empty, other(position))
    return Position(first, second, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for _ in legal_moves(law, position):
        return ONGOING
    return win_of(1 - position.mover)


def reason(law: Law, position: Position) -> str:
    return f"{NAMES[position.mover]} cannot move"


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.directions[UP] == UP  # left for right
