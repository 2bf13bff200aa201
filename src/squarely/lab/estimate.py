"""A figure with its confidence interval: exact where it was worked out, wider where it was sampled."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import fmean
from typing import NamedTuple

_Z = 1.959963984540054  # of 95 %
_RULE_OF_THREE = 3  # what never happened in n trials happens in fewer than 3 of n, at 95 %


class Estimate(NamedTuple):
    """A mean and its interval at 95 %; exact where all three are equal."""

    mean: float
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether it was worked out, not sampled."""
        return self.low == self.mean == self.high


def exactly(figure: float) -> Estimate:
    """A figure that is known."""
    return Estimate(figure, figure, figure)


def estimate_share(points: float, matches: int) -> Estimate:
    """The share of points in so many matches, with the interval of Wilson.

    A tie counts half, which varies less than a win or a loss: the interval is a little too wide, never too narrow.
    """
    share, z2 = points / matches, _Z * _Z
    middle = (share + z2 / (2 * matches)) / (1 + z2 / matches)
    reach = _Z * sqrt(share * (1 - share) / matches + z2 / (4 * matches * matches)) / (1 + z2 / matches)
    return Estimate(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))


def estimate_mean(figures: Sequence[float]) -> Estimate:
    """The mean of independent figures, none below 0, with the normal interval of its spread."""
    return _around(fmean(figures), figures)


def estimate_ratio(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """The mean of the first over the mean of the second, figures in pairs; its interval by the delta method."""
    whole = fmean(below)
    if not whole:
        return exactly(0.0)
    ratio = fmean(above) / whole
    return _around(ratio, [(a - ratio * b) / whole for a, b in zip(above, below, strict=True)])


def estimate_share_of_groups(shares: Sequence[float], matches: int) -> Estimate:
    """The mean share of points of groups, such as deals, of so many matches each.

    The interval is that of Wilson for as many independent matches as would vary like that: no fewer than there are
    groups, since these are independent, and no more than were played.
    """
    share, groups = fmean(shares), len(shares)
    spread = _deviation(shares) ** 2 / groups if groups > 1 else 0.0
    independent = share * (1 - share) / spread if spread else 0.0
    number = round(min(max(groups, independent), groups * max(1, matches)))
    return estimate_share(share * number, number)._replace(mean=share)


def _around(mean: float, strays: Sequence[float]) -> Estimate:
    """The interval never promises more than that what was not seen in n figures is seen in fewer than 3 of n."""
    count = len(strays)
    reach = max(_Z * _deviation(strays) / sqrt(count) if count > 1 else 0.0, _RULE_OF_THREE / count)
    return Estimate(mean, max(0.0, mean - reach), mean + reach)


def _deviation(figures: Sequence[float]) -> float:
    """The standard deviation of a sample; that of the library takes twenty times as long, to be exact."""
    mean = fmean(figures)
    return sqrt(fsum((figure - mean) ** 2 for figure in figures) / (len(figures) - 1))
