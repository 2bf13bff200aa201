"""Misère: whoever would win loses."""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from squarely.core.rules.game import FIRST_WINS, SECOND_WINS, Game, Position
from squarely.core.rules.options import Ruling
from squarely.core.rules.words import Words
from squarely.core.text.notation import capitalise

if TYPE_CHECKING:
    from squarely.core.board.grid import Squares
    from squarely.core.match.match import Match


class MisereWords(Words[Any]):
    @cached_property
    def usual(self) -> Game:
        """The game in which whoever wins wins: its words say what has happened."""
        return self.game.with_options(misere="no")  # type: ignore[no-any-return]

    def reason(self, position: Position) -> str:
        return self.usual.words.reason(position)

    def deciding_squares(self, match: "Match") -> "Squares":
        return self.usual.words.deciding_squares(replace(match, game=self.usual))

    def closing(self, match: "Match") -> str:
        outcome = match.outcome
        if outcome is None or outcome.winner is None:
            return super().closing(match)
        return f"{capitalise(outcome.reason)}, and that loses. {match.names[outcome.winner]} wins the game."


class Misere(Game):
    misere = Ruling(
        "Turned round, a goal becomes what both avoid.", no="whoever wins wins", yes="whoever would win has lost"
    )
    Words = MisereWords

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        if self.misere == "yes" and result in (FIRST_WINS, SECOND_WINS):
            return FIRST_WINS + SECOND_WINS - result
        return result
