"""What a good rule set is: the five criteria that mending looks for, each with what it says of measures."""

from collections.abc import Callable
from typing import NamedTuple

from squarely.core.notation import count_noun
from squarely.lab.measures import Measures
from squarely.solver.values import TIE

DEEP = 11  # moves of the longest forced win
FEWEST, MOST = 0.2, 0.8  # share of openings that keep the value
FAIR = 0.6  # of the points that a seat may take
EQUALS = tuple(f"level:{number}" for number in range(2, 8))  # who must be even against itself
APART = 5  # levels that can be told apart


class Criterion(NamedTuple):
    """One thing that is wanted of a rule set."""

    name: str
    wanted: str
    is_met: Callable[[Measures], bool]
    describe: Callable[[Measures], str]  # what the measures say about it
    shortfall: Callable[[Measures], float]  # 0 where it is met; larger is further away
    needs_play: bool = False  # whether levels must have been measured


def find_fair_share(measures: Measures) -> tuple[str, float] | None:
    """The player among levels 2 to 7 that is least even with itself, and the first seat's share; None if unmeasured."""
    shares = dict(measures.balance)
    asked = [(name, shares[name].mean) for name in EQUALS if name in shares]
    return max(asked, key=lambda found: (abs(found[1] - 0.5), found[0])) if asked else None


def share_openings(measures: Measures) -> float:
    """The share of openings that keep the value."""
    return measures.openings_keeping / measures.openings if measures.openings else 0.0


def _short_of_openings(measures: Measures) -> float:
    if measures.ending == TIE:
        return 0.0
    share = share_openings(measures)
    return max(FEWEST - share, share - MOST, 0.0) / FEWEST


def _describe_openings(measures: Measures) -> str:
    kept = f"{measures.openings_keeping} of {count_noun(measures.openings, 'opening')} keep the value"
    return f"{kept}; it is a tie" if measures.ending == TIE else kept


def _short_of_fair(measures: Measures) -> float:
    found = find_fair_share(measures)
    return 1.0 if found is None else max(0.0, abs(found[1] - 0.5) - (FAIR - 0.5)) / (1 - FAIR)


def _describe_fair(measures: Measures) -> str:
    found = find_fair_share(measures)
    if found is None:
        return "not measured"
    seat = "first" if found[1] >= 0.5 else "second"
    return f"{found[0]} against itself: {max(found[1], 1 - found[1]):.1%} for the {seat} seat"


CRITERIA = (
    Criterion(
        "ends",
        "always ends",
        lambda measures: measures.always_ends,
        lambda measures: "it does" if measures.always_ends else "a match can go on for ever",
        lambda measures: 0.0 if measures.always_ends else 0.5 + measures.endless_share / 2,
    ),
    Criterion(
        "deep",
        f"a longest forced win of {DEEP} moves or more",
        lambda measures: measures.longest_win >= DEEP,
        lambda measures: f"the longest forced win takes {count_noun(measures.longest_win, 'move')}",
        lambda measures: max(0.0, DEEP - measures.longest_win) / DEEP,
    ),
    Criterion(
        "open",
        f"{FEWEST:.0%} to {MOST:.0%} of the openings keep the value, or the value is a tie",
        lambda measures: not _short_of_openings(measures),
        _describe_openings,
        _short_of_openings,
    ),
    Criterion(
        "fair",
        f"no seat above {FAIR:.0%} among equal levels 2 to 7",
        lambda measures: not _short_of_fair(measures),
        _describe_fair,
        _short_of_fair,
        needs_play=True,
    ),
    Criterion(
        "skill",
        f"at least {APART} levels told apart",
        lambda measures: (measures.levels_apart or 0) >= APART,
        lambda measures: "not measured" if measures.levels_apart is None else f"{measures.levels_apart} levels apart",
        lambda measures: max(0, APART - (measures.levels_apart or 0)) / APART,
        needs_play=True,
    ),
)


def list_unmet(measures: Measures, only_truth: bool = False) -> list[Criterion]:
    """The criteria that a rule set does not meet; with `only_truth`, of those that need nobody to play."""
    return [each for each in CRITERIA if not (only_truth and each.needs_play) and not each.is_met(measures)]


def measure_shortfall(measures: Measures, only_truth: bool = False) -> tuple[int, float]:
    """How many criteria are not met, and how far away they are together: the smaller the better."""
    unmet = list_unmet(measures, only_truth)
    return len(unmet), sum(each.shortfall(measures) for each in unmet)
