"""Intervals by the bootstrap: openings are drawn again, each with all matches that were played from it.

Matches from one opening share what is hard about it, so an opening is drawn as a whole: both legs of a pair and all
pairs. Every player's skill is worked out from the same draws, which is what makes a difference a paired one.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

DRAWS = 2000
LEVEL = 0.95
_NORMAL = NormalDist().inv_cdf((1 + LEVEL) / 2)
FEWEST = 10  # openings; with fewer, an interval promises more than it can hold


class Interval(NamedTuple):
    """Where the truth is, with the confidence of LEVEL."""

    low: float
    high: float


def drawn(openings: int, label: str) -> NDArray[np.int64]:
    """How often each opening comes up in each draw; the same for the same label."""
    chance = np.random.default_rng(crc32(label.encode()))
    counts: NDArray[np.int64] = chance.multinomial(openings, np.full(openings, 1 / openings), size=DRAWS)
    return counts


def skills(lost: Sequence[float], random_lost: Sequence[float], counts: NDArray[np.int64]) -> Samples:
    """The skill in each draw, given what was lost in each opening; not a number where nothing could be lost."""
    sums: tuple[Any, Any] = (counts @ np.asarray(lost, float), counts @ np.asarray(random_lost, float))
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Samples = np.where(sums[1] > 0, 100 - 100 * sums[0] / sums[1], np.nan)
    return found


def interval(samples: Samples, openings: int) -> Interval | None:
    """The middle of the draws, wide enough for so many openings; None where there are none."""
    known = samples[~np.isnan(samples)]
    if not known.size:
        return None
    outside = NormalDist().cdf(-widened(openings))
    low, high = np.quantile(known, [outside, 1 - outside])
    return Interval(float(low), float(high))


def widened(openings: int, z: float = _NORMAL) -> float:
    """How many standard errors of the draws an interval reaches to each side, where a normal one would reach z.

    A draw varies less than a run does, by a factor of √((n−1)/n), and a spread that is itself estimated from n openings
    asks for Student's t instead of the normal distribution: Hesterberg's expanded percentile interval. The t is that
    of Cornish and Fisher.
    """
    degrees = openings - 1
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    student: float = sum(term / degrees**power for power, term in enumerate(terms))
    return student * sqrt(openings / degrees)


def simultaneous(estimates: Sequence[float], samples: Sequence[Samples], openings: int) -> list[Interval]:
    """Intervals that hold all at once: in so many of 100 runs as LEVEL says not one of them misses.

    Each reaches as many standard errors to both sides; how many is seen in the draws, from the one that strays most,
    and widened as a single interval is.
    """
    known = [~np.isnan(each) for each in samples]
    errors = [float(np.std(each[good])) if good.any() else 0.0 for each, good in zip(samples, known, strict=True)]
    strays = [
        np.where(good, np.abs(each - estimate) / error, 0)
        for estimate, each, good, error in zip(estimates, samples, known, errors, strict=True)
        if error > _NOTHING
    ]
    farthest = float(np.quantile(np.max(strays, axis=0), LEVEL)) if strays else 0.0
    reach = widened(openings, farthest)
    return [Interval(e - reach * error, e + reach * error) for e, error in zip(estimates, errors, strict=True)]


_NOTHING = 1e-9  # a standard error that is only rounding
