"""What the shell is offered while somebody types: games, options with their values, files of the right kind."""

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem  # which only a shell needs

RECORDS, PLANS, LOGS, PROOFS = (".match", ".json"), (".toml",), (".jsonl",), (".proof",)
_LONGEST_LIST = 50  # values of an option
_PLAIN = re.compile(r"[\w./+@%,-]+")  # what no shell needs quoted


def complete_games(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The games whose names begin like this."""
    return begin_with(registry.names(), typed)


def complete_games_and_files(ctx: click.Context, param: click.Parameter, typed: str) -> "list[CompletionItem]":
    """The games that begin like this, and whatever files and folders do."""
    from click.shell_completion import CompletionItem

    return [*map(CompletionItem, complete_games(ctx, param, typed)), CompletionItem(typed, type="file")]


def complete_options(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Options of the game that stands on the line, then their values; several may be joined by commas."""
    game = _find_game(ctx)
    if game is None:
        return []
    before, comma, last = typed.rpartition(",")
    name, equals, value = last.partition("=")
    if equals:
        option = next((each for each in game.declared if each.name == name.lower()), None)
        values = option.choices[:_LONGEST_LIST] if option else ()
        return [f"{before}{comma}{name}={each}" for each in begin_with(values, value)]
    names = [f"{option.name}=" for option in game.declared]
    sets = game.rule_sets if len(game.rule_sets) > 1 else ()
    return [f"{before}{comma}{each}" for each in (*begin_with(names, name), *begin_with(sets, name))]


def complete_rule_sets(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """The rule sets of the game that stands on the line."""
    game = _find_game(ctx)
    return begin_with(game.rule_sets, typed) if game else []


class FilesOf:
    """Completes files of certain kinds, and folders; where a name would need quotes, the shell does it by itself."""

    def __init__(self, suffixes: tuple[str, ...]) -> None:
        self._suffixes = suffixes

    def __call__(self, _: click.Context, __: click.Parameter, typed: str) -> "list[CompletionItem[str]]":
        """What the shell is offered."""
        from click.shell_completion import CompletionItem

        found = self._find(typed)
        if not found or not all(_PLAIN.fullmatch(name) for name in found):
            return [CompletionItem(typed, type="file")]
        return [CompletionItem(name) for name in found]

    def _find(self, typed: str) -> list[str]:
        folder, begun = os.path.split(typed)
        try:
            with os.scandir(folder or ".") as entries:
                listed = [(entry.name, entry.is_dir()) for entry in entries]
        except OSError:
            return []
        wanted = [
            f"{name}/" if is_folder else name
            for name, is_folder in sorted(listed)
            if name.startswith(begun)
            and (begun.startswith(".") or not name.startswith("."))
            and (is_folder or name.endswith(self._suffixes))
        ]
        return [os.path.join(folder, name) for name in wanted]


def begin_with(names: Iterable[str], typed: str) -> list[str]:
    """Those that begin like this, in capitals or not."""
    return [name for name in names if name.lower().startswith(typed.lower())]


def _find_game(ctx: click.Context) -> Game | None:
    """The game that is named on the line. An option that still lacks its value leaves it among the rest."""
    typed = [ctx.params.get("game"), *ctx.args]
    name = next((found for word in typed if isinstance(word, str) and (found := registry.find(word))), None)
    try:
        return registry.load(name) if name else None
    except SquarelyError:
        return None
