"""The rule set that a study starts from: what `--rules` and `--option` say, and what thereby stays fixed."""

from collections.abc import Sequence
from typing import NamedTuple

from squarely.core import registry
from squarely.core.game import Game
from squarely.core.options import RULES
from squarely.core.rule_sets import spell_out_text
from squarely.core.suggestions import find_folded


class BaseRules(NamedTuple):
    """Where a study starts, and what it leaves alone."""

    game: Game
    given: frozenset[str]  # options that somebody has set one by one
    chosen: frozenset[str]  # these, and those that a rule set chooses


def choose_base(name: str, options: Sequence[str]) -> BaseRules:
    """The game under these options, a rule set among them as `rules=NAME`."""
    typed = ",".join(options)
    game = registry.load(name, typed)
    declared = [option.name for option in game.declared]
    given = _find_names(typed, declared)
    return BaseRules(game, given, given | _find_names(spell_out_text(game.rules, typed), declared))


def _find_names(text: str, declared: Sequence[str]) -> frozenset[str]:
    names = (part.partition("=")[0].strip() for part in text.split(",") if "=" in part)
    found = (find_folded(name, declared) for name in names if name.casefold() != RULES)
    return frozenset(name for name in found if name)
