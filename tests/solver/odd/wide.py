"""Cover: a board of any size, one square a turn; whoever takes the last of the marked squares wins.

The option says how a rule that cannot be compiled is written, or one that is another when it is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Dial, Options
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

OPTIONS = (Dial("squares", 8, 3, 90, "squares of the board"), Dial("first", 0, 0, 90, "the first that can be taken"))


class Law(NamedTuple):
    squares: int
    first: int


class Position(NamedTuple):
    last: int  # the square that was taken last
    mover: int


def enact(options: Options) -> Law:
    return Law(int(options["squares"]), int(options["first"]))


def start(law: Law) -> Position:
    return Position(law.first, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    free = reachable(law, position)
    for square in range(law.squares):
        if free >> square & 1 == 1:
            yield square


def reachable(law: Law, position: Position) -> int:
    """The next two squares, as a set of bits: beyond square 63 there are none left in machine code."""
    free = 0
    for square in range(position.last + 1, min(position.last + 3, law.squares)):
        free |= 1 << square
    return free


def play(law: Law, position: Position, move: int) -> Position:
    return Position(move, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.last < law.squares - 1:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def move_count(law: Law) -> int:
    return law.squares


def read_position(law: Law, text: str) -> Position:
    return Position(*numbers_of(text))
