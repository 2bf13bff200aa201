"""`--option` and `--rules`, which every command has that takes a game under other rules than the printed ones."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from squarely.command_line.shell_words import complete_options, complete_rule_sets
from squarely.core.rules.options import RULES

Command = TypeVar("Command", bound=Callable[..., Any])

_RULE_SET = f"{__name__}.rule_set"  # where `--rules` waits for `--option`


def _note_rule_set(ctx: click.Context, _: click.Parameter, name: str | None) -> None:
    ctx.meta[_RULE_SET] = name


def _add_rule_set(ctx: click.Context, _: click.Parameter, options: tuple[str, ...]) -> tuple[str, ...]:
    """The options, behind the rule set on which they are given."""
    name = ctx.meta.get(_RULE_SET)
    return options if name is None else (f"{RULES}={name}", *options)


def option_option(command: Command) -> Command:
    """`--option` and `--rules`: as `options`, each as text, the rule set first."""
    command = click.option(
        "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", shell_complete=complete_options,
        callback=_add_rule_set, help="Change a rule; see `squarely rules GAME`. May be given several times.",
    )(command)  # fmt: skip
    return click.option(
        "--rules", metavar="NAME", shell_complete=complete_rule_sets, callback=_note_rule_set, is_eager=True,
        expose_value=False, help="Play by a rule set that the game names; see `squarely rules GAME`.",
    )(command)  # fmt: skip
