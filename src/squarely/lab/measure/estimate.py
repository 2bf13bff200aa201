"""A sampled figure with its confidence interval, and how many levels samples tell apart."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

_Z = 1.959963984540054  # of 95 %
_RULE_OF_THREE = 3  # what never happened in n trials happens in fewer than 3 of n, at 95 %
ENOUGH = 0.6  # the share of points that 100 matches show to be more than half, at 95 %


class Estimate(NamedTuple):
    """A mean and its interval at 95 %."""

    mean: float
    low: float
    high: float


def estimate(figures: Any, below: Any = 1.0, most: float = float("inf")) -> Estimate:
    """The mean of independent figures, from 0 to `most`; or the mean of the first over that of the second, in pairs.

    The interval is the normal one (of a ratio by the delta method), and never promises more than that what was not seen
    in n figures is seen in fewer than 3 of n.
    """
    import numpy as np

    count, whole = len(figures), float(np.mean(below))
    mean = float(np.mean(figures)) / whole if whole else 0.0
    strays = (figures - mean * below) / (whole or 1.0)
    reach = max(_Z * float(np.std(strays, ddof=1)) / sqrt(count) if count > 1 else 0.0, _RULE_OF_THREE / count)
    return Estimate(mean, max(0.0, mean - reach), min(most, mean + reach))


def find_chain(shares: Sequence[Sequence[float]], labels: Sequence[int]) -> tuple[int, ...]:
    """The longest chain of labels, each of which takes ENOUGH against the one before; of several the lowest labels.

    `shares[i][j]` is the first side's share of points if the i-th label plays it and the j-th the second side.
    """
    chains: list[tuple[int, ...]] = []  # the best that ends with each
    for at, label in enumerate(labels):
        apart = [lower for lower in range(at) if (shares[at][lower] + 1 - shares[lower][at]) / 2 >= ENOUGH]
        chains.append(_best([*((*chains[lower], label) for lower in apart), (label,)]))
    return _best(chains)


def _best(chains: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return min(chains, key=lambda chain: (-len(chain), chain))
