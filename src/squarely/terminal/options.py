"""Arguments and options that several commands share."""

import click

from squarely.core import registry
from squarely.terminal import match_settings
from squarely.terminal.match_settings import LOSE, RANDOM_MOVE


def _complete_games(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The games whose names begin like this, for the shell."""
    return [name for name in registry.names() if name.startswith(typed)]


def _complete_options(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    # An option that still lacks its value stops click's reading, and leaves the game among the rest.
    game = next((name for name in (ctx.params.get("game"), *ctx.args) if name in registry.names()), None)
    if game is None:
        return []
    return [f"{o.name}=" for o in registry.load(game).declared if o.name.startswith(typed)]


def _as_listed(_: click.Context, __: click.Parameter, typed: str | None) -> str | None:
    """The name of a game as it is listed, however it was typed; what is no game is for the registry to refuse."""
    return (typed and registry.find(typed)) or typed


def read_seconds(text: str) -> float:
    """A number of seconds that was typed behind an option."""
    try:
        return match_settings.read_seconds(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number of seconds above 0 and up to 86400.") from None


game_argument = click.argument("game", shell_complete=_complete_games, callback=_as_listed)
optional_game_argument = click.argument("game", required=False, shell_complete=_complete_games, callback=_as_listed)
option_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", shell_complete=_complete_options,
    help="Change a rule; see `squarely rules GAME`. May be given several times.",
)  # fmt: skip
plain_option = click.option("--plain", is_flag=True, help="No colour and no moving cursor.")
max_turns_option = click.option(
    "--max-turns", type=click.IntRange(1), metavar="N", help="Stop unfinished after so many turns."
)
ON_TIMEOUT = click.Choice([LOSE, RANDOM_MOVE])
