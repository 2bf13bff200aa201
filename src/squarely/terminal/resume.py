"""`squarely resume`: go on with an unfinished match."""

from pathlib import Path
from typing import Any

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.shell_words import RECORDS, FilesOf
from squarely.core.errors import SquarelyError
from squarely.files import output_file, saved_matches
from squarely.files.match_lock import InUse
from squarely.terminal.line_mode.commands import Quit
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.match_chooser import MatchChooser
from squarely.terminal.line_mode.match_loop import play_matches
from squarely.terminal.line_mode.watch_view import show_watched
from squarely.terminal.match.match_settings import LINES
from squarely.terminal.match.reopened_match import reopen_match
from squarely.terminal.options import (
    ON_TIMEOUT,
    complete_players,
    max_turns_option,
    plain_option,
    read_seconds,
    screen_option,
)
from squarely.terminal.resume_on_screen import resume_on_screen, was_on_screen
from squarely.terminal.which_face import can_open_screen, require_screen

_WATCH, _TAKE_OVER, _LEAVE = "watch", "take over", "leave"
_WISHES = (
    dict.fromkeys(("", "w", _WATCH), _WATCH)
    | dict.fromkeys(("t", "take", _TAKE_OVER, "take it over"), _TAKE_OVER)
    | dict.fromkeys(("l", _LEAVE, "leave it", "n", "no", "q", "quit", "exit"), _LEAVE)
)


_EXAMPLES = """
squarely resume                          one of the unfinished matches
squarely resume game.match               this one
squarely resume game.match --watch       look on while another process plays it
squarely resume game.match --take-over   play on in its place
squarely resume --clean                  delete unfinished matches
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Go on with an unfinished match.")
@click.argument(
    "file",
    required=False,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    shell_complete=FilesOf(RECORDS),
)
@click.option(
    "--first", metavar="PLAYER", shell_complete=complete_players, help="Somebody else plays first from now on."
)
@click.option(
    "--second", metavar="PLAYER", shell_complete=complete_players, help="Somebody else plays second from now on."
)
@click.option("--time-limit", type=read_seconds, metavar="SECONDS", help="Another time for each turn.")
@click.option("--on-timeout", type=ON_TIMEOUT, help="What running out of time does from now on.")
@max_turns_option
@click.option("--watch", is_flag=True, help="Look on while another process plays this match.")
@click.option("--take-over", is_flag=True, help="Even if another process plays this match; it is told so.")
@click.option("--clean", is_flag=True, help="Delete some of the unfinished matches.")
@plain_option
@screen_option
@click.pass_context
def resume(
    ctx: click.Context, /, file: Path | None, plain: bool, screen: bool, watch: bool, clean: bool, **changes: Any
) -> None:
    """Go on with the unfinished match in FILE, or with one of those saved on this machine.

    A match that was played full-screen last opens there again, where that is possible.
    """
    console = Console(plain)
    if watch and changes["take_over"]:
        raise click.UsageError("--watch and --take-over cannot both be meant; give one of them.")
    if clean:
        if file:
            raise click.UsageError("--clean lists the matches saved on this machine, and takes no FILE.")
        MatchChooser(console, saved_matches.list_unfinished, "unfinished", can_delete=True).clean()
        return
    if screen:
        require_screen(plain)
        if file is None:
            ctx.exit(resume_on_screen(None))
    try:
        path = file or choose_unfinished(console)
    except Quit:
        return
    if path is None:
        console.say("There is no unfinished match. Begin one with: squarely play GAME")
    elif screen or (can_open_screen(plain) and was_on_screen(path)):
        ctx.exit(resume_on_screen(path, watch, **changes))
    elif watch:
        ctx.exit(watch_match(path, console))
    else:
        ctx.exit(resume_match(path, console, **changes))


def choose_unfinished(console: Console) -> Path | None:
    """The unfinished match somebody wants to go on with; None if there is none. Quit if they want none."""
    return MatchChooser(console, saved_matches.list_unfinished, "unfinished", can_delete=True).choose()


def watch_match(path: Path, console: Console) -> int:
    """Look on at a match that another process plays; returns the exit code."""
    return show_watched(path, f"squarely resume {output_file.quote_path(path)}", console)


def resume_match(path: Path, console: Console, take_over: bool = False, **changes: Any) -> int:
    """Play on from a record line by line; `changes` replace what was agreed. Returns the exit code."""
    changes |= {"shown_as": LINES}
    try:
        live = reopen_match(path, take_over, **changes)
    except InUse as other:
        if not console.is_terminal:  # what comes through a pipe is moves, not an answer to this
            raise SquarelyError(
                f"{other} plays this match; to look on, add: --watch; to take it over, add: --take-over"
            ) from None
        wish = _ask_what_to_do(console, str(other))
        if wish == _LEAVE:
            console.say("The match is left to them.")
            return 0
        if wish == _WATCH:
            return watch_match(path, console)
        live = reopen_match(path, take_over=True, **changes)
    if outcome := live.match.outcome:
        console.say(f"This match is over: {outcome.reason}. See it with: squarely show {output_file.quote_path(path)}")
        return 0
    return play_matches(live, console)


def _ask_what_to_do(console: Console, other: str) -> str:
    """What somebody wants who has come to a match that another process plays."""
    question = f"This match is being played by {other}. Do you watch it, take it over or leave it? [{_WATCH}] "
    while True:
        answer = " ".join(console.ask(console.fit(question)).lower().split())
        if answer in _WISHES:
            return _WISHES[answer]
        if answer in ("help", "?"):
            console.say("watch shows every move as it comes; take over lets you play on, and stops the other one.")
        else:
            console.say("Please enter watch, take over or leave.")
