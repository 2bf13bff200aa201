"""`squarely review`: a match held against the truth."""

import json
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.command_line.printing import echo
from squarely.command_line.shell_words import RECORDS, FilesOf
from squarely.core.errors import SquarelyError
from squarely.core.match.record import Record
from squarely.files import saved_matches
from squarely.files.output_file import Kind, write
from squarely.review.data import review_data
from squarely.review.explain import explain_match
from squarely.review.page import render_review
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.review_report import grade_record, show_review
from squarely.terminal.match.record_file import load_record
from squarely.terminal.options import plain_option, screen_option
from squarely.terminal.which_face import require_screen

_PAGE = Kind("a page with a review", "<!doctype html>\n<!-- A review by Squarely -->")
_EXAMPLES = """
squarely review                              the match you finished last
squarely review game.match                   this one
squarely review game.match --html game.html  as a page to step through
squarely review game.match --screen          in the full-screen app
squarely review game.match --json            for programs
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Hold a match against the truth.")
@click.argument(
    "file",
    required=False,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    shell_complete=FilesOf(RECORDS),
)
@click.option("--html", type=OutFile(_PAGE), help="Write a page with board and chart here.")
@click.option("--json", "as_json", is_flag=True, help="Print everything for programs.")
@plain_option
@screen_option
def review(file: Path | None, html: Path | None, as_json: bool, plain: bool, screen: bool) -> None:
    """Show what each move of the match in FILE was worth, where the result turned, and why.

    Without FILE, the match that was finished last on this machine.
    """
    if screen:
        require_screen(plain, json=as_json, html=html)
    path, kept = (file, load_record(file)) if file else _find_latest()
    if screen:
        from squarely.terminal.full_screen.places import OpenReview
        from squarely.terminal.full_screen.run_app import run_app

        click.get_current_context().exit(run_app(OpenReview(kept)))
    console = Console(plain)
    if not html and not as_json:
        show_review(kept, console, str(path))
        return
    oracle, found = grade_record(kept, str(path))
    if html:
        write(html, render_review(found, explain_match(found, oracle)), _PAGE)
    if as_json:
        echo(json.dumps(review_data(found, explain_match(found, oracle)), indent=2, ensure_ascii=False))
    else:
        console.say(f"Written: {html}")


def _find_latest() -> tuple[Path, Record]:
    """The match finished last, of those that can be read."""
    for path in saved_matches.list_finished():
        try:
            return path, load_record(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)
    raise SquarelyError("no match has been finished on this machine yet; name a record: squarely review FILE")
