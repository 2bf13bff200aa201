"""A plan: who plays what, from which openings, and for how long. Read from a TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.options import RULES
from squarely.core.rules.rulebook import PRINTED
from squarely.core.text.notation import join_with_or, quote
from squarely.core.text.suggestions import suggest
from squarely.players import PROGRAM, dismiss_players, seat_player, settings_of

RANDOM, FORFEIT = "random", "forfeit"
_MOST_SEEDS = 1_000_000


class BadPlan(SquarelyError):
    """A plan that cannot be read, or that cannot be carried out."""


@dataclass(frozen=True)
class Contest:
    """A game under its options, and the positions to begin from; none means that they are drawn."""

    game: str
    options: str
    positions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Budget:
    """When to stop, though matches are left. None is no limit."""

    matches: int | None = None  # in the whole log
    seconds: float | None = None  # of this run
    cost: float | None = None  # of what models charge, in the whole log


@dataclass(frozen=True)
class Plan:
    """Everything that decides a run."""

    players: tuple[str, ...]
    contests: tuple[Contest, ...]
    seeds: tuple[int, ...]
    control: tuple[str, ...]  # who plays itself too
    opening_moves: int = 6
    turn_limit: int = 60
    time_limit: float | None = None
    on_fault: str = RANDOM
    batch: int = 20
    budget: Budget = Budget()
    settings: Mapping[str, str] = field(default_factory=dict)  # of the players that have any

    @property
    def programs(self) -> list[str]:
        """The commands that are run as players."""
        return [name.partition(":")[2] for name in self.players if name.startswith(PROGRAM)]


def read_plan(path: Path) -> Plan:
    """The plan in a file. BadPlan says what is wrong with it."""
    try:
        return parse_plan(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadPlan(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadPlan(f"{path} is not text") from None
    except SquarelyError as error:
        raise BadPlan(f"{path}: {error}") from error


def parse_plan(text: str) -> Plan:
    """The plan that a TOML text is."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"this is not TOML: {error}") from None
    known = {*Plan.__dataclass_fields__, "games"} - {"contests", "settings"}
    _refuse_unknown_keys(given, known, "a plan")
    players = _read_texts(given, "players", needed=True)
    settings = {name: _find_settings(name) for name in players}
    if len(set(players)) < len(players):
        raise BadPlan("players: each is named once; `control` says who plays itself")
    control = _read_texts(given, "control") if "control" in given else players[:1]
    if strangers := [name for name in control if name not in players]:
        raise BadPlan(f"control: {quote(strangers[0])} is not among the players")
    if len(players) < 2 and not control:
        raise BadPlan("players: two are needed, or one that plays itself: control = [...]")
    on_fault = given.get("on_fault", RANDOM)
    if on_fault not in (RANDOM, FORFEIT):
        raise BadPlan(f"on_fault is {join_with_or([RANDOM, FORFEIT])}, not {on_fault!r}")
    return Plan(
        players,
        _read_contests(given),
        _read_seeds(given.get("seeds", "1-20")),
        control,
        _read_integer(given, "opening_moves", 6, 0, 1000),
        _read_integer(given, "turn_limit", 60, 1, 100_000),
        _read_positive(given, "time_limit"),
        on_fault,
        _read_integer(given, "batch", 20, 1, 10_000),
        _read_budget(given.get("budget", {})),
        {name: found for name, found in settings.items() if found},
    )


def _read_contests(given: Mapping[str, Any]) -> tuple[Contest, ...]:
    listed = given.get("games")
    if not isinstance(listed, list) or not listed:
        raise BadPlan('games: a plan names at least one, such as games = ["center"]')
    contests = tuple(_read_contest(each if isinstance(each, dict) else {"name": each}) for each in listed)
    names = [(each.game, each.options) for each in contests]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadPlan(f"games: {' '.join(filter(None, twice))} is there twice")
    return contests


def _read_contest(given: Mapping[str, Any]) -> Contest:
    _refuse_unknown_keys(given, {"name", "rules", "options", "positions"}, "a game of a plan")
    name, rule_set, options = given.get("name"), given.get(RULES, PRINTED), given.get("options", "")
    if not isinstance(name, str) or not isinstance(rule_set, str) or not isinstance(options, str | dict):
        raise BadPlan(
            'games: a game is its name, or a table such as {name = "quad", rules = "mended", options = "size=3"}'
        )
    on_top = f"{RULES}={rule_set},{options}" if isinstance(options, str) else {RULES: rule_set, **options}
    game = registry.load(name, on_top)
    positions = _read_texts(given, "positions")
    for line in positions:
        if game.result(game.read_position(line)):
            raise BadPlan(f"positions: {quote(line)} has ended; nothing can be played from there")
    return Contest(name, game.options, positions)


def _read_seeds(given: object) -> tuple[int, ...]:
    """`"1-40"`, or a list of whole numbers; each once."""
    if isinstance(given, str):
        first, dash, last = given.partition("-")
        if dash and all(part.isascii() and part.isdigit() and len(part) < 16 for part in (first, last)):
            low, high = int(first), int(last)
            if low <= high < low + _MOST_SEEDS:
                return tuple(range(low, high + 1))
    elif isinstance(given, list) and given and all(type(each) is int and each >= 0 for each in given):
        if len(set(given)) < len(given):
            raise BadPlan("seeds: each is given once")
        return tuple(given)
    raise BadPlan('seeds are written "1-40", or as a list of whole numbers such as [3, 5, 8]')


def _read_budget(given: object) -> Budget:
    if not isinstance(given, dict):
        raise BadPlan("budget is a table, such as budget = {seconds = 600}")
    _refuse_unknown_keys(given, set(Budget.__dataclass_fields__), "a budget")
    matches = _read_integer(given, "matches", 1, 1, 10**9) if "matches" in given else None
    return Budget(matches, _read_positive(given, "seconds"), _read_positive(given, "cost"))


def _find_settings(name: str) -> str:
    """What else decides how a player plays; BadPlan or BadPlayer if it cannot play here at all."""
    player = seat_player(name, 0)
    if player is None:
        raise BadPlan("players: a human cannot play in an arena; try: squarely play")
    dismiss_players(player)
    return settings_of(player)


def _refuse_unknown_keys(given: Mapping[str, Any], known: set[str], what: str) -> None:
    for name in given:
        if name not in known:
            raise BadPlan(f"{what} has no {quote(name)}; {suggest(name, sorted(known))}")


def _read_texts(given: Mapping[str, Any], name: str, needed: bool = False) -> tuple[str, ...]:
    found = given.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found) or (needed and not found):
        raise BadPlan(f'{name} is a list of texts, such as {name} = ["…", "…"]')
    return tuple(found)


def _read_integer(given: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    found = given.get(name, default)
    if type(found) is not int or not low <= found <= high:
        raise BadPlan(f"{name} is a whole number from {low:,} to {high:,}, not {found!r}")
    return found


def _read_positive(given: Mapping[str, Any], name: str) -> float | None:
    found = given.get(name)
    if found is not None and (type(found) not in (int, float) or not 0 < found < 10**9):
        raise BadPlan(f"{name} is a number above 0, not {found!r}")
    return None if found is None else float(found)
