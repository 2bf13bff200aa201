"""Who is better: skill with its interval, paired differences, and the control."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from squarely.arena.intervals import FEWEST, Interval, Spread, Weights, interval, simultaneous, spread, weighed
from squarely.arena.played import Played
from squarely.arena.tally import Tally, opening_of, tallied
from squarely.game import Side

BETTER, WORSE, UNTOLD, TOO_FEW = "better", "worse", "not told apart", "too few openings"


class Part(NamedTuple):
    """The skill in one game."""

    skill: float
    spread: Spread


class Skill(NamedTuple):
    """A skill and where it truly may be. The interval is None where there are too few openings for one."""

    skill: float
    interval: Interval | None
    parts: Mapping[str, Part]  # by game
    openings: int  # in which something could be lost


class Difference(NamedTuple):
    """By how much one player's skill is above another's."""

    one: str
    other: str
    difference: float
    interval: Interval | None
    verdict: str  # what `one` is, as far as can be told


@dataclass(frozen=True)
class Field:
    """All matches of one game, ready to be compared."""

    title: str
    matches: Sequence[Played]

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
        return sorted({opening_of(played.fixture) for played in self.matches})

    def skill(self, places: Sequence[tuple[Played, Side]], answered: bool = False) -> Skill | None:
        """The skill shown at these seats, or when they answered; None where it is unknown or nothing could be lost."""
        exact = tallied(places).stakes(answered).skill if self.is_solved else None
        if exact is None:
            return None
        by_opening = {opening: Tally() for opening in self.openings}
        for played, side in places:
            by_opening[opening_of(played.fixture)].add(played, side)
        stakes = [tally.stakes(answered) for tally in by_opening.values()]
        lost, random_lost = [float(each.lost) for each in stakes], [float(each.random_lost) for each in stakes]
        part = Part(float(exact), spread(lost, random_lost, self._weights, self._mistake))
        return together({self.title: part}, sum(each > 0 for each in random_lost))

    @cached_property
    def _weights(self) -> Weights:
        return weighed(len(self.openings), self.title)

    @cached_property
    def _mistake(self) -> float:
        """What a move loses that loses anything: the mean over everything that could be lost here."""
        graded = [each for played in self.matches for each in played.graded if each.random_cost]
        return float(sum((each.random_mistake for each in graded), Fraction(0)) / len(graded))


def overall(skills: Sequence[Skill | None]) -> Skill | None:
    """The mean over games, each counting the same: points and results cannot be added up."""
    known = [each for each in skills if each]
    parts = {title: part for each in known for title, part in each.parts.items()}
    return together(parts, min(each.openings for each in known)) if known else None


def together(parts: Mapping[str, Part], openings: int) -> Skill:
    """The mean of the skills in these games, with its interval."""
    mean = sum(part.skill for part in parts.values()) / len(parts)
    spreads = [part.spread for part in parts.values()]
    within = interval(mean, spreads, openings) if openings >= FEWEST else None
    return Skill(mean, within, parts, openings)


class _Pair(NamedTuple):
    """Two players, the one with more skill first, and what is between them in the games that both have played."""

    one: str
    other: str
    difference: float
    spreads: Sequence[Spread]


def _pair(one: str, mine: Skill, other: str, theirs: Skill) -> _Pair | None:
    both = [title for title in mine.parts if title in theirs.parts]
    if not both:
        return None
    difference = sum(mine.parts[title].skill - theirs.parts[title].skill for title in both) / len(both)
    if difference < 0:
        return _pair(other, theirs, one, mine)
    spreads = [mine.parts[title].spread.minus(theirs.parts[title].spread) for title in both]
    return _Pair(one, other, difference, spreads)


def differences(found: Mapping[str, Skill | None]) -> list[Difference]:
    """Every two players, the one with more skill first. Different only if intervals that all hold at once say so."""
    known = [(name, skill) for name, skill in found.items() if skill]
    pairs = [pair for mine, theirs in combinations(known, 2) if (pair := _pair(*mine, *theirs))]
    return _told(pairs, min((skill.openings for _, skill in known), default=0))


def _told(pairs: Sequence[_Pair], openings: int) -> list[Difference]:
    """What intervals that hold all at once say about these pairs."""
    if not pairs:
        return []
    intervals: Sequence[Interval | None] = [None] * len(pairs)
    if openings >= FEWEST:
        intervals = simultaneous([pair.difference for pair in pairs], [pair.spreads for pair in pairs], openings)
    return [
        Difference(pair.one, pair.other, pair.difference, within, verdict(within))
        for pair, within in zip(pairs, intervals, strict=True)
    ]


def controls(games: Sequence[Field]) -> list[tuple[str, Difference]]:
    """Every player that played itself, game by game, in intervals that all hold at once."""
    copies = []
    for game in games:
        for name in sorted({played.fixture.players[0] for played in game.matches if played.fixture.is_control}):
            one, other = _copies(game, name)
            if one and other:
                copies.append((game.title, name, one, other))
    pairs = [
        _Pair(name, name, one.skill - other.skill, [one.parts[title].spread.minus(other.parts[title].spread)])
        for title, name, one, other in copies
    ]
    openings = min((min(one.openings, other.openings) for *_, one, other in copies), default=0)
    return [(title, each) for (title, *_), each in zip(copies, _told(pairs, openings), strict=True)]


def _copies(game: Field, player: str) -> list[Skill | None]:
    """The one that sat first in the first leg and second in the second, and the other."""
    own = [played for played in game.matches if played.fixture.is_control and played.fixture.players[0] == player]
    return [game.skill([(played, Side(side ^ (played.fixture.leg == 2))) for played in own]) for side in Side]


def verdict(within: Interval | None) -> str:
    """What an interval of a difference says."""
    if within is None:
        return TOO_FEW
    return BETTER if within.low > 0 else WORSE if within.high < 0 else UNTOLD


def fields(matches: Sequence[Played]) -> list[Field]:
    """The games of a run, by title."""
    titles = sorted({played.fixture.title for played in matches})
    return [Field(title, [each for each in matches if each.fixture.title == title]) for title in titles]
