"""Tic-tac-toe that shows how many marks each side has; three in a row win, or lose."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Options, Ruling
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

OPTIONS = (Ruling("rows", "win", {"win": "three in a row win", "lose": "three in a row lose"}, "what a row does"),)
LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class Law(NamedTuple):
    lines: tuple[int, ...]
    wins: bool


class Position(NamedTuple):
    first: int
    second: int
    mover: int


def enact(options: Options) -> Law:
    return Law(LINES, options["rows"] == "win")


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for square in range(9):
            if (position.first | position.second) >> square & 1 == 0:
                yield square


def play(law: Law, position: Position, move: int) -> Position:
    if position.mover == FIRST:
        return Position(position.first | 1 << move, position.second, 1 - position.mover)
    return Position(position.first, position.second | 1 << move, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    for line in law.lines:
        if position.first & line == line:
            return FIRST_WINS if law.wins else SECOND_WINS
        if position.second & line == line:
            return SECOND_WINS if law.wins else FIRST_WINS
    return TIE if position.first | position.second == 511 else ONGOING


def points(law: Law, position: Position) -> tuple[int, int]:
    first, second = 0, 0
    for square in range(9):
        first += position.first >> square & 1
        second += position.second >> square & 1
    return first, second


def read_position(law: Law, text: str) -> Position:
    return Position(*numbers_of(text))
