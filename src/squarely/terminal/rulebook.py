"""The rules of a game as a page: the rulebook in force in our words, the rulings, the options, the text forms."""

from squarely.game import Game
from squarely.options import Option, Ruling
from squarely.prose import WIDTH, wrapped
from squarely.rulebook import rulebook


def page(game: Game, width: int = WIDTH) -> str:
    """The page, in lines of that width; the board is drawn as it is."""
    start = game.start()
    moves = game.legal_moves(start)
    options = [
        "Rulings and options, with what is in force here. Change one with --option name=value.",
        *(_explained(option, game.settings[option.name]) for option in game.declared),
        "Text forms",
        f"  position  {game.write_position(start)}\n  moves     {', '.join(map(str, moves[:4]))}, …",
    ]
    return "\n\n".join([rulebook(game, width), game.draw(start), wrapped("\n\n".join(options), width)])


def _explained(option: Option, setting: object) -> str:
    in_force = f"  {option.name}={setting}" + ("" if setting == option.default else f" (rulebook: {option.default})")
    if isinstance(option, Ruling):
        readings = [f"      {name}:  {meaning}" for name, meaning in option.readings.items()]
        return "\n".join([in_force, f"    {option.says}", *readings])
    return f"{in_force}\n    {option.says}: {option.allowed}"
