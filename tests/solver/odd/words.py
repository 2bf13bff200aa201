"""What these games have in common: a position is its numbers, a move its number."""

from typing import Any

from squarely.core.errors import BadPosition, UnreadableMove
from squarely.core.rules.game import Game, Position
from squarely.core.rules.words import Words


class OddWords(Words[Any]):
    def reason(self, position: Position) -> str:
        return "nobody can move"

    def write_move(self, position: Position, move: int) -> str:
        return str(move)

    def read_move(self, position: Position, text: str) -> list[int]:
        if not text.isdigit():
            raise UnreadableMove(f"{text!r} is not a number")
        return [int(text)]

    def why_illegal(self, position: Position, move: int) -> str:
        return "that cannot be played here."

    def draw(self, position: Position) -> str:
        return self.game.write_position(position)  # type: ignore[no-any-return]


class Odd(Game):
    title, goal = "Odd", "Be solved right or be refused."
    players, marks = ("Ann", "Bob"), ("A", "B")
    Words = OddWords

    def write_position(self, position: Position) -> str:
        numbers = [number for part in position for number in (part if isinstance(part, tuple) else (part,))]
        return ",".join(map(str, numbers)) + f" {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        try:
            numbers = [int(number) for number in text.split(maxsplit=1)[0].split(",")]
            return self.Position(*numbers)
        except (ValueError, IndexError, TypeError):
            raise BadPosition(f"{text!r} is no position") from None
