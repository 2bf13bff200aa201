"""`--option` and `--rules`, which every command has that takes a game under other rules, and what shells complete."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import RULES
from squarely.files.known_games import find_game_name

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem  # which only a shell needs

Command = TypeVar("Command", bound=Callable[..., Any])

_LONGEST_LIST = 50  # values of an option
_RULE_SET = f"{__name__}.rule_set"  # where `--rules` waits for `--option`


def begin_with(names: Iterable[str], typed: str) -> list[str]:
    """Those that begin like this, in capitals or not."""
    return [name for name in names if name.lower().startswith(typed.lower())]


def complete_games(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The games whose names begin like this."""
    return begin_with(registry.names(), typed)


def complete_games_and_files(ctx: click.Context, param: click.Parameter, typed: str) -> "list[CompletionItem]":
    """The games that begin like this; where none does, files and folders, as a game is also given as its file."""
    from click.shell_completion import CompletionItem

    return [*map(CompletionItem, complete_games(ctx, param, typed))] or [CompletionItem(typed, type="file")]


def complete_options(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Options of the game that stands on the line, then their values; several may be joined by commas."""
    if (game := _find_game(ctx)) is None:
        return []
    before, comma, last = typed.rpartition(",")
    name, equals, _value = last.partition("=")
    words = [*(f"{option.name}=" for option in game.declared), *game.rule_sets]
    if equals:
        words = [
            f"{each.name}={value}" for each in game.declared for value in each.choices if each.name == name.lower()
        ]
    return [f"{before}{comma}{each}" for each in begin_with(words[:_LONGEST_LIST], last)]


def _complete_rule_sets(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    game = _find_game(ctx)
    return begin_with(game.rule_sets, typed) if game else []


def _find_game(ctx: click.Context) -> Game | None:
    """The game that is named on the line. An option that still lacks its value leaves it among the rest."""
    for word in (ctx.params.get("game") or "", *ctx.args):
        with suppress(SquarelyError):
            return registry.load(registry.find(word) or word)
    return None


def _name_game(_: click.Context, __: click.Parameter, typed: str | None) -> str | None:
    """The name of a game as it is listed, however it was typed, or of the one in a file or folder."""
    return typed and find_game_name(typed)


game_argument = click.argument("game", shell_complete=complete_games_and_files, callback=_name_game)
optional_game_argument = click.argument(
    "game", required=False, shell_complete=complete_games_and_files, callback=_name_game
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print facts for programs.")


def _note_rule_set(ctx: click.Context, _: click.Parameter, name: str | None) -> None:
    ctx.meta[_RULE_SET] = name


def _add_rule_set(ctx: click.Context, _: click.Parameter, options: tuple[str, ...]) -> tuple[str, ...]:
    """The options, behind the rule set on which they are given."""
    if not all(option.strip() for option in options):
        raise click.BadParameter("an option is written NAME=VALUE, such as size=5; this one is empty.")
    name = ctx.meta.get(_RULE_SET)
    return options if name is None else (f"{RULES}={name}", *options)


def option_option(command: Command) -> Command:
    """`--option` and `--rules`: as `options`, each as text, the rule set first."""
    command = click.option(
        "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", shell_complete=complete_options,
        callback=_add_rule_set, help="Change a rule; see `squarely rules GAME`. May be given several times.",
    )(command)  # fmt: skip
    return click.option(
        "--rules", metavar="NAME", shell_complete=_complete_rule_sets, callback=_note_rule_set, is_eager=True,
        expose_value=False, help="Play by a rule set that the game names; see `squarely rules GAME`.",
    )(command)  # fmt: skip


_EXAMPLES = """
eval "$(squarely completion bash)"                                  in ~/.bashrc
eval "$(squarely completion zsh)"                                   in ~/.zshrc
squarely completion fish > ~/.config/fish/completions/squarely.fish
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"], case_sensitive=False))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind, "click completes in all three"
    echo(kind(ctx.find_root().command, {}, "squarely", "_SQUARELY_COMPLETE").source())
