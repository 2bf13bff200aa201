"""A plan, read from a TOML file: who plays what, from which openings, for how long. And its fixtures, the matches."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import astuple

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.core.rules.options import RULES
from squarely.core.rules.rulebook import PRINTED
from squarely.core.text.notation import quote
from squarely.files.typed_data import convert
from squarely.players import dismiss_players, seat_player

RANDOM, FORFEIT = "random", "forfeit"
_MOST_SEEDS = 1_000_000
Count = Annotated[int, Meta(ge=0, le=10**12)]
Number = Annotated[float, Meta(ge=0, le=10**12)]
_GAME = 'a game: its name, or a table such as {name = "quad", rules = "mended", options = "size=3"}'
_SEEDS = 'written "1-40", or as a list of whole numbers such as [3, 5, 8]'
_Texts = Annotated[tuple[str, ...], Meta(description='a list of texts, such as ["…", "…"]')]
_Positive = Annotated[Annotated[float, Meta(gt=0, lt=10**9)] | None, Meta(description="a number above 0")]
_Matches = Annotated[Annotated[int, Meta(ge=1)] | None, Meta(description="a whole number from 1")]


class BadPlan(SquarelyError):
    """A plan that cannot be read, or that cannot be carried out."""


class Contest(Struct, frozen=True):
    """A game under its options, and the positions to begin from; none means that they are drawn."""

    game: str
    options: str
    positions: tuple[str, ...] = ()


class GameTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a plan writes it, where it is more than a name."""

    name: Annotated[str, Meta(description="the name of a game")]
    rules: Annotated[str, Meta(description="the name of a rule set")] = PRINTED
    options: Annotated[str | dict[str, Any], Meta(description='options, such as "size=3" or {size = 3}')] = ""
    positions: _Texts = ()

    def contest(self) -> Contest:
        """The contest that is meant; SquarelyError if there is none."""
        table = {RULES: self.rules, **self.options} if isinstance(self.options, dict) else None
        game = registry.load(self.name, table or f"{RULES}={self.rules},{self.options}")
        if ended := [line for line in self.positions if game.result(game.read_position(line))]:
            raise BadPlan(f"positions: {quote(ended[0])} has ended; nothing can be played from there")
        return Contest(self.name, game.options, self.positions)


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    """When to stop, though matches are left. None is no limit."""

    matches: _Matches = None  # in the whole log
    seconds: _Positive = None  # of this run
    cost: _Positive = None  # of what models charge, in the whole log


class Plan(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """Everything that decides a run, as the file says it. BadPlan where it cannot be meant, once it is asked for."""

    players: Annotated[_Texts, Meta(min_length=1)]
    games: Annotated[tuple[str | GameTable, ...], Meta(min_length=1, description=_GAME)]
    seeds: Annotated[str | tuple[Annotated[int, Meta(ge=0)], ...], Meta(description=_SEEDS)] = "1-20"
    control: _Texts | None = None  # who plays itself too; without it the first player
    opening_moves: Annotated[int, Meta(ge=0, le=1000, description="a whole number from 0 to 1,000")] = 6
    turn_limit: Annotated[int, Meta(ge=1, le=100_000, description="a whole number from 1 to 100,000")] = 60
    time_limit: _Positive = None
    on_fault: Annotated[Literal["random", "forfeit"], Meta(description="random or forfeit")] = "random"
    batch: Annotated[int, Meta(ge=1, le=10_000, description="a whole number from 1 to 10,000")] = 20
    budget: Annotated[Budget, Meta(description="a table, such as {seconds = 600}")] = Budget()

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """What is played, each once."""
        found = [(GameTable(each) if isinstance(each, str) else each).contest() for each in self.games]
        names = [f"{each.game} {each.options}".strip() for each in found]
        if twice := [name for name in names if names.count(name) > 1]:
            raise BadPlan(f"games: {twice[0]} is there twice")
        return tuple(found)

    @cached_property
    def openings(self) -> Sequence[int]:
        """The seeds, each once."""
        seeds: Sequence[int] = () if isinstance(self.seeds, str) else self.seeds
        if isinstance(self.seeds, str) and (ends := re.fullmatch(r"([0-9]{1,15})-([0-9]{1,15})", self.seeds)):
            seeds = range(int(ends[1]), int(ends[2]) + 1)
        if not 0 < len(seeds) <= _MOST_SEEDS:
            raise BadPlan(f"seeds are {_SEEDS}")
        if len(set(seeds)) < len(seeds):
            raise BadPlan("seeds: each is given once")
        return seeds

    @cached_property
    def pairs_with_itself(self) -> tuple[str, ...]:
        """The players of the control."""
        chosen = self.players[:1] if self.control is None else self.control
        if strangers := [name for name in chosen if name not in self.players]:
            raise BadPlan(f"control: {quote(strangers[0])} is not among the players")
        if len(self.players) < 2 and not chosen:
            raise BadPlan("players: two are needed, or one that plays itself: control = [...]")
        return chosen

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """What else decides how a player plays, of those that have any; BadPlayer if one cannot play here at all."""
        found = {}
        for name in self.players:
            if (player := seat_player(name, 0)) is None:
                raise BadPlan("players: a human cannot play in an arena; try: squarely play")
            dismiss_players(player)
            found[name] = player.settings
        if len(found) < len(self.players):
            raise BadPlan("players: each is named once; `control` says who plays itself")
        return {name: settings for name, settings in found.items() if settings}


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
    """The plan that a TOML text is, and that can be carried out."""
    try:
        plan = convert(tomllib.loads(text), Plan)
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"this is not TOML: {error}") from None
    except ValueError as error:
        raise BadPlan(str(error)) from None
    _ = plan.settings, plan.pairs_with_itself, plan.contests, plan.openings  # each refuses what it cannot mean
    return plan


class Fixture(Struct, frozen=True):
    """A match that is to be played. Two legs from the same opening, with the seats swapped, are a pair."""

    game: str
    options: str
    seed: Count  # decides the opening
    position: str  # where the match begins; empty where the opening is drawn
    opening_moves: Count
    leg: Literal[1, 2]
    first: str
    second: str
    turn_limit: Count
    time_limit: Number | None
    on_fault: Literal["random", "forfeit"]
    first_settings: str  # what else decides how the player plays: where a model is asked, and how
    second_settings: str

    @property
    def title(self) -> str:
        return f"{self.game} {self.options}".strip()

    @property
    def is_control(self) -> bool:
        """Whether a player meets itself."""
        return len(set(self.players)) == 1

    @property
    def players(self) -> tuple[str, str]:
        return self.player(Side.FIRST), self.player(Side.SECOND)

    def player(self, side: Side) -> str:
        """Who has this seat. A model that is asked in another way is another player: `llm:MODEL #3f9a01`."""
        spec, settings = self.spec(side), self.settings(side)
        return f"{spec} #{sha256(settings.encode()).hexdigest()[:6]}" if settings else spec

    def spec(self, side: Side) -> str:
        """What the player in this seat is called in a plan."""
        return self.second if side else self.first

    def settings(self, side: Side) -> str:
        return self.second_settings if side else self.first_settings

    def seed_for(self, side: Side) -> int:
        """The seed of the player in this seat: no two seats of a run share one."""
        return int.from_bytes(sha256(f"{astuple(self)[:-2]!r} {side}".encode()).digest()[:6])

    def __str__(self) -> str:
        return f"{self.title}, seed {self.seed}: {' against '.join(self.players)}"


def generate_fixtures(plan: Plan) -> Iterator[Fixture]:
    """Every match of a plan, always in this order: game, opening, pair, leg."""
    pairs = [*combinations(plan.players, 2), *((name, name) for name in plan.pairs_with_itself)]
    for contest in plan.contests:
        for number, seed in enumerate(plan.openings):
            position = contest.positions[number % len(contest.positions)] if contest.positions else ""
            for one, other in pairs:
                for leg in (1, 2):
                    first, second = (one, other) if leg == 1 else (other, one)
                    yield Fixture(
                        contest.game, contest.options, seed, position, plan.opening_moves, leg, first, second,
                        plan.turn_limit, plan.time_limit, plan.on_fault,
                        plan.settings.get(first, ""), plan.settings.get(second, ""),
                    )  # fmt: skip
