"""Measured rule sets in an order: the best first, or by one of their measures."""

from collections.abc import Callable, Iterable
from typing import Any

from squarely.core import registry
from squarely.lab.criteria import find_fair_share, measure_shortfall, share_openings
from squarely.lab.measures import Measures
from squarely.lab.sweep import count_changes

BEST = "best"


def rank(measured: Iterable[Measures], by: str = BEST) -> list[Measures]:
    """Rule sets in this order; equals the best first, and the same order wherever they come from."""
    return sorted(sorted(measured, key=_judge), key=ORDERS[by])


def count_rule_changes(measures: Measures) -> int:
    """How many options of a rule set are not as in the rulebook."""
    return count_changes(registry.load(measures.game, measures.options))


def _judge(measures: Measures) -> tuple[Any, ...]:
    """The best is smallest: criteria unmet, how far they are away, what is changed, and then the deeper game."""
    unmet, away = measure_shortfall(measures)
    return unmet, round(away, 9), count_rule_changes(measures), -measures.longest_win, measures.options


def _unevenness(measures: Measures) -> float:
    found = find_fair_share(measures)
    return 1.0 if found is None else abs(found[1] - 0.5)


def _length(measures: Measures) -> float:
    return measures.length_random.mean if measures.length_random else float(measures.length_best or 0)


# What --sort takes: the smallest comes first.
ORDERS: dict[str, Callable[[Measures], Any]] = {
    BEST: lambda _: 0,
    "changes": count_rule_changes,
    "loop": lambda measures: (not measures.always_ends, measures.endless_share),
    "long": lambda measures: -measures.longest_win,
    "open": share_openings,
    "risk": lambda measures: -measures.deciding_share,
    "wide": lambda measures: -measures.branching,
    "len": lambda measures: -_length(measures),
    "even": _unevenness,
    "lvl": lambda measures: -(measures.levels_apart or 0),
    "positions": lambda measures: measures.positions,
    "rules": lambda measures: measures.options,
}
