"""Ring: a token on a ring of squares is moved left or right, or taken off by taking the prize under it.

Squares that were taken cannot be taken again, and play can go round for ever. Who has more when all are taken wins.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Dial, Options
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

LEFT, RIGHT, TAKE = range(3)
OPTIONS = (Dial("size", 4, 2, 6, "squares"), Dial("toll", 0, 0, 1, "points that a step to the left costs"))


class Law(NamedTuple):
    size: int
    toll: int


class Position(NamedTuple):
    taken: int
    token: int
    mover: int
    first: int
    second: int


def enact(options: Options) -> Law:
    return Law(int(options["size"]), int(options["toll"]))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST, 0, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        yield LEFT
        yield RIGHT
        if position.taken >> position.token & 1 == 0:
            yield TAKE


def play(law: Law, position: Position, move: int) -> Position:
    taken, token, scored = position.taken, position.token, 0
    if move == LEFT:
        token, scored = (token - 1) % law.size, -law.toll
    elif move == RIGHT:
        token = (token + 1) % law.size
    else:
        taken, scored = taken | 1 << token, token + 1
    if position.mover == FIRST:
        return Position(taken, token, 1 - position.mover, position.first + scored, position.second)
    return Position(taken, token, 1 - position.mover, position.first, position.second + scored)


def outcome(law: Law, position: Position) -> int:
    if position.taken != (1 << law.size) - 1:
        return ONGOING
    if position.first == position.second:
        return TIE
    return FIRST_WINS if position.first > position.second else SECOND_WINS


def points(law: Law, position: Position) -> tuple[int, int]:
    return position.first, position.second


def scoreless(law: Law, position: Position) -> Position:
    return Position(position.taken, position.token, position.mover, 0, 0)


def read_position(law: Law, text: str) -> Position:
    return Position(*numbers_of(text))
