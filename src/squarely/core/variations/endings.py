"""Variations of how a match ends: komi, misère, an end by repetition, and a limit of turns."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from squarely.core.board.grid import Squares
from squarely.core.errors import BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.fields import Count
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position
from squarely.core.rules.options import Dial, Ruling
from squarely.core.rules.words import Words
from squarely.core.text.notation import capitalise, count_noun, is_number, quote


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

    def deciding_squares(self, match: Match) -> Squares:
        return self.usual.words.deciding_squares(replace(match, game=self.usual))

    def closing(self, match: Match) -> str:
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


class Counting(Game):
    """Variations that count: a game that writes lines of its own has their numbers at the end of them."""

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """The fields that the game, which does not know them, leaves out of its lines."""
        writes_its_own = self.printed.write_position is not Game.write_position
        return tuple(name for name in ("turns", "move_of_turn") if writes_its_own and name in self.fields_in_use)

    def write_position(self, position: Position) -> str:
        numbers = [str(getattr(position, name)) for name in self.counted]
        return " ".join([super().write_position(position), *numbers])

    def read_position(self, text: str) -> Position:
        numbers = {}
        for name in reversed(self.counted):
            line, _, last = text.rstrip().rpartition(" ")
            if not is_number(last, 3):
                raise BadPosition(f"{quote(text)} does not end with a whole number: {name.replace('_', ' ')}")
            text, numbers[name] = line, int(last)
        return super().read_position(text)._replace(**numbers)


class TurnLimitWords(Words[Any]):
    def is_over(self, position: Position) -> bool:
        return bool(position.turns >= self.game.turn_limit and self.game.outcome(position) == TIE)

    def reason(self, position: Position) -> str:
        limit = f"the limit of {self.game.turn_limit} turns is reached"
        return limit if self.is_over(position) else super().reason(position)

    def unseen(self, position: Position) -> str:
        return f"{super().unseen(position)} {position.turns} of {self.game.turn_limit} turns are made.".strip()

    def closing(self, match: Match) -> str:
        over = self.is_over(match.position)
        return f"{capitalise(self.reason(match.position))}: the game is a tie." if over else super().closing(match)


class TurnLimit(Counting):
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

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), "turns": self.turn_limit}

    def check(self, position: Position) -> None:
        if position.turns > self.turn_limit:
            raise BadPosition(f"{count_noun(position.turns, 'turn')} cannot be made: the limit is {self.turn_limit}")
        unlimited = self.with_options(turn_limit=0)  # the game itself knows nothing of turns
        unlimited.check(unlimited.take_over(position))
