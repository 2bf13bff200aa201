"""Fixtures: the matches of a plan. A fixture is everything that decides a match, and the same for everybody."""

from collections.abc import Container, Hashable, Iterable, Iterator
from hashlib import sha256
from itertools import combinations, islice
from typing import NamedTuple, TypeAlias

from squarely.arena.run.plan import Plan
from squarely.core.rules.game import Side


class Fixture(NamedTuple):
    """A match that is to be played. Two legs from the same opening, with the seats swapped, are a pair."""

    game: str
    options: str
    seed: int  # decides the opening
    position: str  # where the match begins; empty where the opening is drawn
    opening_moves: int
    leg: int  # 1 or 2
    first: str
    second: str
    turn_limit: int
    time_limit: float | None
    on_fault: str
    first_settings: str = ""  # what else decides how the player plays: where a model is asked, and how
    second_settings: str = ""

    @property
    def title(self) -> str:
        """What is played: the game and its options."""
        return f"{self.game} {self.options}".strip()

    @property
    def is_control(self) -> bool:
        """Whether a player meets itself."""
        return self.player(Side.FIRST) == self.player(Side.SECOND)

    def player(self, side: Side) -> str:
        """Who has this seat. A model that is asked in another way is another player: `llm:MODEL #3f9a01`."""
        spec, settings = self.spec(side), self.settings(side)
        return f"{spec} #{sha256(settings.encode()).hexdigest()[:6]}" if settings else spec

    def spec(self, side: Side) -> str:
        """What the player in this seat is called in a plan."""
        return self.second if side else self.first

    def settings(self, side: Side) -> str:
        """What else decides how the player in this seat plays."""
        return self.second_settings if side else self.first_settings

    @property
    def players(self) -> tuple[str, str]:
        """Who has the two seats."""
        return self.player(Side.FIRST), self.player(Side.SECOND)

    def seed_for(self, side: Side) -> int:
        """The seed of the player in this seat: no two seats of a run share one."""
        return int.from_bytes(sha256(f"{tuple(self)[:-2]!r} {side}".encode()).digest()[:6])

    def __str__(self) -> str:
        return f"{self.title}, seed {self.seed}: {' against '.join(self.players)}"


Batch: TypeAlias = list[Fixture]


def generate_fixtures(plan: Plan) -> Iterator[Fixture]:
    """Every match of a plan, always in this order: game, opening, pair, leg."""
    pairs = [*combinations(plan.players, 2), *((name, name) for name in plan.control)]
    for contest in plan.contests:
        for number, seed in enumerate(plan.seeds):
            position = contest.positions[number % len(contest.positions)] if contest.positions else ""
            for one, other in pairs:
                for leg, (first, second) in enumerate(((one, other), (other, one)), 1):
                    yield Fixture(
                        contest.game, contest.options, seed, position, plan.opening_moves, leg, first, second,
                        plan.turn_limit, plan.time_limit, plan.on_fault,
                        plan.settings.get(first, ""), plan.settings.get(second, ""),
                    )  # fmt: skip


def generate_batches(planned: Iterable[Fixture], played: Container[Hashable], size: int) -> Iterator[list[Fixture]]:
    """What is left to play, a task's worth at a time. Matches from one opening stay together: they share an oracle."""
    left = (fixture for fixture in planned if fixture not in played)
    while batch := list(islice(left, size)):
        yield batch
