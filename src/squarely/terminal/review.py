"""`squarely review`: a match held against the truth."""

import json
import sys
from pathlib import Path

import click

from squarely import saved
from squarely.errors import SquarelyError
from squarely.help import Command, OutFile
from squarely.output import Kind, write
from squarely.printing import echo
from squarely.record import Record
from squarely.review import report
from squarely.review.because import explained
from squarely.review.data import as_data
from squarely.review.grading import graded
from squarely.review.page import page
from squarely.solver.oracle import Oracle
from squarely.terminal.play import load, plain_option
from squarely.terminal.progress import progress
from squarely.terminal.screen import Screen, columns
from squarely.terminal.session import standing_out

_PAGE = Kind("a page with a review", "<!doctype html>\n<!-- A review by Squarely -->")
_EXAMPLES = """
squarely review                              the match you finished last
squarely review game.match                   this one
squarely review game.match --html game.html  as a page to step through
squarely review game.match --json            for programs
"""


@click.command(cls=Command, examples=_EXAMPLES, short_help="Hold a match against the truth.")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--html", type=OutFile(_PAGE), help="Write a page with board and chart here.")
@click.option("--json", "as_json", is_flag=True, help="Print everything for programs.")
@plain_option
def review(file: Path | None, html: Path | None, as_json: bool, plain: bool) -> None:
    """Show what each move of the match in FILE was worth, where the result turned, and why.

    Without FILE, the match that was finished last on this machine.
    """
    path, kept = (file, load(file)) if file else _latest()
    match, screen = kept.match, Screen(plain)
    try:
        with progress() as shown:
            oracle = Oracle(match.game, patient=True, progress=shown)
            found = graded(match, oracle)
    except SquarelyError as error:
        raise SquarelyError(f"{path} cannot be reviewed: {error}") from error
    if html:
        write(html, page(found, explained(found, oracle)), _PAGE)
    if as_json:
        echo(json.dumps(as_data(found, explained(found, oracle)), indent=2, ensure_ascii=False))
    elif html:
        screen.say(f"Written: {html}")
    else:
        screen.show(report.long(found, oracle, screen.ascii_only, columns(sys.stdout)), standing_out(match))


def _latest() -> tuple[Path, Record]:
    """The match finished last, of those that can be read."""
    for path in saved.finished():
        try:
            return path, load(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)
    raise SquarelyError("no match has been finished on this machine yet; name a record: squarely review FILE")
