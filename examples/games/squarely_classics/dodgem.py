"""Dodgem.

Goal.    Drive your cars off the board before the other side does.
Setup.   A board of 3x3 squares. Blue's two cars stand on the left edge, Red's two on the bottom edge; the corner
         between them is empty. Blue begins.
Moving.  Drive a car one square forward or sideways onto an empty square, never back. Forward is right for Blue and up
         for Red. From the far edge, a car leaves the board by driving forward, and does not come back.
Winning. Whoever has no move when it is their turn wins: all their cars have left, or the other side has blocked them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import DOWN, FIRST, FIRST_WINS, LEFT, OFF, ONGOING, RIGHT, SECOND, SECOND_WINS, SQUARE, UP, Dial, Game
from squarely import MoveKind, Mover, SquareSet, StepPart, Words, edge, spell_number, step


class DodgemWords(Words["Dodgem"]):
    def reason(self, position: "Dodgem.Position") -> str:
        mover = self.game.players[position.mover]
        return f"{mover} is blocked" if position[position.mover] else f"{mover}'s cars have left"

    def phrases(self) -> dict[str, str]:
        cars = spell_number(self.game.size - 1)
        return {**super().phrases(), "two cars": f"{cars} cars", "two on": f"{cars} on"}


class Dodgem(Game):
    title, players, marks = "Dodgem", ("Blue", "Red"), ("B", "R")
    moves, Words = (MoveKind("", SQUARE, StepPart(4)), MoveKind("leave", SQUARE)), DodgemWords

    size = Dial(3, 3, 5, "rows and columns of the board")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.steps = 4 * self.size**2  # moves that leave the board are numbered from here

    def start(self) -> Position:
        left, bottom = edge(self.size, self.size, LEFT), edge(self.size, self.size, DOWN)
        return self.Position(left & ~bottom, bottom & ~left, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for move in range(self.steps + self.size**2):
            if self.is_possible(position, move):
                yield move

    def play(self, position: Position, move: int) -> Position:
        target = self.target(position, move)
        moved = 1 << self.car(move) | (0 if target == OFF else 1 << target)
        if position.mover == FIRST:
            return self.Position(position.first ^ moved, position.second, SECOND)
        return self.Position(position.first, position.second ^ moved, FIRST)

    def outcome(self, position: Position) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return FIRST_WINS if position.mover == FIRST else SECOND_WINS

    def car(self, move: int) -> int:
        return move // 4 if move < self.steps else move - self.steps

    def target(self, position: Position, move: int) -> int:
        """The square that a car drives to; whoever leaves drives forward."""
        forward = RIGHT if position.mover == FIRST else UP
        return step(self.size, self.size, self.car(move), move % 4 if move < self.steps else forward)

    def is_possible(self, position: Position, move: int) -> bool:
        own = position.first if position.mover == FIRST else position.second
        back = LEFT if position.mover == FIRST else DOWN
        target = self.target(position, move)
        if own >> self.car(move) & 1 == 0 or (move < self.steps and move % 4 == back):
            return False
        if move >= self.steps or target == OFF:
            return move >= self.steps and target == OFF
        return (position.first | position.second) >> target & 1 == 0
