"""Hop.

Goal.    Be the first to bring a piece to the far row.
Setup.   A 4x4 grid: columns A to D, rows 1 to 4 from the top. Light's pieces fill the bottom row, Dark's the top.
         Light begins.
Moving.  Step one square forward or sideways onto an empty square, or hop straight forward over one piece, of
         either side, onto the empty square behind it. Nothing is captured.
Winning. Whoever reaches the far row wins at once. Whoever cannot move loses.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import squarely
from squarely import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, SQUARE, BadPosition, Dial, MoveKind, Mover, SquareSet

TITLE, GOAL = "Hop", "Be the first to bring a piece to the far row."
NAMES, MARKS = ("Light", "Dark"), ("L", "D")
OPTIONS = (Dial("size", 4, 3, 6, "rows and columns of the grid"),)
MOVES = (MoveKind("", SQUARE, SQUARE),)  # the square it leaves, the square it reaches


class Law(NamedTuple):
    size: int
    home: tuple[int, int]  # for each side, the row it begins on, as a set of bits; the far row of the other


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Mapping[str, int | str]) -> Law:
    size = int(options["size"])
    return Law(size, ((2**size - 1) << size * (size - 1), 2**size - 1))


def start(law: Law) -> Position:
    return Position(law.home[0], law.home[1], FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for move in range(law.size**4):
            if is_possible(law, position, move):
                yield move


def play(law: Law, position: Position, move: int) -> Position:
    left, reached = divmod(move, law.size**2)
    changed = 1 << left | 1 << reached
    if position.mover == FIRST:
        return Position(position.first ^ changed, position.second, 1 - position.mover)
    return Position(position.first, position.second ^ changed, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.first & law.home[1]:
        return FIRST_WINS
    if position.second & law.home[0]:
        return SECOND_WINS
    for move in range(law.size**4):
        if is_possible(law, position, move):
            return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def is_possible(law: Law, position: Position, move: int) -> bool:
    left, reached = divmod(move, law.size**2)
    own = position.first if position.mover == FIRST else position.second
    taken = position.first | position.second
    if own >> left & 1 == 0 or taken >> reached & 1 == 1:
        return False
    forward = (left // law.size - reached // law.size) * (1 if position.mover == FIRST else -1)
    sideways = abs(reached % law.size - left % law.size)
    if forward == 2 and sideways == 0:
        return taken >> (left + reached) // 2 & 1 == 1
    return (forward == 1 and sideways == 0) or (forward == 0 and sideways == 1)


def is_symmetry(law: Law, symmetry: squarely.Symmetry) -> bool:
    return symmetry.directions[squarely.UP] == squarely.UP  # left for right


def reworded(law: Law) -> dict[str, str]:
    return {"4x4": f"{law.size}x{law.size}", "A to D": f"A to {'CDEF'[law.size - 3]}", "1 to 4": f"1 to {law.size}"}


def reason(law: Law, position: Position) -> str:
    arrived = position[1 - position.mover] & law.home[position.mover]
    return f"{NAMES[1 - position.mover]} reached the far row" if arrived else f"{NAMES[position.mover]} cannot move"


def check(law: Law, position: Position) -> None:
    if position.first.bit_count() != law.size or position.second.bit_count() != law.size:
        raise BadPosition(f"each side has {law.size} pieces")
    if position[position.mover] & law.home[1 - position.mover]:
        raise BadPosition(f"{MARKS[position.mover]} has reached the far row and has won: it cannot be its turn")
