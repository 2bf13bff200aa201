"""What there is to know about a game before playing it, as plain data for programs."""

from typing import Any

from squarely.core.game import Game
from squarely.core.options_text import option_data
from squarely.core.rulebook import write_goal, write_rulebook


def collect_facts(game: Game) -> dict[str, Any]:
    """Title, goal, sides, rules in force in our words, start, and every option with what is in force."""
    return {
        "game": game.name,
        "title": game.rules.TITLE,
        "goal": write_goal(game),
        "sides": list(game.rules.NAMES),
        "rules": write_rulebook(game),
        "start": game.write_position(game.start()),
        "options": [option_data(option, game.settings[option.name]) for option in game.declared],
    }
