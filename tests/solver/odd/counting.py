"""Nim with one heap: take one to three, whoever takes the last wins. It counts what is left by calling itself."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Dial, Options
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

OPTIONS = (Dial("heap", 12, 1, 60, "matches in the heap"),)


class Law(NamedTuple):
    heap: int


class Position(NamedTuple):
    heap: int
    mover: int


def enact(options: Options) -> Law:
    return Law(int(options["heap"]))


def start(law: Law) -> Position:
    return Position(law.heap, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for taken in range(1, 4):
        if taken <= counted(position.heap):
            yield taken


def counted(heap: int) -> int:
    """How many matches there are, the slow way."""
    if heap == 0:
        return 0
    return 1 + counted(heap - 1)


def play(law: Law, position: Position, move: int) -> Position:
    return Position(position.heap - move, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.heap > 0:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def move_count(law: Law) -> int:
    return 4


def read_position(law: Law, text: str) -> Position:
    return Position(*numbers_of(text))
