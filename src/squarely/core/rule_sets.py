"""Rule sets: named choices of options. `printed` is every game's first, with nothing changed.

A game names others in `RULE_SETS`, each with its options as text, such as `{"roomy": "rows=4,columns=5"}`. Where
options are given as text, the name of a rule set stands for those it chooses.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from squarely.core.errors import BadOption, UnknownGame
from squarely.core.notation import quote
from squarely.core.options import REPETITION, Option, Options, settle_options, write_options
from squarely.core.options_text import describe_change
from squarely.core.rules import Rules
from squarely.core.suggestions import find_folded, find_nearest, propose

PRINTED = "printed"
AS_PRINTED = "Exactly as the rulebook has it."


class RuleSet(NamedTuple):
    """A named choice of options, and what is different from the rulebook, as a sentence."""

    name: str
    options: str
    says: str


def list_rule_sets(rules: Rules) -> tuple[RuleSet, ...]:
    """Every rule set of a game, the printed one first."""
    declared = (*rules.OPTIONS, REPETITION)
    return tuple(_make_set(declared, name, settle_options(declared, text)) for name, text in rules.RULE_SETS.items())


def spell_out_rule_sets(rules: Rules, text: str) -> str:
    """Options as text, every name of a rule set in it replaced by the options that it stands for."""
    return ",".join(filter(None, (_spell_out(rules, part.strip()) for part in text.split(","))))


def _spell_out(rules: Rules, part: str) -> str:
    if not part or "=" in part:
        return part
    found = find_folded(part, rules.RULE_SETS)
    if found is not None:
        return rules.RULE_SETS[found]
    if near := find_nearest(part, rules.RULE_SETS):
        raise BadOption(f"there is no rule set {quote(part)}; {propose(near)}")
    return part


def complete_rule_sets(rules: Rules) -> Mapping[str, str]:
    """The rule sets that a game declares, behind the printed one; UnknownGame where one of them cannot be."""
    sets, declared = {PRINTED: "", **rules.RULE_SETS}, (*rules.OPTIONS, REPETITION)
    for name, text in sets.items():
        if not re.fullmatch("[a-z][a-z0-9_]*", name):
            raise UnknownGame(f"has a rule set called {name!r}; a rule set has a name of small letters, such as mended")
        try:
            settings = settle_options(declared, text)
            if name in rules.RULE_SETS:
                rules.enact(settings)
        except BadOption as error:
            raise UnknownGame(f"has a rule set {name} that cannot be: {error}") from None
        if bool(write_options(declared, settings)) != (name != PRINTED):
            raise UnknownGame(f"has a rule set {name} that {_misuse(name)}")
    return sets


def _misuse(name: str) -> str:
    return "changes something: it is the rulebook's" if name == PRINTED else f"changes nothing: that one is {PRINTED}"


def _make_set(declared: tuple[Option, ...], name: str, settings: Options) -> RuleSet:
    changed = [option for option in declared if settings[option.name] != option.default]
    says = "; ".join(describe_change(option, settings[option.name]) for option in changed)
    sentence = f"{says[0].upper()}{says[1:]}." if says else AS_PRINTED
    return RuleSet(name, write_options(declared, settings), sentence)
