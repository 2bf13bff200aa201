"""`squarely show`: replay a record."""

from pathlib import Path

import click

from squarely import Match, SquarelyError
from squarely.command_line.click_help import CommandWithExamples, json_option
from squarely.core.match import record
from squarely.files import saved_matches
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.menu import choose_match
from squarely.terminal.match.match_events import describe_result
from squarely.terminal.match.match_list import load_record
from squarely.terminal.options import open_screen, optional_record_argument, plain_option, screen_option

_KEYS = "Enter goes on, b back, a number to that move, q ends"
_EXAMPLES = """
squarely show                      one of your finished matches
squarely show game.match           move by move; Enter goes on
squarely show game.match --all     every move at once
squarely show game.match --end     the last position only
squarely show game.match --screen  in the full-screen app
squarely show game.match --json    the record as JSON
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@optional_record_argument
@click.option("--all", "everything", is_flag=True, help="Do not wait for Enter between moves.")
@click.option("--end", is_flag=True, help="Show the last position only.")
@json_option
@plain_option
@screen_option
def show(file: Path | None, everything: bool, end: bool, as_json: bool, plain: bool, screen: bool) -> None:
    """Replay the match in FILE, move by move on a terminal, all at once through a pipe.

    Without FILE, one of the matches finished on this machine.
    """
    console = Console(plain)
    path = file or choose_match(console, saved_matches.list_finished, can_delete=False)
    if path is None:
        raise SquarelyError("no match has been finished on this machine yet; name a record: squarely show FILE")
    found = load_record(path)
    if screen:
        open_screen("replay", found, plain=plain, json=as_json, all=everything, end=end)
    if as_json:
        console.show(record.write_json(found))
        return
    console.say("\n".join(f"{name}: {text}" for name, text in found.tags().items()) + "\n")
    at = len(found.match.moves) if end else 0
    while at < len(found.match.moves):
        at = _show_move(found.match, at, console, waits=console.is_terminal and not everything)
    _draw(found.match, len(found.match.moves), console)
    console.show(describe_result(found.match))


def _show_move(match: Match, at: int, console: Console, waits: bool) -> int:
    """Show a position and the move that was made there; returns which one is shown next."""
    last = len(match.moves)
    _draw(match, at, console)
    move = f"{at + 1}. {match.names[match.positions[at].mover]}: {match.moves[at]}"
    if not waits:
        console.say(f"{move}\n")
        return at + 1
    try:
        answer = console.ask(console.fit(f"{move}  ({_KEYS}) ")).strip().lower()
    except EndOfInput:
        return last
    if answer.isascii() and answer.isdigit():
        return min(int(answer[:9]), last)
    after = {"": at + 1, "b": max(0, at - 1), "back": max(0, at - 1), "q": last, "quit": last, "exit": last}
    if answer not in after:
        console.say(f"Sorry: {_KEYS}.")
    return after.get(answer, at)


def _draw(match: Match, number: int, console: Console) -> None:
    console.show(f"{match.game.words.draw_alone(match.positions[number], match.names, console.width)}\n")
