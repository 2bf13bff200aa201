"""Turns held against the truth: skill with its interval, errors, paired differences and the control."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from squarely.arena.run.match_result import MatchResult, MoveGrade
from squarely.arena.run.plan import Fixture
from squarely.arena.statistics import intervals
from squarely.arena.statistics.intervals import FEWEST, Interval, Spread, Weights
from squarely.core.rules.game import Side

PHASES = ("opening", "middle", "end")  # thirds of the match, counted in moves after its opening
DIFFICULTIES = ("easy", "medium", "hard")  # thirds by the share of moves that lose nothing
WON, TIED, LOST, UNFINISHED = RESULTS = ("won", "tied", "lost", "unfinished")
Seats: TypeAlias = Sequence[tuple[MatchResult, Side]]  # of matches
BETTER, WORSE, UNDECIDED, TOO_FEW = "better", "worse", "not told apart", "too few openings"


class Row(Struct, frozen=True):
    """A row of the report, whose fields can also be had by key."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class Errors(Row, frozen=True):
    """Decisions, which are moves where something could be lost: how many lost it, and how many would at random."""

    decisions: int
    errors: int
    by_chance: float


class Turn(NamedTuple):
    """A turn of a player whose truth is known."""

    opening: tuple[int, str, int]
    graded: MoveGrade
    phase: str  # empty for a fault, which is a turn without a move and loses all that can be lost

    @property
    def difficulty(self) -> str:
        """Easy where more than two thirds of the moves lose nothing, hard where at most one third does."""
        good, legal = self.graded.good, self.graded.legal
        return "hard" if 3 * good <= legal else "medium" if 3 * good <= 2 * legal else "easy"


def list_turns(seats: Iterable[tuple[MatchResult, Side]]) -> list[Turn]:
    """The turns at these seats of these matches: moves, and faults that were not repaired."""
    turns = []
    for played, side in seats:
        opening, moves = opening_key(played.fixture), len(played.moves)
        for number, (mover, graded) in enumerate(zip(played.movers, played.grades or (), strict=False)):
            if mover == side and graded:
                turns.append(Turn(opening, graded, PHASES[3 * number // moves]))
        faults = [fault.graded for fault in played.faults if fault.side == str(side)]
        turns += [Turn(opening, graded, "") for graded in faults if graded]
    return turns


def opening_key(fixture: Fixture) -> tuple[int, str, int]:
    """What all matches of one game from one opening share."""
    return fixture.seed, fixture.position, fixture.opening_moves


def sum_losses(turns: Iterable[Turn]) -> tuple[int, Fraction]:
    """What was lost, and what a random mover would have lost."""
    graded = [turn.graded for turn in turns]
    return sum(each.cost for each in graded), sum((each.random_cost for each in graded), Fraction(0))


def measure_skill(turns: Iterable[Turn]) -> Fraction | None:
    """100 for losing nothing, 0 for losing what a random mover would; None if nothing could be lost."""
    lost, random_lost = sum_losses(turns)
    return 100 - 100 * lost / random_lost if random_lost else None


def count_errors(turns: Sequence[Turn]) -> Errors:
    """The errors among the decisions of these turns."""
    graded = [turn.graded for turn in turns if turn.phase and turn.graded.random_cost]
    by_chance = sum((Fraction(each.legal - each.good, each.legal) for each in graded), Fraction(0))
    return Errors(len(graded), sum(bool(each.cost) for each in graded), round(float(by_chance), 2))


def name_result(played: MatchResult, side: Side) -> str:
    """One of RESULTS, as seen from one side."""
    score = played.score(side)
    return UNFINISHED if played.result == "*" else TIED if score == 0.5 else WON if score else LOST


def find_seats(matches: Iterable[MatchResult], player: str, side: Side | None = None) -> Seats:
    """Where a player sat, in both seats or one; not counting where it played itself."""
    others = [played for played in matches if not played.fixture.is_control]
    sides = Side if side is None else (side,)
    return [(played, each) for played in others for each in sides if played.fixture.player(each) == player]


class SkillEstimate(NamedTuple):
    """A skill and its confidence interval, which is None where there are too few openings for one."""

    skill: float
    interval: Interval | None
    parts: Mapping[str, tuple[float, Spread]]  # by game: the skill and its distribution
    openings: int  # in which something could be lost


class Difference(Row, frozen=True):
    """By how much one player's skill is above another's, and the confidence interval where there is one."""

    game: str
    one: str
    other: str
    difference: float
    low: float | None = None
    high: float | None = None
    verdict: str = TOO_FEW  # what `one` is, as far as can be told


@dataclass(frozen=True, eq=False)
class GameResults:
    """All matches of one game, ready to be compared."""

    title: str
    matches: Sequence[MatchResult]

    @property
    def is_solved(self) -> bool:
        """Whether the truth is known of every match."""
        return all(played.grades is not None for played in self.matches)

    @cached_property
    def openings(self) -> list[tuple[int, str, int]]:
        return sorted({opening_key(played.fixture) for played in self.matches})

    def estimate_skill(self, places: Seats, answered: bool = False) -> SkillEstimate | None:
        """The skill shown at these seats, or when they answered; None where it is unknown or nothing could be lost."""
        turns = [turn for turn in list_turns(places) if turn.phase or not answered]
        exact = measure_skill(turns) if self.is_solved else None
        if exact is None:
            return None
        by_opening: dict[object, list[Turn]] = {opening: [] for opening in self.openings}
        for turn in turns:
            by_opening[turn.opening].append(turn)
        losses = [sum_losses(each) for each in by_opening.values()]
        lost, random_lost = [float(each[0]) for each in losses], [float(each[1]) for each in losses]
        part = float(exact), intervals.estimate_spread(lost, random_lost, self._weights, self._mistake)
        return combine_skills({self.title: part}, sum(each > 0 for each in random_lost))

    @cached_property
    def _weights(self) -> Weights:
        return intervals.draw_weights(len(self.openings), self.title)

    @cached_property
    def _mistake(self) -> float:
        """The mean cost of a mistake, over every decision of the matches."""
        turns = list_turns((played, side) for played in self.matches for side in Side)
        graded = [turn.graded for turn in turns if turn.graded.random_cost]
        return float(sum((each.random_mistake for each in graded), Fraction(0)) / len(graded))


def group_by_game(matches: Sequence[MatchResult]) -> list[GameResults]:
    """The games of a run, by title."""
    titles = sorted({played.fixture.title for played in matches})
    return [GameResults(title, [each for each in matches if each.fixture.title == title]) for title in titles]


def average_skills(skills: Iterable[SkillEstimate | None]) -> SkillEstimate | None:
    """The mean over games, each counting the same: points and results cannot be added up."""
    known = [each for each in skills if each]
    parts = {title: part for each in known for title, part in each.parts.items()}
    return combine_skills(parts, min(each.openings for each in known)) if known else None


def combine_skills(parts: Mapping[str, tuple[float, Spread]], openings: int) -> SkillEstimate:
    """The mean of the skills in these games, with its interval."""
    skills, spreads = zip(*parts.values(), strict=True)
    mean = sum(skills) / len(parts)
    within = intervals.estimate_interval(mean, spreads, openings) if openings >= FEWEST else None
    return SkillEstimate(mean, within, parts, openings)


_Pair: TypeAlias = tuple[Difference, list[Spread]]  # with its distributions in the games that both have played


def _pair_players(game: str, one: str, mine: SkillEstimate, other: str, theirs: SkillEstimate) -> list[_Pair]:
    both = [(mine.parts[title], theirs.parts[title]) for title in mine.parts if title in theirs.parts]
    difference = sum(my - their for (my, _), (their, _) in both) / max(1, len(both))
    if difference < 0:
        return _pair_players(game, other, theirs, one, mine)
    spreads = [my.minus(their) for (_, my), (_, their) in both]
    return [(Difference(game, one, other, difference), spreads)] if both else []


def compare_players(game: str, found: Mapping[str, SkillEstimate | None]) -> list[Difference]:
    """Every two players, the one with more skill first, with simultaneous confidence intervals."""
    known = [(name, skill) for name, skill in found.items() if skill]
    pairs = [pair for mine, theirs in combinations(known, 2) for pair in _pair_players(game, *mine, *theirs)]
    return _judge_pairs(pairs, min((skill.openings for _, skill in known), default=0))


def compare_controls(games: Sequence[GameResults]) -> list[Difference]:
    """Every player that played itself, game by game, with simultaneous confidence intervals."""
    pairs, openings = list[_Pair](), list[int]()
    for game in games:
        own = [played for played in game.matches if played.fixture.is_control]
        for name in sorted({played.fixture.players[0] for played in own}):
            legs = [(played, played.fixture.leg == 2) for played in own if played.fixture.players[0] == name]
            # One sat first in the first leg and second in the second; the other the other way round.
            one, other = (game.estimate_skill([(played, Side(side ^ leg)) for played, leg in legs]) for side in Side)
            if one and other:
                spread = one.parts[game.title][1].minus(other.parts[game.title][1])
                pairs.append((Difference(game.title, name, name, one.skill - other.skill), [spread]))
                openings += [one.openings, other.openings]
    return _judge_pairs(pairs, min(openings, default=0))


def _judge_pairs(pairs: Sequence[_Pair], openings: int) -> list[Difference]:
    """The differences, with what simultaneous confidence intervals say about them."""
    differences, spreads = [each for each, _ in pairs], [each for _, each in pairs]
    if not pairs or openings < FEWEST:
        return differences
    found = intervals.estimate_simultaneous([each.difference for each in differences], spreads, openings)
    return [
        replace(each, low=low, high=high, verdict=BETTER if low > 0 else WORSE if high < 0 else UNDECIDED)
        for each, (low, high) in zip(differences, found, strict=True)
    ]
