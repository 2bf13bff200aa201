"""The rules of a game as a page: the rulebook in our words, the rulings in force, the options, the text forms."""

from inspect import cleandoc
from textwrap import fill

from squarely.game import Game
from squarely.options import Option, Ruling

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


def _explained(option: Option, setting: object) -> str:
    in_force = f"  {option.name}={setting}" + ("" if setting == option.default else f" (rulebook: {option.default})")
    if isinstance(option, Ruling):
        readings = [_indented(f"{name}: {meaning}", "      ") for name, meaning in option.readings.items()]
        return "\n".join([in_force, _indented(option.says, "    "), *readings])
    return f"{in_force}\n    {option.says}: {option.allowed}"


def _indented(text: str, by: str) -> str:
    return fill(text, _WIDTH, initial_indent=by, subsequent_indent=by + "  " * (":" in text[:20]))
