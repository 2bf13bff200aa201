"""`squarely review`: a match held against the truth."""

import json
import sys
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.command_line.printing import echo
from squarely.core.errors import SquarelyError
from squarely.core.record import Record
from squarely.files import saved_matches
from squarely.files.output_file import Kind, write
from squarely.review import report
from squarely.review.data import review_data
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match
from squarely.review.page import render_review
from squarely.solver.oracle import Oracle
from squarely.terminal.match_view import colours
from squarely.terminal.options import plain_option
from squarely.terminal.progress_line import show_progress
from squarely.terminal.record_file import load_record
from squarely.terminal.screen import Screen, count_columns

_PAGE = Kind("a page with a review", "<!doctype html>\n<!-- A review by Squarely -->")
_EXAMPLES = """
squarely review                              the match you finished last
squarely review game.match                   this one
squarely review game.match --html game.html  as a page to step through
squarely review game.match --json            for programs
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Hold a match against the truth.")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--html", type=OutFile(_PAGE), help="Write a page with board and chart here.")
@click.option("--json", "as_json", is_flag=True, help="Print everything for programs.")
@plain_option
def review(file: Path | None, html: Path | None, as_json: bool, plain: bool) -> None:
    """Show what each move of the match in FILE was worth, where the result turned, and why.

    Without FILE, the match that was finished last on this machine.
    """
    path, kept = (file, load_record(file)) if file else _find_latest()
    match, screen = kept.match, Screen(plain)
    try:
        with show_progress() as shown:
            oracle = Oracle(match.game, patient=True, progress=shown)
            found = grade_match(match, oracle)
    except SquarelyError as error:
        raise SquarelyError(f"{path} cannot be reviewed: {error}") from error
    if html:
        write(html, render_review(found, explain_match(found, oracle)), _PAGE)
    if as_json:
        echo(json.dumps(review_data(found, explain_match(found, oracle)), indent=2, ensure_ascii=False))
    elif html:
        screen.say(f"Written: {html}")
    else:
        screen.show(report.write_long(found, oracle, screen.ascii_only, count_columns(sys.stdout)), colours(match))


def _find_latest() -> tuple[Path, Record]:
    """The match finished last, of those that can be read."""
    for path in saved_matches.list_finished():
        try:
            return path, load_record(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)
    raise SquarelyError("no match has been finished on this machine yet; name a record: squarely review FILE")
