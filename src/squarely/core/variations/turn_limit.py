"""A limit of turns, for games that can go on for ever or too long."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from squarely.core.errors import BadPosition
from squarely.core.rules.fields import Count
from squarely.core.rules.game import ONGOING, TIE, Game, Position
from squarely.core.rules.options import Dial
from squarely.core.rules.words import Words
from squarely.core.text.notation import count_noun
from squarely.core.variations.own_lines import read_behind, write_behind

if TYPE_CHECKING:
    from squarely.core.match.match import Match


class TurnLimitWords(Words[Any]):
    def is_over(self, position: Position) -> bool:
        return bool(position.turns >= self.game.turn_limit and self.game.outcome(position) == TIE)

    def reason(self, position: Position) -> str:
        limit = f"the limit of {self.game.turn_limit} turns is reached"
        return limit if self.is_over(position) else super().reason(position)

    def unseen(self, position: Position) -> str:
        return f"{super().unseen(position)} {position.turns} of {self.game.turn_limit} turns are made.".strip()

    def closing(self, match: "Match") -> str:
        said = f"The limit of {self.game.turn_limit} turns is reached: the game is a tie."
        return said if self.is_over(match.position) else super().closing(match)


class TurnLimit(Game):
    turn_limit = Dial(0, 0, 200, "turns in all; 0 for no limit", change="after {:turn} in all, the game is a tie")
    fields = {"turns": Count}
    field_names = {"turns": "the number of turns"}
    Words = TurnLimitWords

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.turn_limit == 0 or position.turns < self.turn_limit:
            for move in super().legal_moves(position):
                yield move

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        return after._replace(turns=position.turns + 1) if self.turn_limit > 0 else after

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        return TIE if result == ONGOING and 0 < self.turn_limit <= position.turns else result

    def write_position(self, position: Position) -> str:
        return write_behind(self, super().write_position(position), position, "turns")

    def read_position(self, text: str) -> Position:
        return read_behind(self, super().read_position, text, "turns")

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "turns": self.turn_limit}

    def check(self, position: Position) -> None:
        if position.turns > self.turn_limit:
            raise BadPosition(f"{count_noun(position.turns, 'turn')} cannot be made: the limit is {self.turn_limit}")
        kind = self.unlimited.Position  # the game itself knows nothing of turns
        self.unlimited.check(kind(*(getattr(position, field) for field in kind._fields)))

    @cached_property
    def unlimited(self) -> Game:
        return self.with_options(turn_limit=0)
