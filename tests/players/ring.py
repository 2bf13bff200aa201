"""Walk from corner to corner of a square, in turns and for ever; whoever stops makes it a tie."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Options
from squarely.core.rules import ONGOING, TIE

TITLE, GOAL, NAMES, MARKS, OPTIONS = "Ring", "There is none.", ("Ann", "Bob"), ("A", "B"), ()
WALK, STOP = 0, 1
CORNERS = 4


class Position(NamedTuple):
    corner: int  # CORNERS once somebody has stopped
    mover: int


def enact(options: Options) -> tuple[()]:
    return ()


def start(law: tuple[()]) -> Position:
    return Position(0, 0)


def legal_moves(law: tuple[()], position: Position) -> Iterator[int]:
    if position.corner != CORNERS:
        yield WALK
        yield STOP


def play(law: tuple[()], position: Position, move: int) -> Position:
    return Position(CORNERS if move == STOP else (position.corner + 1) % CORNERS, 1 - position.mover)


def outcome(law: tuple[()], position: Position) -> int:
    return TIE if position.corner == CORNERS else ONGOING


def reason(law: tuple[()], position: Position) -> str:
    return "somebody stopped"


def write_move(law: tuple[()], position: Position, move: int) -> str:
    return ("walk", "stop")[move]


def read_move(law: tuple[()], position: Position, text: str) -> list[int]:
    return [("walk", "stop").index(text)]


def write_position(law: tuple[()], position: Position) -> str:
    return f"{position.corner} {MARKS[position.mover]}"


def read_position(law: tuple[()], text: str) -> Position:
    corner, mark = text.split()
    return Position(int(corner), MARKS.index(mark))


def draw(law: tuple[()], position: Position) -> str:
    return str(position.corner)
