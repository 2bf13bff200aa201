"""A plain twin for matches that repetition ends: plays them out with their whole history, by the rule as it is written.

It shares nothing with the solver: no retrograde analysis, no distance, no thought about what repetition comes to. A
match is a position and how often each position has occurred; the third occurrence is an end.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any

REPEATED = {"draw": 0, "first_loses": -1, "second_loses": 1}
Result = float  # of the first side: 1 has won, 0 is a tie, -1 has lost


def play_out(
    position: Any,
    before: Sequence[Any],
    following: Mapping[Any, Sequence[Any]],
    ends: Mapping[Any, Result],
    reading: str,
    occurrences: int = 3,
) -> Result:
    """What a match comes to with best play that stands at a position, after these others have occurred before."""

    @cache
    def result(here: Hashable, counts: frozenset[tuple[Hashable, int]]) -> Result:
        if here in ends:
            return ends[here]
        seen = Counter(dict(counts))
        seen[here] += 1
        if seen[here] >= occurrences:
            return REPEATED[reading]
        choose, best = (max, 1) if here.mover == 0 else (min, -1)  # type: ignore[attr-defined]
        found: list[Result] = []
        for after in following[here]:
            found.append(result(after, frozenset(seen.items())))
            if found[-1] == best:
                break
        return choose(found)

    return result(position, frozenset(Counter(before).items()))
