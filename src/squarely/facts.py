"""What there is to know about a game before playing it, as plain data for programs."""

from typing import Any

from squarely.game import Game
from squarely.options import Dial, Option, Place, Ruling
from squarely.rulebook import goal, rulebook


def facts(game: Game) -> dict[str, Any]:
    """Title, goal, sides, rules in force in our words, start, and every option with what is in force."""
    return {
        "game": game.name,
        "title": game.rules.TITLE,
        "goal": goal(game),
        "sides": list(game.rules.NAMES),
        "rules": rulebook(game),
        "start": game.write_position(game.start()),
        "options": [_option_facts(option, game) for option in game.declared],
    }


def _option_facts(option: Option, game: Game) -> dict[str, Any]:
    about: dict[str, Any] = {"name": option.name, "default": option.default, "setting": game.settings[option.name]}
    match option:
        case Dial():
            about |= {"lowest": option.low, "highest": option.high}
        case Ruling():
            about |= {"readings": dict(option.readings)}
        case Place():
            about |= {"allowed": option.allowed}
    return about | {"says": option.says}
