"""`squarely games` and `squarely rules`: what there is to play, and how."""

import json

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import collect_facts
from squarely.terminal.line_mode.console import Console
from squarely.terminal.options import game_argument, option_option
from squarely.terminal.rules_page import write_page


@click.command(cls=CommandWithExamples, examples="squarely games\nsquarely games --json", short_help="List the games.")
@click.option("--json", "as_json", is_flag=True, help="Print facts for programs.")
def games(as_json: bool) -> None:
    """List every installed game."""
    if as_json:
        echo(json.dumps([collect_facts(game) for game in load_installed()], indent=2, ensure_ascii=False))
    else:
        Console().say(write_game_table())


def write_game_table() -> str:
    """The installed games, a line each."""
    found = load_installed()
    name = max((len(game.name) for game in found), default=0)
    title = max((len(game.title) for game in found), default=0)
    return "\n".join(f"  {game.name:<{name}}  {game.title:<{title}}  {game.goal}" for game in found)


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


@click.command(
    cls=CommandWithExamples,
    examples="squarely rules quad\nsquarely rules quad --option size=5",
    short_help="Show the rules, rulings and options of a game.",
)
@game_argument
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print facts for programs.")
def rules(game: str, options: tuple[str, ...], as_json: bool) -> None:
    """Show the rules of GAME, the rulings in force, its options and its text forms."""
    chosen = registry.load(game, ",".join(options))
    if as_json:
        echo(json.dumps(collect_facts(chosen), indent=2, ensure_ascii=False))
    else:
        console = Console()
        console.show(f"{write_page(chosen, console.width)}\n")
