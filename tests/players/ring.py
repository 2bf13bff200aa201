"""Walk from corner to corner of a square, in turns and for ever; whoever stops makes it a tie."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.rules.game import ONGOING, TIE, Game
from squarely.core.rules.words import Words

WALK, STOP = 0, 1
CORNERS = 4


class RingWords(Words["Ring"]):
    def reason(self, position: "Ring.Position") -> str:
        return "somebody stopped"

    def write_move(self, position: "Ring.Position", move: int) -> str:
        return ("walk", "stop")[move]

    def read_move(self, position: "Ring.Position", text: str) -> list[int]:
        return [("walk", "stop").index(text)]

    def draw(self, position: "Ring.Position") -> str:
        return str(position.corner)


class Ring(Game):
    title, goal, players, marks, Words = "Ring", "There is none.", ("Ann", "Bob"), ("A", "B"), RingWords

    class Position(NamedTuple):
        corner: int  # CORNERS once somebody has stopped
        mover: int

    def start(self) -> Position:
        return self.Position(0, 0)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if position.corner != CORNERS:
            yield WALK
            yield STOP

    def play(self, position: Position, move: int) -> Position:
        return self.Position(CORNERS if move == STOP else (position.corner + 1) % CORNERS, 1 - position.mover)

    def outcome(self, position: Position) -> int:
        return TIE if position.corner == CORNERS else ONGOING

    def write_position(self, position: Position) -> str:
        return f"{position.corner} {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        corner, mark = text.split()
        return self.Position(int(corner), self.marks.index(mark))
