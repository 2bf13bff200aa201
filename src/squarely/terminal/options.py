"""Arguments and options that several commands share, and whether a command may open the full-screen app."""

import os
import sys
from functools import partial
from importlib.util import find_spec
from typing import Any, NoReturn

import click

from squarely.command_line.click_help import InFile, begin_with
from squarely.core.errors import SquarelyError
from squarely.players import BY_NAME, HUMAN, LLM, PROGRAM
from squarely.terminal.match import match_settings
from squarely.terminal.match.match_settings import LOSE, RANDOM_MOVE

INSTALL = "pip install 'squarely[screen]'"


def complete_players(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The players whose names begin like this; of models and programs only the beginning is known."""
    return begin_with((*BY_NAME, LLM, PROGRAM), typed)


def read_seconds(text: str) -> float:
    """A number of seconds that was typed behind an option."""
    try:
        return match_settings.read_seconds(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number of seconds above 0 and up to 86400.") from None


optional_record_argument = click.argument("file", required=False, type=InFile())
position_option = click.option("--position", metavar="LINE", help="Start from this position instead of the usual one.")
seed_option = click.option("--seed", type=click.IntRange(0), help="Decides everything that is random.")
plain_option = click.option("--plain", is_flag=True, help="No colour and no moving cursor.")
screen_option = click.option("--screen", is_flag=True, help="In the full-screen app, not line by line.")
time_limit_option = click.option("--time-limit", type=read_seconds, metavar="SECONDS", help="Time for each turn.")
max_turns_option = click.option(
    "--max-turns", type=click.IntRange(1), metavar="N", help="Stop unfinished after so many turns."
)
player_option = partial(click.option, metavar="PLAYER", shell_complete=complete_players)
first_option = player_option("--first", default=HUMAN, help="Who plays first.")
second_option = player_option("--second", default=HUMAN, help="Who plays second.")
ON_TIMEOUT = click.Choice([LOSE, RANDOM_MOVE], case_sensitive=False)


def can_open_screen(plain: bool = False) -> bool:
    """Whether the app can be shown, and lines were not asked for."""
    return not plain and is_on_screen() and has_extra()


def open_screen(place: str, *given: Any, plain: bool, **others: object) -> NoReturn:
    """Open the full-screen app at one of its places, and end with its exit code.

    SquarelyError says why it cannot be opened, and what helps; of `others`, nothing may be given.
    """
    for name, value in others.items():
        if value:
            raise SquarelyError(f"--{name} and --screen do not go together; give one of them")
    if plain:
        raise SquarelyError("--plain goes line by line and --screen opens the full-screen app; give one of them")
    if not is_on_screen():
        raise SquarelyError("--screen needs a terminal that can move its cursor; without it, play goes line by line")
    if not has_extra():
        raise SquarelyError(f"--screen needs textual; install it with: {INSTALL}")
    from squarely.terminal.full_screen.app import run_app
    from squarely.terminal.full_screen.places import Go

    click.get_current_context().exit(run_app(Go(place, *given)))


def is_on_screen() -> bool:
    """Whether all three streams are a terminal that can be written to in any place."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") not in ("", "dumb")


def has_extra() -> bool:
    """Whether what the app is made with is installed; it is not loaded by this."""
    return find_spec("textual") is not None
