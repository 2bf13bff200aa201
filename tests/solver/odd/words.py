"""The words of these games: a position is its numbers, a move its number."""

from typing import Any

from squarely.core.errors import BadPosition, UnreadableMove
from squarely.core.rules import Position

TITLE = "Odd"
GOAL = "Be solved right or be refused."
NAMES = ("Ann", "Bob")
MARKS = ("A", "B")


def reason(law: Any, position: Position) -> str:
    return "nobody can move"


def write_position(law: Any, position: Position) -> str:
    numbers = [number for part in position for number in (part if isinstance(part, tuple) else (part,))]
    return ",".join(map(str, numbers)) + f" {MARKS[position.mover]}"


def write_move(law: Any, position: Position, move: int) -> str:
    return str(move)


def read_move(law: Any, position: Position, text: str) -> list[int]:
    if not text.isdigit():
        raise UnreadableMove(f"{text!r} is not a number")
    return [int(text)]


def why_illegal(law: Any, position: Position, move: int) -> str:
    return "that cannot be played here."


def draw(law: Any, position: Position) -> str:
    return write_position(law, position)


def numbers_of(text: str) -> list[int]:
    """The numbers of a position line."""
    try:
        return [int(number) for number in text.split(maxsplit=1)[0].split(",")]
    except (ValueError, IndexError):
        raise BadPosition(f"{text!r} is no position") from None
