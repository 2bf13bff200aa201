"""`squarely play`."""

from typing import Any

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.core.text.notation import join_with_or
from squarely.players import HUMAN, KINDS
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.match_loop import play_matches
from squarely.terminal.match.match_settings import LOSE
from squarely.terminal.match.new_match import prepare_match
from squarely.terminal.options import (
    ON_TIMEOUT,
    complete_players,
    game_argument,
    max_turns_option,
    option_option,
    plain_option,
    read_seconds,
    screen_option,
)
from squarely.terminal.which_face import require_screen

_EXAMPLES = """
squarely play quad                          two people at one keyboard
squarely play quad --second level:3         against the computer, not at its best
squarely play quad --second perfect         against the computer at its best
squarely play quad --second level:3 --screen  the same match full-screen
squarely play numbers --seed 7              the same numbers every time
squarely play numbers --position "538/291/647 1 0-0"
squarely play showdown --toss --names "Ann,Bob" --time-limit 20
squarely play showdown --rules mended       with rules that make a better game; squarely rules showdown
squarely play quad --option sudden_death=convert --save game.match
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Play a game.")
@game_argument
@click.option(
    "--first",
    default=HUMAN,
    metavar="PLAYER",
    shell_complete=complete_players,
    help=f"Who plays first: {join_with_or(KINDS)}.",
)
@click.option("--second", default=HUMAN, metavar="PLAYER", shell_complete=complete_players, help="Who plays second.")
@option_option
@click.option("--position", metavar="LINE", help="Start from this position instead of the usual one.")
@click.option("--seed", type=click.IntRange(0, 2**63), help="Decides everything that is random.")
@click.option("--toss", is_flag=True, help="Toss a coin for who begins, or for who has which side.")
@click.option("--time-limit", type=read_seconds, metavar="SECONDS", help="Time for each turn.")
@click.option("--on-timeout", type=ON_TIMEOUT, default=LOSE, show_default=True, help="What running out of time does.")
@max_turns_option
@click.option("--names", metavar="FIRST,SECOND", help="What the players are called.")
@click.option("--save", "save_as", type=OutFile(), help="Keep the record here too.")
@plain_option
@screen_option
@click.pass_context
def play(ctx: click.Context, /, game: str, screen: bool, **given: Any) -> None:
    """Play GAME in the terminal, in the words of its rulebook.

    Enter `help` at any prompt. The match is saved after every move; `squarely resume` goes on with it.
    """
    ctx.exit(_begin_on_screen(game, **given) if screen else begin(game, **given))


def _begin_on_screen(game: str, *, plain: bool, **given: Any) -> int:
    """Set up the same match and play it full-screen; returns the exit code."""
    require_screen(plain)
    new = prepare_match(game, **given)
    from squarely.terminal.full_screen.places import OpenMatch
    from squarely.terminal.full_screen.run_app import run_app

    new.live.open()
    return run_app(OpenMatch(new.live, new.toss))


def begin(game: str, *, plain: bool = False, console: Console | None = None, **given: Any) -> int:
    """Set up a match as `prepare_match` does and play it line by line; returns the exit code."""
    new = prepare_match(game, **given)
    console = console or Console(plain)
    return play_matches(new.live, console, new.toss)
