"""What there is to know about a game before playing it, as plain data for programs."""

from inspect import cleandoc
from typing import Any

from squarely.game import Game
from squarely.options import Dial, Option, Place, Ruling


def facts(game: Game) -> dict[str, Any]:
    """Title, goal, sides, rules in our words, start, and every option with what is in force."""
    return {
        "game": game.name,
        "title": game.rules.TITLE,
        "goal": game.rules.GOAL,
        "sides": list(game.rules.NAMES),
        "rules": cleandoc(game.rules.__doc__ or ""),
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
