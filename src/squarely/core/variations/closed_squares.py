"""Squares that a piece has left are closed behind it: a piece may get stuck.

A game declares the option, and a field of the same name that keeps these squares; and `stuck`, see there:

    class Burnt(ClosedSquares, Snatchers):
        burnt = Ruling("…", no="…", yes="…")
        fields, pieces = {"burnt": SquareSet}, {"burnt": "#"}
        closing, leaves = ("burnt=yes", "squares burn"), ("burnt square", "burns")
"""

from abc import abstractmethod
from typing import ClassVar

from squarely.core.board.grid import count_squares
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules.game import Position
from squarely.core.text.notation import count_noun
from squarely.core.variations.stuck import Stuck

LARGEST = 7  # the largest grid on which squares are closed: they fit into one number


class ClosedSquares(Stuck):
    closing: ClassVar[tuple[str, str]]  # the setting that closes squares, and what happens then
    leaves: ClassVar[tuple[str, str]]  # what every turn leaves behind, and what it does

    def set_up(self) -> None:
        setting, happens = self.closing
        option, _, reading = setting.partition("=")
        self.closes = self.can_be_stuck = self.settings[option] == reading
        super().set_up()
        self.begins: int = super().start().mover
        if self.closes and (size := max(self.shape)) > LARGEST:
            raise BadOption(f"{setting} with size={size} makes no game: {happens} on grids up to size={LARGEST}")

    @abstractmethod
    def closed(self, position: Position) -> int:
        """The squares that are closed."""
        raise TypeError

    @abstractmethod
    def close(self, before: Position, after: Position) -> Position:
        """The position after a step, with the square closed that it has left."""
        raise TypeError

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        return self.close(position, after) if self.closes and move != self.steps else after

    def may_enter(self, position: Position, square: int) -> bool:
        return super().may_enter(position, square) and not self.closed(position) >> square & 1  # type: ignore[misc]

    def has_passed(self, position: Position) -> bool:
        """Every step closes a square, so that only a pass brings the turn out of step."""
        if not self.closes or self.stuck_passes:
            return False
        turns: int = count_squares(self.closed(position)) + self.begins + position.mover
        return turns % 2 == 1

    def maxima(self) -> dict[str, int]:
        option, _, _ = self.closing[0].partition("=")
        return {**super().maxima(), option: (1 << self.shape.squares) - 1 if self.closes else 0}

    @property
    def counts_turns(self) -> bool:  # type: ignore[override]
        return self.closes and not self.stuck_passes

    def check_turn(self, position: Position) -> None:
        """Refuse a turn that is out of step otherwise than by a pass."""
        before = position._replace(mover=1 - position.mover)
        if self.has_passed(position) and self.steps not in self.legal_moves(before):
            closed, (square, does) = count_squares(self.closed(position)), self.leaves
            player = self.players[position.mover]
            raise BadPosition(f"with {count_noun(closed, square)} it cannot be {player}'s turn: every turn {does} one")
