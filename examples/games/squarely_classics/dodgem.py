"""Dodgem.

Goal.    Drive your cars off the board before the other side does.
Setup.   A board of 3x3 squares. Blue's two cars stand on the left edge, Red's two on the bottom edge; the corner
         between them is empty. Blue begins.
Moving.  Drive a car one square forward or sideways onto an empty square, never back. Forward is right for Blue and up
         for Red. From the far edge, a car leaves the board by driving forward, and does not come back.
Winning. Whoever has no move when it is their turn wins: all their cars have left, or the other side has blocked them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    DOWN,
    FIRST,
    LEFT,
    OFF,
    ONGOING,
    RIGHT,
    SQUARE,
    UP,
    Dial,
    MoveKind,
    Mover,
    Options,
    SquareSet,
    StepPart,
    edge,
    in_order,
    other,
    own,
    spell_number,
    step,
    win_of,
)

TITLE, GOAL = "Dodgem", "Drive your cars off the board before the other side does."
NAMES, MARKS = ("Blue", "Red"), ("B", "R")
OPTIONS = (Dial("size", 3, 3, 5, "rows and columns of the board"),)
MOVES = (MoveKind("", SQUARE, StepPart(4)), MoveKind("leave", SQUARE))
FORWARD, BACK = (RIGHT, UP), (LEFT, DOWN)


class Law(NamedTuple):
    size: int


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    return Law(int(options["size"]))


def start(law: Law) -> Position:
    left, bottom = edge(law.size, law.size, LEFT), edge(law.size, law.size, DOWN)
    return Position(left & ~bottom, bottom & ~left, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for move in range(law.size**2 * 5):
        if is_possible(law, position, move):
            yield move


def play(law: Law, position: Position, move: int) -> Position:
    car, direction = split(law, position, move)
    target = step(law.size, law.size, car, direction)
    cars = own(position) & ~(1 << car)
    if target != OFF:
        cars |= 1 << target
    first, second = in_order(position.mover, cars, other(position))
    return Position(first, second, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for _ in legal_moves(law, position):
        return ONGOING
    return win_of(position.mover)


def split(law: Law, position: Position, move: int) -> tuple[int, int]:
    """The square of the car and the direction in which it drives; whoever leaves drives forward."""
    squares = law.size**2
    return (move // 4, move % 4) if move < squares * 4 else (move - squares * 4, FORWARD[position.mover])


def is_possible(law: Law, position: Position, move: int) -> bool:
    car, direction = split(law, position, move)
    if own(position) >> car & 1 == 0 or direction == BACK[position.mover]:
        return False
    target = step(law.size, law.size, car, direction)
    if move >= law.size**2 * 4 or target == OFF:
        return move >= law.size**2 * 4 and target == OFF
    return (position.first | position.second) >> target & 1 == 0


def reason(law: Law, position: Position) -> str:
    return f"{NAMES[position.mover]} is blocked" if own(position) else f"{NAMES[position.mover]}'s cars have left"


def reworded(law: Law) -> dict[str, str]:
    cars = spell_number(law.size - 1)
    return {"3x3": f"{law.size}x{law.size}", "two cars": f"{cars} cars", "two on": f"{cars} on"}
