"""Turned: take one or two stones and score as many; once, a move turns the table, and each has the other's points.

`points` says so, not the fields: what a turn is worth depends on the points so far, though nothing ever asks for them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import UnreadableMove
from squarely.core.options import Options
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

TITLE, GOAL, NAMES, MARKS, OPTIONS = "Turned", "Have more points.", ("One", "Two"), ("1", "2"), ()
TURN = 3


class Law(NamedTuple):
    stones: int


class Position(NamedTuple):
    stones: int
    first: int
    second: int
    turned: int
    mover: int


def enact(options: Options) -> Law:
    return Law(7)


def start(law: Law) -> Position:
    return Position(law.stones, 0, 0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for count in range(1, 3):
        if count <= position.stones:
            yield count
    if position.stones and not position.turned:
        yield TURN


def play(law: Law, position: Position, move: int) -> Position:
    stones, first, second, turned, mover = position
    if move == TURN:
        return Position(stones, first, second, 1, 1 - mover)
    if mover == turned:  # who has the first heap of points
        first += move
    else:
        second += move
    return Position(stones - move, first, second, turned, 1 - mover)


def points(law: Law, position: Position) -> tuple[int, int]:
    if position.turned:
        return position.second, position.first
    return position.first, position.second


def scoreless(law: Law, position: Position) -> Position:
    return Position(position.stones, 0, 0, position.turned, position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.stones:
        return ONGOING
    first, second = points(law, position)
    return FIRST_WINS if first > second else SECOND_WINS if second > first else TIE


def reason(law: Law, position: Position) -> str:
    return "no stone is left"


def write_position(law: Law, position: Position) -> str:
    return ":".join(map(str, position))


def read_position(law: Law, text: str) -> Position:
    return Position(*map(int, text.split(":")))


def write_move(law: Law, position: Position, move: int) -> str:
    return str(move)


def read_move(law: Law, position: Position, text: str) -> list[int]:
    if text in ("1", "2", "3"):
        return [int(text)]
    raise UnreadableMove("1, 2 or 3")


def draw(law: Law, position: Position) -> str:
    return "o" * position.stones
