"""Confidence intervals that hold where mistakes are rare, too: a Bayesian bootstrap over openings, with one more.

Matches from one opening share what is hard about it, so an opening is weighed as a whole: both legs of a pair and all
pairs. Every player's skill is worked out from the same weights, which is what makes a difference a paired one.

Who has lost nothing in twenty openings may lose something in the next. So each draw has an opening that was never
played: for the lower end of an interval it went as badly as the worst one, with at least one mistake; for the upper
end it went as well as the best. Where mistakes come one to an opening, this is close to the interval of Clopper and
Pearson; the general form for means is Gaffke's. `benchmarks/interval_coverage.py` shows how often they hold.
"""

from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

DRAWS = 4000
LEVEL = 0.95
FEWEST = 10  # openings; with fewer, an interval promises more than it can hold
_NORMAL = NormalDist()
_UNPLAYED = 0.75  # of an opening: how much the one that was never played counts; tuned so that intervals hold


class Interval(NamedTuple):
    """A confidence interval at LEVEL."""

    low: float
    high: float


class Weights(NamedTuple):
    """How much each opening counts in each draw, and how much the one that was never played."""

    played: Samples  # draws down, openings across
    unplayed: Samples


class Spread(NamedTuple):
    """The bootstrap distribution of a figure, the deviation of each opening, and what one more mistake changes."""

    draws: Samples  # the figure, where the opening that was never played went as the others did
    strays: Samples  # the deviation of each opening
    unplayed: Samples  # how much the opening that was never played counts in each draw
    down: float = 0.0  # by how much one mistake lowers the figure of an opening
    up: float = 0.0  # and raises it: a mistake of the other, where it is a difference

    def minus(self, other: "Spread") -> "Spread":
        """The distribution of the difference."""
        draws, strays = self.draws - other.draws, self.strays - other.strays
        return Spread(draws, strays, self.unplayed, max(self.down, other.up), max(self.up, other.down))

    def ends(self, offset: float) -> tuple[Samples, Samples]:
        """The draws in which the opening that was never played went badly, and those in which it went well.

        `offset` is the share of the opposite deviation that is set off: a symmetric one needs no further room.
        """
        bad, good = min(float(self.strays.min()), -self.down), max(float(self.strays.max()), self.up)
        lower, upper = min(0.0, bad + offset * good), max(0.0, good + offset * bad)
        return self.draws + lower * self.unplayed, self.draws + upper * self.unplayed


def draw_weights(openings: int, label: str) -> Weights:
    """Weights for that many openings; the same for the same label."""
    chance = np.random.default_rng(crc32(label.encode()))
    played = chance.exponential(size=(DRAWS, openings))
    unplayed = chance.gamma(_UNPLAYED, size=DRAWS)
    whole = played.sum(axis=1) + unplayed
    return Weights(played / whole[:, None], unplayed / whole)


def estimate_spread(lost: Sequence[float], random_lost: Sequence[float], weights: Weights, mistake: float) -> Spread:
    """The distribution of a skill, given what was lost in each opening and what a mistake loses, in all more than 0."""
    mine, chance = np.asarray(lost, float), np.asarray(random_lost, float)
    mean, by_chance = float(mine.mean()), float(chance.mean())
    share = (weights.played @ mine + weights.unplayed * mean) / (weights.played @ chance + weights.unplayed * by_chance)
    strays = 100 * (chance * mean / by_chance - mine) / by_chance
    return Spread(100 - 100 * share, strays, weights.unplayed, down=100 * mistake / by_chance)


_LOPSIDED, _LOPSIDED_FAR_OUT = 4, 5.5  # degrees of freedom that are lost; the last for tails of many intervals at once
_SET_OFF = 0.25  # tuned, as _UNPLAYED is: single intervals are narrower for it and hold


def estimate_interval(estimate: float, spreads: Sequence[Spread], openings: int) -> Interval:
    """The confidence interval of the mean of independent figures; never above 100."""
    lower, upper = _mean_ends(spreads, _SET_OFF)
    tail = (1 - LEVEL) / 2
    low, high = _widen(estimate, lower, upper, tail, widening_factor(openings, tail, _LOPSIDED))
    return Interval(low, min(100.0, high))


def estimate_simultaneous(
    estimates: Sequence[float], spreads: Sequence[Sequence[Spread]], openings: int
) -> list[Interval]:
    """Simultaneous confidence intervals: with the probability of LEVEL all of them hold.

    All have the same tail probability, calibrated so that in a share of LEVEL of the draws every figure is inside.
    """
    ends = [_mean_ends(each, 0.0) for each in spreads]
    rarest = np.ones(DRAWS)  # of each draw: the share of draws that are as far out, in the figure where that is least
    for lower, upper in ends:
        rarest = np.minimum(rarest, np.searchsorted(np.sort(lower), lower, "right") / DRAWS)
        rarest = np.minimum(rarest, 1 - np.searchsorted(np.sort(upper), upper, "left") / DRAWS)
    tail = min((1 - LEVEL) / 2, float(np.quantile(rarest, 1 - LEVEL)))
    reach = widening_factor(openings, tail, _LOPSIDED_FAR_OUT)
    return [_widen(estimate, *each, tail, reach) for estimate, each in zip(estimates, ends, strict=True)]


def widening_factor(openings: int, tail: float, lopsided: float) -> float:
    """The factor by which an interval is wider than the quantiles of the draws at this tail probability.

    A draw varies less than a run does, and a spread that is itself estimated asks for Student's t instead of the normal
    distribution, with fewer degrees of freedom than openings: losses are lopsided. The t is that of Cornish and Fisher.
    """
    z, degrees = -_NORMAL.inv_cdf(tail), openings - lopsided
    terms = z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    student: float = sum(term / degrees**power for power, term in enumerate(terms))
    return student / z * openings / (openings - 1)


def _widen(estimate: float, lower: Samples, upper: Samples, tail: float, reach: float) -> Interval:
    low, high = float(np.quantile(lower, tail)), float(np.quantile(upper, 1 - tail))
    return Interval(estimate - reach * (estimate - low), estimate + reach * (high - estimate))


def _mean_ends(spreads: Sequence[Spread], offset: float) -> tuple[Samples, Samples]:
    lower, upper = zip(*(each.ends(offset) for each in spreads), strict=True)
    return np.mean(lower, axis=0), np.mean(upper, axis=0)
