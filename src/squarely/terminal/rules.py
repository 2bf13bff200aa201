"""`squarely games` and `squarely rules`: what there is to play, and how."""

import click

from squarely import Game, UnknownGame
from squarely.command_line.click_help import CommandWithExamples, game_argument, json_option, option_option
from squarely.command_line.printing import echo, echo_json
from squarely.core.rules import registry
from squarely.core.rules.rulebook import collect_facts, list_rule_sets, write_rulebook
from squarely.core.text.wrapping import WIDTH, wrap
from squarely.terminal.line_mode.console import Console

_MOVES = 4  # of the start that are shown


@click.command(cls=CommandWithExamples, examples="squarely games\nsquarely games --json")
@json_option
def games(as_json: bool) -> None:
    """List every installed game."""
    found = load_installed()
    if as_json:
        echo_json([collect_facts(game) for game in found], indent=2)
        return
    name = max((len(game.name) for game in found), default=0)
    title = max((len(game.title) for game in found), default=0)
    Console().say("\n".join(f"  {game.name:<{name}}  {game.title:<{title}}  {game.goal}" for game in found))


def load_installed() -> list[Game]:
    """Every installed game that can be used; one that cannot is named on standard error."""
    found = []
    for clash in registry.clashes():
        echo(f"(left out: {clash})", err=True)
    for name in registry.names():
        try:
            found.append(registry.load(name))
        except UnknownGame as error:
            echo(f"(left out: {error})", err=True)
    return found


@click.command(cls=CommandWithExamples, examples="squarely rules quad\nsquarely rules quad --option size=5")
@game_argument
@option_option
@json_option
def rules(game: str, options: tuple[str, ...], as_json: bool) -> None:
    """Show the rules of GAME, the rulings in force, its options and its text forms."""
    chosen = registry.load(game, ",".join(options))
    if as_json:
        echo_json(collect_facts(chosen), indent=2)
    else:
        console = Console()
        console.show(f"{write_page(chosen, console.width)}\n")


def write_page(game: Game, width: int = WIDTH) -> str:
    """The rulebook in force, the board, rulings, options and text forms, in lines of that width; the board as it is."""
    start = game.start()
    moves = [str(move) for move in game.named_moves(start)]
    shown = ", ".join(moves if len(moves) <= _MOVES else [*moves[:_MOVES], "…"])
    options = [
        "Rulings and options, with what is in force here. Change one with --option name=value.",
        *(option.write_paragraph(game.settings[option.name]) for option in game.declared),
        *_rule_set_paragraphs(game),
        "Text forms",
        f"  position  {game.write_position(start)}\n  moves     {shown}",
    ]
    return "\n\n".join([write_rulebook(game, width), game.words.draw(start), wrap("\n\n".join(options), width)])


def _rule_set_paragraphs(game: Game) -> list[str]:
    """Every rule set, the one in force marked; nothing where there is only the printed one."""
    sets = list_rule_sets(game.printed)
    lines = [
        f"  {each.name}{' (in force)' if each.options == game.options else ''}: {each.options or 'no option changed'}\n"
        f"    {each.says}"
        for each in sets
    ]
    return ["Rule sets, which are options chosen together", *lines] if len(sets) > 1 else []
