"""A measured rule set, for people and for programs: what it changes, how it is played, everything as data."""

from typing import Any

from squarely.core import registry
from squarely.core.notation import as_sentence, capitalise
from squarely.core.options_text import describe_change
from squarely.core.rule_sets import AS_PRINTED
from squarely.lab.criteria import CRITERIA
from squarely.lab.measures import Measures
from squarely.lab.ranking import count_rule_changes


def describe_changes(measures: Measures) -> str:
    """What is different from the rulebook, as a sentence."""
    game = registry.load(measures.game, measures.options)
    changed = [option for option in game.declared if game.settings[option.name] != option.default]
    says = "; ".join(describe_change(option, game.settings[option.name]) for option in changed)
    return as_sentence(capitalise(says)) if says else AS_PRINTED


def write_play_command(measures: Measures) -> str:
    """What to type to play a rule set."""
    options = f" --option {measures.options}" if measures.options else ""
    return f"squarely play {measures.game}{options}"


def measures_data(measures: Measures) -> dict[str, Any]:
    """Every measure, which criteria are met, and the command that plays it."""
    met = {each.name: each.is_met(measures) for each in CRITERIA if measures.balance or not each.needs_play}
    return {
        **measures.as_data(),
        "changes": count_rule_changes(measures),
        "met": met,
        "command": write_play_command(measures),
    }
