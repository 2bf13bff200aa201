"""A record replayed: every move and the result, nothing judged."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from squarely.terminal.full_screen import places
from squarely.terminal.full_screen.record_screen import RecordScreen

_TOLD = (
    "Game",
    "Options",
    "First",
    "Second",
    "FirstPlayer",
    "SecondPlayer",
    "Reason",
    "Start",
)  # tags that stand elsewhere
_FIRST = ("Result", "Date")  # of the others


class ReplayScreen(RecordScreen):
    """Walks a record from its start."""

    HELP = """
Click a move to see it; Home and End go to the first and the last. Space runs the moves by itself, or stops that.
Play on: an unfinished match goes on where it stopped; from an earlier position, or of a match that is over, a new one
begins against the same opponent.
"""
    DEFAULT_CSS = """
    ReplayScreen.-narrow StudyWords { height: 9; }
    ReplayScreen.-narrow GradedMoves { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("e", "review", "Review")]

    def describe_record(self) -> str:
        """The tags that the title does not tell: date, players, result."""
        tags = self.study.record.tags()
        names = [*(name for name in _FIRST if name in tags), *(name for name in tags if name not in (*_FIRST, *_TOLD))]
        return "   ".join(f"{name}: {tags[name]}" for name in names)

    def action_review(self) -> None:
        """Hold it against the truth."""
        self.post_message(places.OpenReview(self.study.record))
