"""Variations of how a match ends: komi, misère, and an end by repetition."""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position
from squarely.core.rules.options import Dial, Ruling
from squarely.core.rules.words import Words
from squarely.core.text.notation import capitalise

if TYPE_CHECKING:
    from squarely.core.board.grid import Squares
    from squarely.core.match.match import Match


class Komi(Game):
    """Points for Player 2, who does not begin: for games in which the player with more points wins at the end."""

    komi = Dial(0, 0, 45, "extra points for Player 2 at the end", change="Player 2 gets {:extra point} at the end")

    def points(self, position: Position) -> tuple[int, int]:
        first, second = super().points(position)  # type: ignore[misc]  # None: a game without points
        return first, second + self.komi

    def outcome(self, position: Position) -> int:
        if super().outcome(position) == ONGOING:
            return ONGOING
        first, second = self.points(position)
        if first == second:
            return TIE
        return FIRST_WINS if first > second else SECOND_WINS


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


class Repetition(Game):
    """An end for games that can go on for ever. `Match` counts positions, and so does the solver: no position does."""

    repetition = Ruling(
        "Some games can go on for ever. This rule ends them.",
        play_on="play goes on, even if a position comes again and again",
        draw="a position that occurs for the third time ends the match without a winner",
        first_loses="a position that occurs for the third time ends the match, and the first player loses",
        second_loses="a position that occurs for the third time ends the match, and the second player loses",
    )
