"""What the players of a match have agreed besides the rules: who sits where, the clock, the turn limit."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from squarely import BadRecord, Side
from squarely.play.seats import Seats
from squarely.players import HUMAN, Player, seat_player

LOSE, RANDOM_MOVE = "lose", "random"
LINES, SCREEN = "lines", "screen"
_LONGEST = 86_400  # seconds of a turn


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

    @cached_property
    def seats(self) -> Seats:
        first, second = (None if name == HUMAN else name for name in (self.first, self.second))
        return Seats((first, second))

    def seat_computers(self) -> dict[Side, Player]:
        """The computers, ready to move; BadPlayer if there is none of that name."""
        named = (self.first, self.second)
        players = {side: seat_player(named[side], self.seed + side, self.time_limit) for side in Side}
        return {side: player for side, player in players.items() if player}

    def replace_tags(self, notes: dict[str, str]) -> dict[str, str]:
        """The notes of a record with these settings in place of those that it kept; the usual ones are left out."""
        others = {tag: text for tag, text in notes.items() if tag not in _TAGS}
        ours = {tag: getattr(self, name) for tag, (name, _) in _TAGS.items() if getattr(self, name) != _USUAL[name]}
        return others | {tag: str(value) for tag, value in ours.items()}

    @classmethod
    def from_tags(cls, tags: dict[str, str]) -> "MatchSettings":
        given: dict[str, Any] = {}
        for tag, (name, read) in _TAGS.items():
            if tag in tags:
                try:
                    given[name] = read(tags[tag])
                except ValueError:
                    raise BadRecord(1, f"the tag {tag} cannot be {tags[tag]!r}") from None
        return cls(**given)


_USUAL = vars(MatchSettings())


def read_seconds(text: str) -> float:
    """A number of seconds above zero and up to a day; ValueError otherwise."""
    if not 0 < (value := float(text)) <= _LONGEST:
        raise ValueError
    return value


def read_turns(text: str) -> int:
    """A number of turns, at least one; ValueError otherwise."""
    if (value := int(text)) < 1:
        raise ValueError
    return value


def _one_of(*words: str) -> Callable[[str], str]:
    return lambda text: words[words.index(text)]  # ValueError if it is none of these


_TAGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "FirstPlayer": ("first", str),
    "SecondPlayer": ("second", str),
    "Seed": ("seed", int),
    "TimeLimit": ("time_limit", read_seconds),
    "OnTimeout": ("on_timeout", _one_of(LOSE, RANDOM_MOVE)),
    "MaxTurns": ("max_turns", read_turns),
    "ShownAs": ("shown_as", _one_of(LINES, SCREEN)),
}
