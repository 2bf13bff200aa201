"""Measures of one rule set, as plain numbers, sampled ones with confidence intervals. docs/lab-measures.md says what
each of them means."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

LIMIT = 2_000_000  # positions of one start
_Z = 1.959963984540054  # of 95 %
_RULE_OF_THREE = 3  # what never happened in n trials happens in fewer than 3 of n, at 95 %
ENOUGH = 0.6  # the share of points that 100 matches show to be more than half, at 95 %
Effort: TypeAlias = Literal["full", "truth"]


class Estimate(NamedTuple):
    """A mean and its interval at 95 %."""

    mean: float
    low: float
    high: float


class Measures(NamedTuple):
    """Everything that was measured. What needs play is None or empty where only the truth was asked for."""

    game: str
    options: str
    positions: int  # of all deals that were measured
    deals: int
    deals_of: int
    always_ends: bool
    endless_share: float
    value: str | None  # who wins from the start under perfect play; of several deals the commonest, as what follows
    ending: str
    distance: int | None
    margin: int | None
    first_share: float  # of the deals
    second_share: float
    tie_share: float
    endless_deals_share: float
    longest_win: int
    openings: int
    openings_keeping: int
    keeping_by_ply: tuple[float, ...]
    deciding_share: float
    branching: float
    komi: int | None
    length_best: int | None
    length_random: Estimate | None = None
    length_level: Estimate | None = None
    lead_changes_best: Estimate | None = None
    drama_best: Estimate | None = None
    lead_changes_level: Estimate | None = None
    drama_level: Estimate | None = None
    balance: tuple[tuple[str, Estimate], ...] = ()
    levels_apart: int | None = None
    chain: tuple[int, ...] = ()
    best_cut: tuple[str, float] | None = None
    matches: int = 0  # played for each pairing, at least
    unfinished_share: float = 0.0  # of the matches of level 5 with itself: stopped, and counted half


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
