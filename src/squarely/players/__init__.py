"""Whoever chooses a move. `seat_player` turns a name such as `random` or `level:3` into a player."""

from itertools import takewhile
from typing import Protocol, runtime_checkable

from squarely.core.errors import BadPlayer
from squarely.core.match.match import Match
from squarely.core.text.notation import join_with_and, quote
from squarely.core.text.suggestions import find_nearest, propose

HUMAN = "human"
_ALL_LEVELS = "level:1 to level:9"
KINDS = (HUMAN, "random", "perfect", _ALL_LEVELS, "llm:MODEL", "program:CMD")
LLM = "llm:"
PROGRAM = "program:"

_NAMES = (HUMAN, "random", "perfect", "level", "llm", "program")
_LEVELS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
BY_NAME = (HUMAN, "random", *(f"level:{level}" for level in _LEVELS), "perfect")  # those whose whole name is known


class Player(Protocol):
    """A computer player. Its choice depends on the match alone, so that a resumed match goes on as it would have."""

    def choose(self, match: Match) -> int:
        """One of the legal moves; BadPlayer if it has none to offer."""


@runtime_checkable
class ClosingPlayer(Protocol):
    """A player that holds on to something until the match is over."""

    def close(self) -> None:
        """Let go of it. A player that is asked again takes hold of it again."""


@runtime_checkable
class CheckingPlayer(Protocol):
    """A player that cannot play every game, and knows before the first move."""

    def check(self, match: Match) -> None:
        """BadPlayer if it cannot play this match, with what helps."""


@runtime_checkable
class ConfiguredPlayer(Protocol):
    """A player whose name does not say all that decides how it plays."""

    @property
    def settings(self) -> str:
        """The rest, as one line and without secrets: two players with different settings are two players."""


def settings_of(player: Player) -> str:
    """What decides how a player plays besides its name; empty for most."""
    return player.settings if isinstance(player, ConfiguredPlayer) else ""


def seat_player(spec: str, seed: int, patience: float | None = None) -> Player | None:
    """The player of that name, or None for a human.

    `patience` is how many seconds a program or a language model has for each move.
    """
    kind, colon, rest = spec.partition(":")
    match kind, colon:
        case "human", "":
            return None
        case "random", "":
            from squarely.players.random_mover import RandomMover

            return RandomMover(seed)
        case "perfect", "":
            from squarely.players.perfect import Perfect

            return Perfect(seed)
        case "level", _:
            if rest not in _LEVELS:
                raise BadPlayer(f"{spec!r} is no level; there are {_ALL_LEVELS}")
            from squarely.players.level import LevelPlayer

            return LevelPlayer(int(rest), seed)
        case "llm", _:
            from squarely.players.llm import LanguageModel

            return LanguageModel(rest, patience)
        case "program", _:
            from squarely.players.program import Program

            return Program(rest, patience)
    raise BadPlayer(f"there is no player {quote(spec)}; {_suggest_player(spec)}")


def fold_name(spec: str) -> str:
    """The name of a player as somebody typed it, in capitals or not: all but a model's or a program's own name."""
    kind, colon, rest = spec.strip().partition(":")
    return f"{kind.lower()}{colon}{rest if f'{kind.lower()}:' in (LLM, PROGRAM) else rest.lower()}"


def _suggest_player(spec: str) -> str:
    """The end of a sentence that refuses a player: the nearest there is, with the level or model that was given."""
    kind = "".join(takewhile(str.isalpha, spec))
    rest = spec.removeprefix(kind).lstrip(":= -_")
    near = "level" if not kind and rest in _LEVELS else find_nearest(spec, _NAMES) or find_nearest(kind, _NAMES)
    if near == "level" and rest not in _LEVELS:
        return f"the levels are {_ALL_LEVELS}"
    whole = {"level": f"level:{rest}", "llm": f"{LLM}{rest or 'MODEL'}", "program": f"{PROGRAM}{rest or 'CMD'}"}
    return propose(whole.get(near, near)) if near else f"there are {join_with_and(KINDS)}"


def check_players(match: Match, *players: Player | None) -> None:
    """BadPlayer if one of these players cannot play this match, and says so before anybody has moved."""
    for player in players:
        if isinstance(player, CheckingPlayer):
            player.check(match)


def dismiss_players(*players: Player | None) -> None:
    """The match is over for these players."""
    for player in players:
        if isinstance(player, ClosingPlayer):
            player.close()
