"""Rule sets: named choices of options. `printed` is every game's first, with nothing changed.

A game names others in `RULE_SETS`, each with its options as text, such as `{"roomy": "rows=4,columns=5"}`. Wherever
options are given, `rules=roomy` stands for those it chooses, and in a text so does its name alone; what is given beside
it wins.
"""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from squarely.core.errors import BadOption, UnknownGame
from squarely.core.notation import quote
from squarely.core.options import RULES, Option, Options, list_options, settle_options, write_options
from squarely.core.options_text import describe_change
from squarely.core.rules import Rules
from squarely.core.suggestions import find_folded, find_nearest, suggest

PRINTED = "printed"
AS_PRINTED = "Exactly as the rulebook has it."


class RuleSet(NamedTuple):
    """A named choice of options, and what is different from the rulebook, as a sentence."""

    name: str
    options: str
    says: str

    @property
    def shown(self) -> str:
        """What it is called where somebody chooses."""
        return "as printed" if self.name == PRINTED else self.name.replace("_", " ")


def list_rule_sets(rules: Rules) -> tuple[RuleSet, ...]:
    """Every rule set of a game, the printed one first."""
    declared = list_options(rules.OPTIONS)
    return tuple(_make_set(declared, name, settle_options(declared, text)) for name, text in rules.RULE_SETS.items())


def name_options(rules: Rules, options: str) -> str:
    """The name of the rule set that chooses these options; the options themselves where none does."""
    return next((name for name, text in _write_sets(rules).items() if text == options and text), options)


def describe_options(rules: Rules, options: str) -> str:
    """What is not as printed, in a sentence that says so; nothing where everything is."""
    if not options:
        return ""
    declared, name = list_options(rules.OPTIONS), name_options(rules, options)
    says = _make_set(declared, name, settle_options(declared, options)).says
    return f"{'Not as printed' if name == options else f'Rules {name}'}: {says}"


def _write_sets(rules: Rules) -> dict[str, str]:
    """The options of every rule set, written as those of a game are."""
    declared = list_options(rules.OPTIONS)
    return {name: write_options(declared, settle_options(declared, text)) for name, text in rules.RULE_SETS.items()}


def spell_out_rule_sets(rules: Rules, options: str | Mapping[str, object]) -> str | Mapping[str, object]:
    """The options with those that a rule set stands for instead of its name; what is given beside it wins."""
    return spell_out_text(rules, options) if isinstance(options, str) else spell_out_mapping(rules, options)


def spell_out_mapping(rules: Rules, options: Mapping[str, object]) -> Mapping[str, object]:
    """The same, of options by their names."""
    sets = {name: find_rule_set(rules, str(value)) for name, value in options.items() if name.casefold() == RULES}
    others = {name: value for name, value in options.items() if name not in sets}
    return {**dict(map(_split, _leave_out(",".join(sets.values()), others))), **others}


def spell_out_text(rules: Rules, options: str) -> str:
    """The same, of options as a text."""
    parts = [part.strip() for part in options.split(",")]
    sets = {at: text for at, part in enumerate(parts) if (text := _find_named(rules, part)) is not None}
    others = [part for at, part in enumerate(parts) if at not in sets and part]
    return ",".join([*_leave_out(",".join(sets.values()), [_split(part)[0] for part in others]), *others])


def find_rule_set(rules: Rules, name: str) -> str:
    """The options of the rule set of this name, in capitals or not, as text; BadOption where there is none."""
    found = find_folded(name, rules.RULE_SETS)
    if found is None:
        there_are = suggest(name, rules.RULE_SETS) if len(rules.RULE_SETS) > 1 else f"there is only {PRINTED}"
        raise BadOption(f"there is no rule set {quote(name)}; {there_are}")
    return rules.RULE_SETS[found]


def _find_named(rules: Rules, part: str) -> str | None:
    """The options of the rule set that a part of a text names; None where it names none."""
    name, value = _split(part)
    if name.casefold() == RULES and "=" in part:
        return find_rule_set(rules, value)
    if not part or "=" in part:
        return None
    if find_folded(part, rules.RULE_SETS) or find_nearest(part, rules.RULE_SETS):
        return find_rule_set(rules, part)
    return None


def _leave_out(chosen: str, others: Collection[str]) -> list[str]:
    """What rule sets choose, without the options that are given beside them."""
    return [part for part in chosen.split(",") if part and not find_folded(_split(part)[0], others)]


def _split(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip(), value.strip()


def complete_rule_sets(rules: Rules) -> Mapping[str, str]:
    """The rule sets that a game declares, behind the printed one; UnknownGame where one of them cannot be."""
    sets, declared = {PRINTED: "", **rules.RULE_SETS}, list_options(rules.OPTIONS)
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
