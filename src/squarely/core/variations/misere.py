"""Misère: the player who would win loses."""

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
        """The game in which the winner wins: its words say what has happened."""
        usual: Game = self.game.with_options(misere="no")
        usual.words.turned = True
        return usual

    def reason(self, position: Position) -> str:
        return self.usual.words.reason(position)

    def deciding_squares(self, match: "Match") -> "Squares":
        return self.usual.words.deciding_squares(replace(match, game=self.usual))

    def closing(self, match: "Match") -> str:
        outcome = match.outcome
        if outcome is None or outcome.winner is None:
            return super().closing(match)
        return f"{capitalise(outcome.reason)}. With misère, {match.names[outcome.winner]} wins the game."


class Misere(Game):
    misere = Ruling(
        "Turned round, a goal becomes what both players avoid.",
        no="the player who reaches the goal wins",
        yes="the player who would win by the rulebook loses instead",
    )
    Words = MisereWords

    def outcome(self, position: Position) -> int:
        result = super().outcome(position)
        if self.misere == "yes" and result in (FIRST_WINS, SECOND_WINS):
            return FIRST_WINS + SECOND_WINS - result
        return result
