"""A match graded and told on the console, for the command and for whoever has just finished one."""

import sys

from squarely.command_line.printing import count_columns
from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match.record import Record
from squarely.core.text.notation import count_noun
from squarely.review import report
from squarely.review.grading import MatchReview, grade_end, grade_match
from squarely.solver.oracle import Oracle
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.match_view import colours
from squarely.terminal.line_mode.progress_line import show_progress
from squarely.terminal.match.match_settings import MatchSettings


def show_review(record: Record, console: Console, called: str) -> None:
    """Print what every move of a match was worth, or the last ones where too much can follow the others.

    SquarelyError if nobody knows.
    """
    try:
        oracle, found = grade_record(record, called)
    except SquarelyError as refused:
        oracle = Oracle(record.match.game)
        try:
            found = grade_end(record.match, oracle)
        except TooLarge:
            raise refused from None
        judged = count_noun(len(found.grades), "move")
        console.say(f"This game is too large to be judged from its start; the last {judged} can be.\n")
    reader = MatchSettings.from_tags(record.notes).seats.only_person
    text = report.write_long(found, oracle, console.ascii_only, count_columns(sys.stdout), reader)
    console.show(text, colours(record.match))


def grade_record(record: Record, called: str) -> tuple[Oracle, MatchReview]:
    """The match graded, and who knows the values."""
    match = record.match
    try:
        with show_progress() as shown:
            oracle = Oracle(match.game, patient=True, progress=shown)
            return oracle, grade_match(match, oracle)
    except SquarelyError as error:
        raise SquarelyError(f"{called} cannot be reviewed: {error}") from error
