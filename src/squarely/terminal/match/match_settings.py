"""What the players of a match have agreed besides the rules: who sits where, the clock, the turn limit."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from squarely.core.errors import BadRecord
from squarely.core.rules.game import Side
from squarely.play.seats import Seats
from squarely.players import HUMAN, Player, seat_player

LOSE, RANDOM_MOVE = "lose", "random"
LINES, SCREEN = "lines", "screen"


@dataclass(frozen=True)
class MatchSettings:
    """Everything about a match that is neither rules nor moves. Kept as tags of the record."""

    first: str = HUMAN
    second: str = HUMAN
    seed: int = 0
    time_limit: float | None = None
    on_timeout: str = LOSE
    max_turns: int | None = None
    shown_as: str = LINES  # how it was played last: line by line, or full-screen

    @property
    def seats(self) -> Seats:
        """Who sits where."""
        first, second = (None if name == HUMAN else name for name in (self.first, self.second))
        return Seats((first, second))

    def seat_computers(self) -> dict[Side, Player]:
        """The computers, ready to move; BadPlayer if there is none of that name."""
        named = (self.first, self.second)
        players = {side: seat_player(named[side], self.seed + side, self.time_limit) for side in Side}
        return {side: player for side, player in players.items() if player}

    def as_tags(self) -> dict[str, str]:
        """The tags that keep these settings, only those that differ from the usual."""
        usual = MatchSettings()
        return {
            tag: str(value) for tag, name in _TAGS.items() if (value := getattr(self, name)) != getattr(usual, name)
        }

    def replace_tags(self, notes: dict[str, str]) -> dict[str, str]:
        """The notes of a record with these settings in place of those that it kept."""
        return {tag: text for tag, text in notes.items() if tag not in _TAGS} | self.as_tags()

    @classmethod
    def from_tags(cls, tags: dict[str, str]) -> "MatchSettings":
        """The settings that these tags keep."""
        given: dict[str, Any] = {}
        for tag, name in _TAGS.items():
            if tag in tags:
                try:
                    given[name] = _READ[name](tags[tag])
                except ValueError:
                    raise BadRecord(1, f"the tag {tag} cannot be {tags[tag]!r}") from None
        return cls(**given)


def read_seconds(text: str) -> float:
    """A number of seconds above zero and below a day."""
    value = float(text)
    if not 0 < value <= 86_400:
        raise ValueError
    return value


def read_turns(text: str) -> int:
    """A number of turns, at least one."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def read_on_timeout(text: str) -> str:
    """What happens to whoever runs out of time."""
    if text not in (LOSE, RANDOM_MOVE):
        raise ValueError
    return text


def read_shown_as(text: str) -> str:
    """How a match was played last."""
    if text not in (LINES, SCREEN):
        raise ValueError
    return text


_TAGS = {
    "FirstPlayer": "first",
    "SecondPlayer": "second",
    "Seed": "seed",
    "TimeLimit": "time_limit",
    "OnTimeout": "on_timeout",
    "MaxTurns": "max_turns",
    "ShownAs": "shown_as",
}
_READ: dict[str, Callable[[str], Any]] = {
    "first": str,
    "second": str,
    "seed": int,
    "time_limit": read_seconds,
    "on_timeout": read_on_timeout,
    "max_turns": read_turns,
    "shown_as": read_shown_as,
}
