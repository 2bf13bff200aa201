"""`squarely show`: replay a record."""

from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.shell_words import RECORDS, FilesOf
from squarely.core.errors import SquarelyError
from squarely.core.match import record
from squarely.core.match.match import Match
from squarely.files import saved_matches
from squarely.terminal.line_mode.commands import Quit
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.match_chooser import MatchChooser
from squarely.terminal.line_mode.match_view import colours
from squarely.terminal.match.record_file import load_record
from squarely.terminal.match.result_text import describe_result
from squarely.terminal.options import plain_option, screen_option
from squarely.terminal.which_face import require_screen

_EXAMPLES = """
squarely show                      one of your finished matches
squarely show game.match           move by move; Enter goes on
squarely show game.match --all     every move at once
squarely show game.match --end     the last position only
squarely show game.match --screen  in the full-screen app
squarely show game.match --json    the record as JSON
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Replay a record.")
@click.argument(
    "file",
    required=False,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    shell_complete=FilesOf(RECORDS),
)
@click.option("--all", "everything", is_flag=True, help="Do not wait for Enter between moves.")
@click.option("--end", is_flag=True, help="Show the last position only.")
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON.")
@plain_option
@screen_option
def show(file: Path | None, everything: bool, end: bool, as_json: bool, plain: bool, screen: bool) -> None:
    """Replay the match in FILE, move by move on a terminal, all at once through a pipe.

    Without FILE, one of the matches finished on this machine.
    """
    if screen:
        require_screen(plain, json=as_json, all=everything, end=end)
    console = Console(plain)
    try:
        path = file or MatchChooser(console, saved_matches.list_finished, "finished", can_delete=False).choose()
    except Quit:
        return
    if path is None:
        raise SquarelyError("no match has been finished on this machine yet; name a record: squarely show FILE")
    found = load_record(path)
    if screen:
        from squarely.terminal.full_screen.places import OpenReplay
        from squarely.terminal.full_screen.run_app import run_app

        click.get_current_context().exit(run_app(OpenReplay(found)))
    if as_json:
        console.show(record.write_json(found))
        return
    match = found.match
    console.say("\n".join(f"{name}: {text}" for name, text in found.tags().items()) + "\n")
    if not end and console.is_terminal and not everything:
        _leaf_through(match, console)
        return
    for number in range(len(match.moves)) if not end else ():
        _draw(match, number, console)
        console.say(f"{_write_move(match, number)}\n")
    _draw(match, len(match.moves), console)
    console.show(describe_result(match))


def _leaf_through(match: Match, console: Console) -> None:
    """Every position on a page of its own: Enter goes on, b back, a number to that move, q leaves."""
    at, last = 0, len(match.moves)
    while at < last:
        _draw(match, at, console)
        question = f"{_write_move(match, at)}  (Enter goes on, b back, a number to that move, q ends) "
        try:
            answer = console.ask(console.fit(question)).strip().lower()
        except EndOfInput:
            break
        if answer in ("q", "quit", "exit"):
            break
        if answer in ("b", "back"):
            at = max(0, at - 1)
        elif answer.isascii() and answer.isdigit():
            at = min(int(answer[:9]), last)
        elif answer in ("", "n", "next"):
            at += 1
        else:
            console.say(f"Enter goes on, b back, a number from 0 to {last} to that move, q ends.")
    _draw(match, last, console)
    console.show(describe_result(match))


def _draw(match: Match, number: int, console: Console) -> None:
    """The position after so many moves."""
    board = match.game.words.draw_alone(match.positions[number], match.names, console.width)
    console.show(f"{board}\n", colours(match))


def _write_move(match: Match, number: int) -> str:
    """The move that was made there, with its number and who made it."""
    return f"{number + 1}. {match.names[match.positions[number].mover]}: {match.moves[number]}"
