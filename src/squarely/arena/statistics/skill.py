"""Tallies: what a player did in one game from one seat, added up exactly."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from squarely.arena.run.fixtures import Fixture
from squarely.arena.run.match_result import MatchResult, MoveGrade
from squarely.core.rules.game import Side

PHASES = ("opening", "middle", "end")  # thirds of the match, counted in moves after its opening
DIFFICULTIES = ("easy", "medium", "hard")  # thirds by the share of moves that lose nothing
WON, TIED, LOST, UNFINISHED = RESULTS = ("won", "tied", "lost", "unfinished")


@dataclass
class Errors:
    """Decisions, which are moves where something could be lost: how many lost it, and how many would at random."""

    decisions: int = 0
    errors: int = 0
    by_chance: Fraction = Fraction(0)

    def add(self, graded: MoveGrade) -> None:
        """Count one decision."""
        self.decisions += 1
        self.errors += bool(graded.cost)
        self.by_chance += Fraction(graded.legal - graded.good, graded.legal)


@dataclass
class Stakes:
    """What was lost, and what a random mover would have lost in the same positions."""

    lost: int = 0
    random_lost: Fraction = Fraction(0)

    @property
    def skill(self) -> Fraction | None:
        """100 for losing nothing, 0 for losing what a random mover would; None if nothing could be lost."""
        return 100 - 100 * self.lost / self.random_lost if self.random_lost else None

    def add(self, graded: MoveGrade) -> None:
        """Count one turn."""
        self.lost += graded.cost
        self.random_lost += graded.random_cost


@dataclass
class Tally:
    """Sums over matches. Skill is a ratio of sums, so a match with nothing to lose weighs nothing."""

    matches: int = 0
    moves: int = 0  # that were graded
    faults: int = 0  # that were graded: turns without a move
    answered: Stakes = field(default_factory=Stakes)  # of the moves
    all_turns: Stakes = field(default_factory=Stakes)  # of moves and faults: a fault loses all that can be lost
    score: float = 0.0
    achievable: float | None = 0.0
    results: Counter[str] = field(default_factory=Counter)
    phases: dict[str, Errors] = field(default_factory=lambda: {name: Errors() for name in PHASES})
    difficulties: dict[str, Errors] = field(default_factory=lambda: {name: Errors() for name in DIFFICULTIES})

    def stakes(self, answered: bool = False) -> Stakes:
        """Of all turns, or of those in which the player answered with a move."""
        return self.answered if answered else self.all_turns

    @property
    def skill(self) -> Fraction | None:
        """The skill in all turns, faults included."""
        return self.all_turns.skill

    @property
    def regret(self) -> Fraction | None:
        """What a turn lost on average."""
        turns = self.moves + self.faults
        return Fraction(self.all_turns.lost, turns) if turns else None

    def add(self, played: MatchResult, side: Side) -> None:
        """Count a match as seen from one side of it."""
        self.matches += 1
        self.score += played.score(side)
        achievable = played.achievable_score(side)
        self.achievable = None if achievable is None or self.achievable is None else self.achievable + achievable
        self.results[_result_for(played, side)] += 1
        for number, (mover, graded) in enumerate(zip(played.movers, played.grades or (), strict=False)):
            if mover == side and graded:
                self._count(graded, PHASES[3 * number // len(played.moves)])
        for fault in played.faults:
            if fault.side == side and fault.graded:
                self.faults += 1
                self.all_turns.add(fault.graded)

    def _count(self, graded: MoveGrade, phase: str) -> None:
        self.moves += 1
        self.answered.add(graded)
        self.all_turns.add(graded)
        if graded.random_cost:
            self.phases[phase].add(graded)
            self.difficulties[rate_difficulty(graded)].add(graded)


def rate_difficulty(graded: MoveGrade) -> str:
    """Easy where more than two thirds of the moves lose nothing, hard where at most one third does."""
    if 3 * graded.good <= graded.legal:
        return "hard"
    return "medium" if 3 * graded.good <= 2 * graded.legal else "easy"


def tally_seats(matches: Iterable[tuple[MatchResult, Side]]) -> Tally:
    """The tally of these seats of these matches."""
    tally = Tally()
    for played, side in matches:
        tally.add(played, side)
    return tally


def find_seats(matches: Iterable[MatchResult], player: str, side: Side | None = None) -> list[tuple[MatchResult, Side]]:
    """Where a player sat, in both seats or one; not counting where it played itself."""
    return [
        (played, each)
        for played in matches
        for each in Side
        if played.fixture.player(each) == player and not played.fixture.is_control and side in (None, each)
    ]


def opening_key(fixture: Fixture) -> tuple[int, str, int]:
    """What all matches of one game from one opening share."""
    return fixture.seed, fixture.position, fixture.opening_moves


def _result_for(played: MatchResult, side: Side) -> str:
    if played.result == "*":
        return UNFINISHED
    score = played.score(side)
    return TIED if score == 0.5 else WON if score else LOST
