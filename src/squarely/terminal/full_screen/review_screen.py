"""The review of a match, full screen: a replay that tells the truth, with the chart of its values below the board."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from squarely.core.errors import SquarelyError
from squarely.core.match.record import Record
from squarely.core.text.notation import as_sentence
from squarely.review.claims import MoveClaim
from squarely.review.explain import explain_move
from squarely.review.grading import MatchReview, grade_match
from squarely.solver.oracle import Oracle
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.record_screen import RecordScreen
from squarely.terminal.full_screen.stoppable import Stoppable, Stopped
from squarely.terminal.full_screen.value_chart import ValueChart

_REDRAWN = 0.2  # seconds between two signs of life


class ReviewScreen(RecordScreen):
    """Begins at the end of the match. The truth is worked out beside it; until then it is a replay."""

    HELP = """
The chart: bars up where the first player wins, down where the second does; the longer, the nearer the end or the more
points. ═ is a tie, ╌ need never end, ! marks the moves that changed the result. A click goes there.
On the board [ ] is the last move and > < the best one from here.
Space runs the moves by itself; T goes to the turning point before; Page Up and Page Down scroll the words.
Play on begins a new match from this position, against the same opponent.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "turning_point", "Turning point"),
        Binding("T", "turning_point(True)", "Turning point before", show=False),
        Binding("space", "run", "Run", show=False),
    ]
    DEFAULT_CSS = """
    ReviewScreen #chart { height: 7; }
    ReviewScreen.-high #chart { height: 11; }
    """
    what = "Review"

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._work = Stoppable()
        self._refused = ""  # why there is no truth

    def _first_step(self) -> int:
        return self.study.last_step

    def compose_below(self) -> Iterable[Widget]:
        """The chart."""
        yield ValueChart(self.study.match.names, id="chart")

    def on_mount(self) -> None:
        """Begin to work out the truth."""
        self._sign_of_life = self.set_interval(_REDRAWN, self._show_progress)
        self._show_progress()
        run_beside(self, self._work_out, self._tell)

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        self._work.stop()

    # The truth

    def _work_out(self) -> tuple[MatchReview, tuple[MoveClaim, ...]]:
        """The grade of every move and the sentence for it; runs in a thread."""
        oracle = Oracle(self.study.match.game, progress=self._work.report)
        review, claims = grade_match(self.study.match, oracle), []
        for grade in review.grades:
            self._work.check()
            claims.append(explain_move(grade, oracle))
        return review, tuple(claims)

    def _tell(self, found: tuple[MatchReview, tuple[MoveClaim, ...]] | Exception) -> None:
        """Tell the truth from now on, or why there is none; the match can be walked all the same."""
        self._sign_of_life.stop()
        if isinstance(found, SquarelyError):
            self._refused = as_sentence(f"There is no review: {found}")
            self.query_one(ValueChart).say(self._refused)
        elif isinstance(found, Exception):
            if not isinstance(found, Stopped):
                raise found
        else:
            self.study.judge(*found)
        self.show_step()

    def _show_progress(self) -> None:
        positions = self._work.positions
        self.query_one(ValueChart).say(f"Working out the truth{f': {positions:,} positions' if positions else ''} …")

    # What is shown

    def show_step(self) -> None:
        """The step, here and in the chart."""
        super().show_step()
        if review := self.study.review:
            self.query_one(ValueChart).show(review.values, self.study.turning_points, self.step)

    def describe_record(self) -> str:
        """How accurately each side played."""
        waiting = "" if self._refused else "How accurately each side played is told in a moment."
        return self.study.describe_accuracies(self.size.width - 2) or waiting

    def on_value_chart_picked(self, picked: ValueChart.Picked) -> None:
        """A place of the chart was clicked."""
        self.action_go(picked.step)

    def action_turning_point(self, before: bool = False) -> None:
        """To the next move that changed the result, or to the one before; then round again."""
        if not self.study.review:
            self.notify(self._refused or "The turning points are told as soon as the truth is known.", markup=False)
        elif (step := self.study.find_turning_point(self.step, before)) is None:
            self.notify("No move changed the result.", markup=False)
        else:
            self.action_go(step)
