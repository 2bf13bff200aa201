"""`squarely show`: replay a record."""

from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.core import record
from squarely.core.match import Match
from squarely.core.tabletop import Tabletop
from squarely.terminal.match_view import colours
from squarely.terminal.options import plain_option
from squarely.terminal.record_file import load_record
from squarely.terminal.screen import EndOfInput, Screen

_EXAMPLES = """
squarely show game.match           move by move; Enter goes on
squarely show game.match --all     every move at once
squarely show game.match --end     the last position only
squarely show game.match --json    the record as JSON
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Replay a record.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--all", "everything", is_flag=True, help="Do not wait for Enter between moves.")
@click.option("--end", is_flag=True, help="Show the last position only.")
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON.")
@plain_option
def show(file: Path, everything: bool, end: bool, as_json: bool, plain: bool) -> None:
    """Replay the match in FILE, move by move on a terminal, all at once through a pipe."""
    found = load_record(file)
    screen = Screen(plain)
    if as_json:
        screen.show(record.write_json(found))
        return
    match = found.match
    marks = colours(match)
    screen.say("\n".join(f"{name}: {text}" for name, text in found.tags().items()) + "\n")
    if not end:
        _replay(match, screen, wait=screen.is_terminal and not everything)
    screen.show(f"{Tabletop(match.game).draw(match.position, match.names, screen.width)}\n", marks)
    screen.show(_describe_result(match))


def _replay(match: Match, screen: Screen, wait: bool) -> None:
    """Every position but the last, each followed by the move that was made there."""
    tabletop = Tabletop(match.game)
    for number, (position, move) in enumerate(zip(match.positions, match.moves, strict=False), 1):
        screen.show(f"{tabletop.draw(position, match.names, screen.width)}\n", colours(match))
        said = f"{number}. {match.names[position.mover]}: {move}"
        if not wait:
            screen.say(f"{said}\n")
            continue
        try:
            if screen.ask(screen.fit(f"{said}  (Enter goes on, q ends) ")).strip().lower().startswith("q"):
                return
        except EndOfInput:
            return


def _describe_result(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return f"Unfinished; {match.mover_name} is to move."
    if outcome == match.game.outcome(match.position):
        return match.game.rules.closing(match)
    if outcome.winner is None:
        return f"The match ended without a winner: {outcome.reason}."
    return f"{match.names[outcome.winner]} won: {outcome.reason}."
