"""How often each swept rule decides the result, all else being equal."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from squarely.core import registry
from squarely.core.notation import count_noun, join_with_and
from squarely.lab.estimate import Estimate
from squarely.lab.measures import Measures
from squarely.lab.sweep import Axis

_FROM_MATCHES = ("balance", "levels_apart", "chain", "best_cut", "unfinished_share")  # where matches are played


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
        decided, hastened, varied = (_count_varied(several, of) for of in (_winner, _result, _all))
        found.append(Influence(axis.name, len(several), decided, hastened, len(several) - varied))
    return found


def describe_deciding(found: Sequence[Influence]) -> str:
    """`Only beside_center decides the result.`: who wins and how soon; where several do, who wins."""
    winning, hastening = ([each.option for each in found if count(each)] for count in (_decided, _hastened))
    if not hastening:
        return "None of them changes the result."
    if len(hastening) == 1:
        return f"Only {hastening[0]} decides the result."
    if not winning:
        return f"None of them changes who wins; how soon, {join_with_and(hastening)}."
    return f"Who wins depends on {join_with_and(winning)}{' alone' if len(winning) == 1 else ''}."


def _decided(influence: Influence) -> int:
    return influence.decided


def _hastened(influence: Influence) -> int:
    return influence.hastened


def _count_varied(groups: Sequence[Sequence[Measures]], of: Callable[[Measures], Any]) -> int:
    return sum(any(of(each) != of(group[0]) for each in group) for group in groups)


def _winner(measures: Measures) -> Any:
    return measures.value, measures.ending


def _result(measures: Measures) -> Any:
    return measures.value, measures.ending, measures.distance


def _all(measures: Measures) -> Any:
    """Every measure but those that were sampled, which are never alike."""
    sampled = {name for name, value in measures._asdict().items() if isinstance(value, Estimate) and not value.is_exact}
    sampled |= set(_FROM_MATCHES) if measures.matches else set()
    return [value for name, value in measures._asdict().items() if name not in sampled | {"options"}]
