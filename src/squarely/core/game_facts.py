"""What there is to know about a game before playing it, as plain data for programs."""

from typing import Any

from squarely.core.game import Game
from squarely.core.options_text import option_data
from squarely.core.rule_sets import list_rule_sets
from squarely.core.rulebook import write_goal, write_rulebook, write_subtitle


def collect_facts(game: Game) -> dict[str, Any]:
    """Title, goal, sides, rules in force in our words, start, every option with what is in force, and rule sets."""
    return {
        "game": game.name,
        "title": game.rules.TITLE,
        "subtitle": write_subtitle(game),
        "goal": write_goal(game),
        "sides": list(game.rules.NAMES),
        "rules": write_rulebook(game),
        "start": game.write_position(game.start()),
        "options": [option_data(option, game.settings[option.name]) for option in game.declared],
        "rule_sets": [rule_set._asdict() for rule_set in list_rule_sets(game.rules)],
    }
