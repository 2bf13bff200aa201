"""What click is told about every command: examples before its help; games, options and files; what shells complete."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import RULES
from squarely.files import output_file
from squarely.files.known_games import find_game_name

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem  # which only a shell needs

Command = TypeVar("Command", bound=Callable[..., Any])

_LONGEST_LIST = 50  # values of an option
_RULE_SET = f"{__name__}.rule_set"  # where `--rules` waits for `--option`

InFile = partial(click.Path, exists=True, dir_okay=False, path_type=Path)  # a file to read


class CommandWithExamples(click.Command):
    """A command with examples, shown before anything else: a line each, behind some spaces what it does."""

    def __init__(self, *args: Any, examples: str = "", **more: Any) -> None:
        more.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **more)
        self.examples = [line.partition("  ") for line in examples.strip().splitlines()]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, then what click would say."""
        rows = [(command, says.strip()) for command, _, says in self.examples]
        with formatter.section("Examples"):
            formatter.write_dl(rows, col_max=formatter.width // 2)
        formatter.write_paragraph()
        super().format_help(ctx, formatter)


class OutFile(click.Path):
    """A file to write; refused at once, not after the work, if something of its kind cannot be written there."""

    def __init__(self, kind: output_file.Kind | None = None) -> None:
        super().__init__(path_type=Path)
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        try:
            path = output_file.read_name(os.fspath(value))
            if self._kind:
                output_file.check_writable(path, self._kind)
        except SquarelyError as error:
            self.fail(f"{error}.", param, ctx)
        return path


def begin_with(names: Iterable[str], typed: str) -> list[str]:
    """Those that begin like this, in capitals or not."""
    return [name for name in names if name.lower().startswith(typed.lower())]


def complete_games(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
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
        named = [option for option in game.declared if option.name == name.lower()]
        words = [f"{option.name}={value}" for option in named for value in option.choices]
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


_argument = partial(click.argument, "game", shell_complete=complete_games_and_files, callback=_name_game)
game_argument, optional_game_argument = _argument(), _argument(required=False)
json_option = click.option("--json", "as_json", is_flag=True, help="Print facts for programs.")


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
        "--rules", metavar="NAME", shell_complete=_complete_rule_sets, is_eager=True, expose_value=False,
        callback=lambda ctx, _, name: ctx.meta.update({_RULE_SET: name}),
        help="Play by a rule set that the game names; see `squarely rules GAME`.",
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
