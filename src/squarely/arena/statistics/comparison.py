"""Who is better: skill with its interval, paired differences, and the control."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from squarely.arena.run.match_result import MatchResult
from squarely.arena.statistics.intervals import (
    FEWEST,
    Interval,
    Spread,
    Weights,
    draw_weights,
    estimate_interval,
    estimate_simultaneous,
    estimate_spread,
)
from squarely.arena.statistics.skill import Tally, opening_key, tally_seats
from squarely.core.rules.game import Side

BETTER, WORSE, UNDECIDED, TOO_FEW = "better", "worse", "not told apart", "too few openings"


class GameSkill(NamedTuple):
    """The skill in one game."""

    skill: float
    spread: Spread


class SkillEstimate(NamedTuple):
    """A skill and its confidence interval, which is None where there are too few openings for one."""

    skill: float
    interval: Interval | None
    parts: Mapping[str, GameSkill]  # by game
    openings: int  # in which something could be lost


class Difference(NamedTuple):
    """By how much one player's skill is above another's."""

    one: str
    other: str
    difference: float
    interval: Interval | None
    verdict: str  # what `one` is, as far as can be told


@dataclass(frozen=True)
class GameResults:
    """All matches of one game, ready to be compared."""

    title: str
    matches: Sequence[MatchResult]

    @property
    def is_solved(self) -> bool:
        """Whether the truth is known of every match."""
        return all(played.grades is not None for played in self.matches)

    @property
    def unit(self) -> str:
        """What moves lose here."""
        return "points" if any(played.has_points for played in self.matches) else "results"

    @cached_property
    def openings(self) -> list[tuple[int, str, int]]:
        """The openings, in order."""
        return sorted({opening_key(played.fixture) for played in self.matches})

    def estimate_skill(
        self, places: Sequence[tuple[MatchResult, Side]], answered: bool = False
    ) -> SkillEstimate | None:
        """The skill shown at these seats, or when they answered; None where it is unknown or nothing could be lost."""
        exact = tally_seats(places).stakes(answered).skill if self.is_solved else None
        if exact is None:
            return None
        by_opening = {opening: Tally() for opening in self.openings}
        for played, side in places:
            by_opening[opening_key(played.fixture)].add(played, side)
        stakes = [tally.stakes(answered) for tally in by_opening.values()]
        lost, random_lost = [float(each.lost) for each in stakes], [float(each.random_lost) for each in stakes]
        part = GameSkill(float(exact), estimate_spread(lost, random_lost, self._weights, self._mistake))
        return combine_skills({self.title: part}, sum(each > 0 for each in random_lost))

    @cached_property
    def _weights(self) -> Weights:
        return draw_weights(len(self.openings), self.title)

    @cached_property
    def _mistake(self) -> float:
        """The mean cost of a mistake, over every decision of the matches."""
        graded = [each for played in self.matches for each in played.graded_turns if each.random_cost]
        return float(sum((each.random_mistake for each in graded), Fraction(0)) / len(graded))


def average_skills(skills: Sequence[SkillEstimate | None]) -> SkillEstimate | None:
    """The mean over games, each counting the same: points and results cannot be added up."""
    known = [each for each in skills if each]
    parts = {title: part for each in known for title, part in each.parts.items()}
    return combine_skills(parts, min(each.openings for each in known)) if known else None


def combine_skills(parts: Mapping[str, GameSkill], openings: int) -> SkillEstimate:
    """The mean of the skills in these games, with its interval."""
    mean = sum(part.skill for part in parts.values()) / len(parts)
    spreads = [part.spread for part in parts.values()]
    within = estimate_interval(mean, spreads, openings) if openings >= FEWEST else None
    return SkillEstimate(mean, within, parts, openings)


class _PlayerPair(NamedTuple):
    """Two players, the one with more skill first, and what is between them in the games that both have played."""

    one: str
    other: str
    difference: float
    spreads: Sequence[Spread]


def _pair_players(one: str, mine: SkillEstimate, other: str, theirs: SkillEstimate) -> _PlayerPair | None:
    both = [title for title in mine.parts if title in theirs.parts]
    if not both:
        return None
    difference = sum(mine.parts[title].skill - theirs.parts[title].skill for title in both) / len(both)
    if difference < 0:
        return _pair_players(other, theirs, one, mine)
    spreads = [mine.parts[title].spread.minus(theirs.parts[title].spread) for title in both]
    return _PlayerPair(one, other, difference, spreads)


def compare_players(found: Mapping[str, SkillEstimate | None]) -> list[Difference]:
    """Every two players, the one with more skill first, with simultaneous confidence intervals."""
    known = [(name, skill) for name, skill in found.items() if skill]
    pairs = [pair for mine, theirs in combinations(known, 2) if (pair := _pair_players(*mine, *theirs))]
    return _judge_pairs(pairs, min((skill.openings for _, skill in known), default=0))


def _judge_pairs(pairs: Sequence[_PlayerPair], openings: int) -> list[Difference]:
    """What simultaneous confidence intervals say about these pairs."""
    if not pairs:
        return []
    intervals: Sequence[Interval | None] = [None] * len(pairs)
    if openings >= FEWEST:
        intervals = estimate_simultaneous(
            [pair.difference for pair in pairs], [pair.spreads for pair in pairs], openings
        )
    return [
        Difference(pair.one, pair.other, pair.difference, within, judge_interval(within))
        for pair, within in zip(pairs, intervals, strict=True)
    ]


def compare_controls(games: Sequence[GameResults]) -> list[tuple[str, Difference]]:
    """Every player that played itself, game by game, with simultaneous confidence intervals."""
    copies = []
    for game in games:
        for name in sorted({played.fixture.players[0] for played in game.matches if played.fixture.is_control}):
            one, other = _split_control(game, name)
            if one and other:
                copies.append((game.title, name, one, other))
    pairs = [
        _PlayerPair(name, name, one.skill - other.skill, [one.parts[title].spread.minus(other.parts[title].spread)])
        for title, name, one, other in copies
    ]
    openings = min((min(one.openings, other.openings) for *_, one, other in copies), default=0)
    return [(title, each) for (title, *_), each in zip(copies, _judge_pairs(pairs, openings), strict=True)]


def _split_control(game: GameResults, player: str) -> list[SkillEstimate | None]:
    """The one that sat first in the first leg and second in the second, and the other."""
    own = [played for played in game.matches if played.fixture.is_control and played.fixture.players[0] == player]
    return [game.estimate_skill([(played, Side(side ^ (played.fixture.leg == 2))) for played in own]) for side in Side]


def judge_interval(within: Interval | None) -> str:
    """What an interval of a difference says."""
    if within is None:
        return TOO_FEW
    return BETTER if within.low > 0 else WORSE if within.high < 0 else UNDECIDED


def group_by_game(matches: Sequence[MatchResult]) -> list[GameResults]:
    """The games of a run, by title."""
    titles = sorted({played.fixture.title for played in matches})
    return [GameResults(title, [each for each in matches if each.fixture.title == title]) for title in titles]
