"""`squarely review`: a match held against the truth."""

import sys
from pathlib import Path

import click

from squarely import Oracle, Record, SquarelyError
from squarely.command_line.click_help import CommandWithExamples, OutFile, json_option
from squarely.command_line.printing import count_columns, echo_json, show_progress
from squarely.files.output_file import Kind, write
from squarely.review import report
from squarely.review.explain import explain_match
from squarely.review.grading import MatchReview, judge_match
from squarely.review.page import render_review, review_data
from squarely.solver.believer import Believer
from squarely.terminal.line_mode.console import Console
from squarely.terminal.match.match_list import load_record, read_finished
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.options import open_screen, optional_record_argument, plain_option, screen_option

_PAGE = Kind("a page with a review", "<!doctype html>\n<!-- A review by Squarely -->")
_EXAMPLES = """
squarely review                              the match you finished last
squarely review game.match                   this one
squarely review game.match --html game.html  as a page to step through
squarely review game.match --screen          in the full-screen app
squarely review game.match --json            for programs
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@optional_record_argument
@click.option("--html", type=OutFile(_PAGE), help="Write a page with board and chart here.")
@json_option
@plain_option
@screen_option
def review(file: Path | None, html: Path | None, as_json: bool, plain: bool, screen: bool) -> None:
    """Show what each move of the match in FILE was worth, where the result turned, and why.

    Without FILE, the match that was finished last on this machine.
    """
    path, kept = (file, load_record(file)) if file else next(read_finished(), (None, None))
    if kept is None:
        raise SquarelyError("no match has been finished on this machine yet; name a record: squarely review FILE")
    if screen:
        open_screen("review", kept, plain=plain, json=as_json, html=html)
    if not html and not as_json:
        show_review(kept, Console(plain), str(path))
        return
    judge, found = _grade_record(kept, str(path))
    if html:
        write(html, render_review(found, explain_match(found, judge)), _PAGE)
    if as_json:
        echo_json(review_data(found, explain_match(found, judge)), indent=2)
    else:
        Console(plain).say(f"Written: {html}")


def show_review(record: Record, console: Console, called: str) -> None:
    """Print what each move was worth, or where that is not known what a search believes."""
    judge, found = _grade_record(record, called)
    reader = MatchSettings.from_tags(record.notes).seats.only_person
    text = report.write_long(found, judge, console.ascii_only, count_columns(sys.stdout), reader)
    console.show(text)


def _grade_record(record: Record, called: str) -> tuple[Oracle | Believer, MatchReview]:
    try:
        with show_progress() as shown:
            return judge_match(record.match, Oracle(record.match.game, patient=True, progress=shown))
    except SquarelyError as error:
        raise SquarelyError(f"{called} cannot be reviewed: {error}") from error
