"""Rule sets: named choices of options. `printed` is every game's first, with nothing changed.

A class names others in `rule_sets`, each with its options as text, such as `{"roomy": "rows=4,columns=5"}`. Wherever
options are given, `rules=roomy` stands for those it chooses, and in a text so does its name alone; what is given beside
it wins.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from squarely.core.errors import BadOption
from squarely.core.rules.options import RULES
from squarely.core.text.notation import quote
from squarely.core.text.suggestions import find_folded, find_nearest, suggest

if TYPE_CHECKING:
    from squarely.core.rules.game import Game

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


def list_rule_sets(kind: "type[Game]") -> tuple[RuleSet, ...]:
    """Every rule set of a game, the printed one first."""
    games = {name: kind(text) for name, text in kind.rule_sets.items()}
    return tuple(RuleSet(name, game.options, _list_changes(game)) for name, game in games.items())


def name_options(game: "Game") -> str:
    """The name of the rule set that chooses a game's options; the options themselves where none does."""
    sets = {name: type(game).printed(text).options for name, text in game.rule_sets.items()}
    return next((name for name, text in sets.items() if text == game.options and text), game.options)


def describe_options(game: "Game") -> str:
    """What is not as printed, in a sentence that says so; nothing where everything is."""
    if not game.options:
        return ""
    name = name_options(game)
    return f"{'Not as printed' if name == game.options else f'Rules {name}'}: {_list_changes(game)}"


def _list_changes(game: "Game") -> str:
    changed = [option for option in game.declared if game.settings[option.name] != option.default]
    says = "; ".join(option.describe_change(game.settings[option.name]) for option in changed)
    return f"{says[0].upper()}{says[1:]}." if says else AS_PRINTED


def spell_out(sets: Mapping[str, str], options: str | Mapping[str, object]) -> str | Mapping[str, object]:
    """The options with those that a rule set stands for instead of its name; what is given beside it wins."""
    return spell_out_text(sets, options) if isinstance(options, str) else spell_out_mapping(sets, options)


def spell_out_text(sets: Mapping[str, str], options: str) -> str:
    """The same, of options as a text."""
    parts = [part.strip() for part in options.split(",")]
    named = {at: text for at, part in enumerate(parts) if (text := _find_named(sets, part)) is not None}
    others = [part for at, part in enumerate(parts) if at not in named and part]
    return ",".join([*_leave_out(named.values(), [_split(part)[0] for part in others]), *others])


def spell_out_mapping(sets: Mapping[str, str], options: Mapping[str, object]) -> dict[str, object]:
    """The same, of options by their names."""
    chosen = {name: _find(sets, str(value)) for name, value in options.items() if name.casefold() == RULES}
    others = {name: value for name, value in options.items() if name not in chosen}
    return {**dict(map(_split, _leave_out(chosen.values(), others))), **others}


def _find(sets: Mapping[str, str], name: str) -> str:
    """The options of the rule set of this name, in capitals or not, as text; BadOption where there is none."""
    found = find_folded(name, sets)
    if found is None:
        there_are = suggest(name, sets) if len(sets) > 1 else f"there is only {PRINTED}"
        raise BadOption(f"there is no rule set {quote(name)}; {there_are}")
    return sets[found]


def _find_named(sets: Mapping[str, str], part: str) -> str | None:
    """The options of the rule set that a part of a text names; None where it names none."""
    name, value = _split(part)
    if "=" in part:
        return _find(sets, value) if name.casefold() == RULES else None
    return _find(sets, part) if part and (find_folded(part, sets) or find_nearest(part, sets)) else None


def _leave_out(chosen: Collection[str], others: Collection[str]) -> list[str]:
    """What rule sets choose, without the options that are given beside them."""
    return [part for part in ",".join(chosen).split(",") if part and not find_folded(_split(part)[0], others)]


def _split(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip(), value.strip()
