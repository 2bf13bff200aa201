"""The rules of a game as a page: the rulebook in our words, the rulings in force, the options, the text forms."""

from inspect import cleandoc
from textwrap import fill
from typing import Any

from squarely.game import Game
from squarely.options import Dial, Option, Place, Ruling

_WIDTH = 100


def rulebook(game: Game) -> str:
    """The page."""
    start = game.start()
    moves = game.legal_moves(start)
    parts = [
        cleandoc(game.rules.__doc__ or game.rules.GOAL),
        game.draw(start),
        "Rulings and options, with what is in force here. Change one with --option name=value.",
        *(_explained(option, game.settings[option.name]) for option in game.declared),
        "Text forms",
        f"  position  {game.write_position(start)}\n  moves     {', '.join(map(str, moves[:4]))}, …",
    ]
    return "\n\n".join(parts)


def facts(game: Game) -> dict[str, Any]:
    """What there is to know about a game, for programs."""
    return {
        "game": game.name,
        "title": game.rules.TITLE,
        "goal": game.rules.GOAL,
        "sides": list(game.rules.NAMES),
        "rules": cleandoc(game.rules.__doc__ or ""),
        "start": game.write_position(game.start()),
        "options": [_option_facts(option, game) for option in game.declared],
    }


def _explained(option: Option, setting: object) -> str:
    in_force = f"  {option.name}={setting}" + ("" if setting == option.default else f" (rulebook: {option.default})")
    if isinstance(option, Ruling):
        readings = [_indented(f"{name}: {meaning}", "      ") for name, meaning in option.readings.items()]
        return "\n".join([in_force, _indented(option.says, "    "), *readings])
    return f"{in_force}\n    {option.says}: {option.allowed}"


def _indented(text: str, by: str) -> str:
    return fill(text, _WIDTH, initial_indent=by, subsequent_indent=by + "  " * (":" in text[:20]))


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
