"""Heap: take one to three stones; whoever takes the last one wins. Its position line becomes shorter on the way."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import UnreadableMove
from squarely.core.notation import quote, split_words
from squarely.core.options import Dial, Options
from squarely.core.position_line import read_mover, split_fields
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS

TITLE = "Heap"
GOAL = "Take the last stone."
NAMES = ("Ada", "Ben")
MARKS = ("A", "B")
OPTIONS = (Dial("stones", 11, 4, 30, "stones at the start"),)
MOST = 3


class Law(NamedTuple):
    stones: int


class Position(NamedTuple):
    stones: int
    mover: int


def enact(options: Options) -> Law:
    return Law(int(options["stones"]))


def start(law: Law) -> Position:
    return Position(law.stones, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for count in range(1, MOST + 1):
        if count <= position.stones:
            yield count


def play(law: Law, position: Position, move: int) -> Position:
    return Position(position.stones - move, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.stones:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def reason(law: Law, position: Position) -> str:
    return f"{NAMES[1 - position.mover]} took the last stone"


def write_position(law: Law, position: Position) -> str:
    return f"{position.stones} {MARKS[position.mover]}"


def read_position(law: Law, text: str) -> Position:
    stones, mark = split_fields(text, "STONES", "MOVER")
    return Position(int(stones), read_mover(mark, MARKS))


def write_move(law: Law, position: Position, move: int) -> str:
    return f"take {move}"


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = split_words(text)
    if len(said) == 2 and said[0] == "take" and said[1].isdigit():
        return [int(said[1])]
    raise UnreadableMove(f"{quote(text)} is not a move. Please take 1 to {MOST} stones, such as take 2.")


def why_illegal(law: Law, position: Position, move: int) -> str:
    return f"there are {position.stones} stones; one takes 1 to {MOST}."


def draw(law: Law, position: Position) -> str:
    return "o" * position.stones
