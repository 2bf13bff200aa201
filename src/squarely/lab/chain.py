"""How many levels can be told apart by their results."""

from collections.abc import Sequence

ENOUGH = 0.6  # the share of points that 100 matches show to be more than half, at 95 %


def find_chain(shares: Sequence[Sequence[float]], labels: Sequence[int]) -> tuple[int, ...]:
    """The longest chain of labels, each of which takes ENOUGH against the one before; of several the lowest labels.

    `shares[i][j]` is the first side's share of points if the i-th label plays it and the j-th the second side.
    """
    chains: list[tuple[int, ...]] = []  # the best that ends with each
    for at, label in enumerate(labels):
        longer = [(*chains[lower], label) for lower in range(at) if compare(shares, at, lower) >= ENOUGH]
        chains.append(_best([*longer, (label,)]))
    return _best(chains)


def compare(shares: Sequence[Sequence[float]], mine: int, theirs: int) -> float:
    """The share of points of one against another, with both seats evenly."""
    return (shares[mine][theirs] + 1 - shares[theirs][mine]) / 2


def _best(chains: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return min(chains, key=lambda chain: (-len(chain), chain))
