"""Arguments and options that several commands share."""

import click

from squarely.command_line import rule_options
from squarely.command_line.shell_words import begin_with, complete_games_and_files
from squarely.files.known_games import find_game_name
from squarely.players import BY_NAME, LLM, PROGRAM
from squarely.terminal.match import match_settings
from squarely.terminal.match.match_settings import LOSE, RANDOM_MOVE


def complete_players(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The players whose names begin like this; of models and programs only the beginning is known."""
    return begin_with((*BY_NAME, LLM, PROGRAM), typed)


def _find_game(_: click.Context, __: click.Parameter, typed: str | None) -> str | None:
    """The name of a game as it is listed, however it was typed, or of the one in a file or folder."""
    return typed and find_game_name(typed)


def read_seconds(text: str) -> float:
    """A number of seconds that was typed behind an option."""
    try:
        return match_settings.read_seconds(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number of seconds above 0 and up to 86400.") from None


game_argument = click.argument("game", shell_complete=complete_games_and_files, callback=_find_game)
optional_game_argument = click.argument(
    "game", required=False, shell_complete=complete_games_and_files, callback=_find_game
)


option_option = rule_options.option_option
plain_option = click.option("--plain", is_flag=True, help="No colour and no moving cursor.")
screen_option = click.option("--screen", is_flag=True, help="In the full-screen app, not line by line.")
max_turns_option = click.option(
    "--max-turns", type=click.IntRange(1), metavar="N", help="Stop unfinished after so many turns."
)
ON_TIMEOUT = click.Choice([LOSE, RANDOM_MOVE], case_sensitive=False)
