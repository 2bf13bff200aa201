"""How often each swept rule decides the result, all else being equal."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from squarely.core.rules import registry
from squarely.core.text.notation import count_noun
from squarely.lab.measure.measures import Measures
from squarely.lab.sweep.rule_sets import Axis

_COUNTED = slice(Measures._fields.index("positions"), Measures._fields.index("length_random"))  # nobody had to play


class Influence(NamedTuple):
    """How often an option that was swept decides the result, all others being equal."""

    option: str
    groups: int  # of rule sets that differ in nothing else
    decided: int  # of these, those in which not always the same side wins
    hastened: int  # of these, those in which it takes another number of moves, at least
    idle: int  # of these, those that have all measures in common

    def describe(self) -> str:
        """What it does, as a phrase behind the name of the option."""
        groups = count_noun(self.groups, "comparison")
        if not self.groups:
            return "no two rule sets differ in it alone"
        if self.idle == self.groups:
            return f"does nothing: every measure stays as it was, in {groups}"
        if self.decided:
            return f"changes who wins in {self.decided:,} of {groups}"
        if self.hastened:
            return f"never changes who wins, but how soon in {self.hastened:,} of {groups}"
        return f"never changes the result, in {groups}"


def find_influence(axes: Sequence[Axis], measured: Sequence[Measures]) -> list[Influence]:
    """For every option that was swept: how often the result depends on it."""
    settings = {each.options: registry.load(each.game, each.options).settings for each in measured}
    found = []
    for axis in (axis for axis in axes if len(axis.settings) > 1):
        groups: dict[Any, list[Measures]] = {}
        for each in measured:
            rest = tuple((name, setting) for name, setting in settings[each.options].items() if name != axis.name)
            groups.setdefault(rest, []).append(each)
        several = [group for group in groups.values() if len(group) > 1]
        decided = sum(len({(each.value, each.ending) for each in group}) > 1 for group in several)
        hastened = sum(len({(each.value, each.ending, each.distance) for each in group}) > 1 for group in several)
        idle = sum(len({each[_COUNTED] for each in group}) == 1 for group in several)
        found.append(Influence(axis.name, len(several), decided, hastened, idle))
    return found
