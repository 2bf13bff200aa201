"""The table a match is played at: who sits where, and what the players agreed besides the rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from squarely.errors import BadRecord
from squarely.game import Side
from squarely.players import HUMAN, Player, seated

LOSE, RANDOM_MOVE = "lose", "random"


@dataclass(frozen=True)
class Table:
    """Everything about a match that is neither rules nor moves. Kept as tags of the record."""

    first: str = HUMAN
    second: str = HUMAN
    seed: int = 0
    time_limit: float | None = None
    on_timeout: str = LOSE
    max_turns: int | None = None

    def players(self) -> tuple[Player | None, Player | None]:
        """Who chooses for each side; None is a human."""
        first = seated(self.first, self.seed, self.time_limit)
        return first, seated(self.second, self.seed + 1, self.time_limit)

    def seated(self, side: Side) -> str:
        """Who sits on a side, as it was typed."""
        return self.second if side else self.first

    def notes(self) -> dict[str, str]:
        """The tags that keep this table, only those that differ from the usual."""
        usual = Table()
        return {
            tag: str(value) for tag, name in _TAGS.items() if (value := getattr(self, name)) != getattr(usual, name)
        }

    @classmethod
    def of(cls, notes: dict[str, str]) -> "Table":
        """The table that these tags keep."""
        given: dict[str, Any] = {}
        for tag, name in _TAGS.items():
            if tag in notes:
                try:
                    given[name] = _READ[name](notes[tag])
                except ValueError:
                    raise BadRecord(1, f"the tag {tag} cannot be {notes[tag]!r}") from None
        return cls(**given)


def seconds(text: str) -> float:
    """A number of seconds above zero and below a day."""
    value = float(text)
    if not 0 < value <= 86_400:
        raise ValueError
    return value


def turns(text: str) -> int:
    """A number of turns, at least one."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def on_timeout(text: str) -> str:
    """What happens to whoever runs out of time."""
    if text not in (LOSE, RANDOM_MOVE):
        raise ValueError
    return text


_TAGS = {
    "FirstPlayer": "first",
    "SecondPlayer": "second",
    "Seed": "seed",
    "TimeLimit": "time_limit",
    "OnTimeout": "on_timeout",
    "MaxTurns": "max_turns",
}
_READ: dict[str, Callable[[str], Any]] = {
    "first": str,
    "second": str,
    "seed": int,
    "time_limit": seconds,
    "on_timeout": on_timeout,
    "max_turns": turns,
}
