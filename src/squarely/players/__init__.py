"""Computer players. `seat_player` turns a name such as `random` or `level:3` into one."""

from itertools import takewhile

from squarely.core.errors import BadPlayer
from squarely.core.match.match import Match
from squarely.core.text.notation import join_with_and, quote
from squarely.core.text.suggestions import find_nearest, propose
from squarely.players.player import Player as Player
from squarely.players.player import RandomMover

HUMAN, LLM, PROGRAM = "human", "llm:", "program:"
_ALL_LEVELS = "level:1 to level:9"
KINDS = (HUMAN, "random", "perfect", _ALL_LEVELS, "search:BUDGET", "llm:MODEL", "program:CMD")
_NAMES = (HUMAN, "random", "perfect", "level", "search", "llm", "program")
_LEVELS = tuple("123456789")
BY_NAME = (HUMAN, "random", *(f"level:{level}" for level in _LEVELS), "perfect")  # those whose whole name is known


def seat_player(spec: str, seed: int, patience: float | None = None) -> Player | None:
    """The player of that name, or None for a human.

    `patience` is how many seconds a program or a language model has for each move.
    """
    kind, colon, rest = spec.partition(":")
    match kind, colon:
        case "human", "":
            return None
        case "random", "":
            return RandomMover(seed)
        case "perfect", "":
            from squarely.players.perfect import Perfect

            return Perfect(seed)
        case "level", _:
            if rest not in _LEVELS:
                raise BadPlayer(f"{spec!r} is no level; there are {_ALL_LEVELS}")
            from squarely.players.level import LevelPlayer

            return LevelPlayer(int(rest), seed)
        case "search", _:
            from squarely.players.searcher import Searcher, read_budget

            return Searcher(read_budget(rest), seed)
        case "llm", _:
            from squarely.players.llm import LanguageModel

            return LanguageModel(rest, patience)
        case "program", _:
            from squarely.players.program import Program

            return Program(rest, patience)
    raise BadPlayer(f"there is no player {quote(spec)}; {_suggest_player(spec)}")


def fold_name(spec: str) -> str:
    """The name of a player as it was typed, in capitals or not: all but a model's or a program's own name."""
    kind, colon, rest = spec.strip().partition(":")
    return f"{kind.lower()}{colon}{rest if f'{kind.lower()}:' in (LLM, PROGRAM) else rest.lower()}"


def _suggest_player(spec: str) -> str:
    """The end of a sentence that refuses a player: the nearest there is, with the level or model that was given."""
    kind = "".join(takewhile(str.isalpha, spec))
    rest = spec.removeprefix(kind).lstrip(":= -_")
    near = "level" if not kind and rest in _LEVELS else find_nearest(spec, _NAMES) or find_nearest(kind, _NAMES)
    if near == "level" and rest not in _LEVELS:
        return f"the levels are {_ALL_LEVELS}"
    usual = {"level": rest, "search": rest or "2s", "llm": rest or "MODEL", "program": rest or "CMD"}
    whole = {kind: f"{kind}:{usual[kind]}" for kind in usual}
    return propose(whole.get(near, near)) if near else f"there are {join_with_and(KINDS)}"


def check_players(match: Match, *players: Player | None) -> None:
    """BadPlayer if one of these players cannot play this match."""
    for player in filter(None, players):
        player.check(match)


def dismiss_players(*players: Player | None) -> None:
    """The match is over for these players."""
    for player in filter(None, players):
        player.close()
