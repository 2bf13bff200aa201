"""What these games have in common: a position is its numbers; so is a move, as in every game that says no more."""

from squarely.core.errors import BadPosition
from squarely.core.rules.game import Game, Position


class Odd(Game):
    title, goal = "Odd", "Be solved right or be refused."
    players, marks = ("Ann", "Bob"), ("A", "B")

    def write_position(self, position: Position) -> str:
        numbers = [number for part in position for number in (part if isinstance(part, tuple) else (part,))]
        return ",".join(map(str, numbers)) + f" {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        try:
            numbers = [int(number) for number in text.split(maxsplit=1)[0].split(",")]
            return self.Position(*numbers)
        except (ValueError, IndexError, TypeError):
            raise BadPosition(f"{text!r} is no position") from None
