"""Who is better: skill with its interval, paired differences, and the control."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from squarely.arena.intervals import FEWEST, Interval, Samples, drawn, interval, simultaneous, skills
from squarely.arena.played import Played
from squarely.arena.tally import Tally, opening_of, tallied
from squarely.game import Side

BETTER, WORSE, UNTOLD, TOO_FEW = "better", "worse", "not told apart", "too few openings"


class Skill(NamedTuple):
    """A skill and where it truly may be. The interval is None where there are too few openings for one."""

    skill: float
    interval: Interval | None
    samples: Samples
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

    def skill(self, places: Sequence[tuple[Played, Side]]) -> Skill | None:
        """The skill shown at these seats; None where it is not known or nothing could be lost."""
        exact = tallied(places).skill if self.is_solved else None
        if exact is None:
            return None
        by_opening = {opening: Tally() for opening in self.openings}
        for played, side in places:
            by_opening[opening_of(played.fixture)].add(played, side)
        tallies = by_opening.values()
        sums = [float(each.lost) for each in tallies], [float(each.random_lost) for each in tallies]
        samples = skills(*sums, self._counts)
        openings = sum(each.random_lost > 0 for each in tallies)
        within = interval(samples, openings) if openings >= FEWEST else None
        return Skill(float(exact), within, samples, openings)

    @cached_property
    def _counts(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        return drawn(len(self.openings), self.title)


def together(parts: Sequence[Skill | None]) -> Skill | None:
    """The mean over games, each counting the same: points and results cannot be added up."""
    known = [part for part in parts if part]
    if not known:
        return None
    samples = np.mean([part.samples for part in known], axis=0)
    mean, openings = sum(part.skill for part in known) / len(known), min(part.openings for part in known)
    return Skill(mean, interval(samples, openings) if openings >= FEWEST else None, samples, openings)


def differences(found: dict[str, Skill | None]) -> list[Difference]:
    """Every two players, the one with more skill first. Different only if intervals that all hold at once say so."""
    pairs = [
        (one, mine, other, theirs) if mine.skill >= theirs.skill else (other, theirs, one, mine)
        for (one, mine), (other, theirs) in combinations(found.items(), 2)
        if mine and theirs
    ]
    if not pairs:
        return []
    estimates = [mine.skill - theirs.skill for _, mine, _, theirs in pairs]
    samples = [mine.samples - theirs.samples for _, mine, _, theirs in pairs]
    openings = min(each.openings for each in found.values() if each)
    intervals = simultaneous(estimates, samples, openings) if openings >= FEWEST else [None] * len(pairs)
    return [
        Difference(one, other, estimate, within, verdict(within))
        for (one, _, other, _), estimate, within in zip(pairs, estimates, intervals, strict=True)
    ]


def controls(games: Sequence[Field]) -> list[tuple[str, Difference]]:
    """Every player that played itself, game by game, in intervals that all hold at once."""
    copies = []
    for game in games:
        for name in sorted({played.fixture.first for played in game.matches if played.fixture.is_control}):
            one, other = _copies(game, name)
            if one and other:
                copies.append((game.title, name, one, other))
    if not copies:
        return []
    estimates = [one.skill - other.skill for *_, one, other in copies]
    samples = [one.samples - other.samples for *_, one, other in copies]
    openings = min(min(one.openings, other.openings) for *_, one, other in copies)
    intervals = simultaneous(estimates, samples, openings) if openings >= FEWEST else [None] * len(copies)
    return [
        (title, Difference(name, name, estimate, within, verdict(within)))
        for (title, name, _, _), estimate, within in zip(copies, estimates, intervals, strict=True)
    ]


def _copies(game: Field, player: str) -> list[Skill | None]:
    """The one that sat first in the first leg and second in the second, and the other."""
    own = [played for played in game.matches if played.fixture.is_control and played.fixture.first == player]
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
