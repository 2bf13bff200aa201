"""A record on the screen: its board, its moves and what is said about them, walked step by step. Replay and review."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from squarely.core.errors import SquarelyError
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.text.notation import as_sentence
from squarely.files.match_lock import InUse
from squarely.terminal.full_screen import places
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.graded_moves import GradedMoves
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.move_list import MoveList
from squarely.terminal.full_screen.play_on import play_on
from squarely.terminal.full_screen.studied_match import StudiedMatch
from squarely.terminal.full_screen.study_words import StudyWords

_PACE = 1.2  # seconds for each move while it runs by itself


class RecordScreen(Screen[None]):
    """Walks a record. What stands above, below and beside the board is up to replay and review."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", "Before", key_display="←"),
        Binding("right,down", "step(1)", "Next", key_display="→"),
        Binding("home", "go(0)", "To the start", show=False),
        Binding("end", "go_to_end", "To the end", show=False),
        Binding("space", "run", "Run"),
        Binding("p", "play_on", "Play on"),
        Binding("pageup", "scroll_words(-1)", "Scroll the words up", show=False),
        Binding("pagedown", "scroll_words(1)", "Scroll the words down", show=False),
        Binding("escape", "back", "Back"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (Textual declares them so)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012
    DEFAULT_CSS = """
    RecordScreen #title { padding: 0 1; background: $panel; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    RecordScreen #about { padding: 0 1; color: $soft; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    RecordScreen #table { height: 1fr; }
    RecordScreen #side { width: 40; layout: vertical; }
    RecordScreen.-wide #side { width: 1fr; layout: horizontal; }
    RecordScreen GradedMoves { height: 6; width: 1fr; }
    RecordScreen.-wide GradedMoves { height: 1fr; width: 26; border-top: none; }
    """

    what = "Replay"  # the first word of the title

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.study = StudiedMatch(record)
        self.step = self._first_step()
        self._timer: Timer | None = None
        self._wants_take_over = False

    def _first_step(self) -> int:
        """Where it begins."""
        return 0

    def compose(self) -> ComposeResult:
        """Title, board, words, moves, and what stands below them."""
        match = self.study.match
        options = f", {match.game.rules_name}" if match.game.options else ""
        title = f"{self.what}: {match.game.title} ({match.game.name}{options})"
        yield Static(f"{title}, {' against '.join(self.study.players)}", id="title", markup=False)
        yield Static(id="about", markup=False)
        with Horizontal(id="table"):
            board = Board(Tabletop(match.game), id="board")
            board.can_focus = False  # the arrow keys walk
            yield board
            with Vertical(id="side"):
                yield StudyWords()
                yield GradedMoves()
        yield from self.compose_below()
        yield KeyLine()

    def compose_below(self) -> Iterable[Widget]:
        """What stands below the board."""
        return ()

    def describe_record(self) -> str:
        """What is said under the title."""
        return ""

    def on_mount(self) -> None:
        """Show the first step."""
        self.show_step()

    # Walking

    def action_step(self, by: int) -> None:
        """So many moves on, or back."""
        self._stop()
        self.go(self.step + by)

    def action_go(self, step: int) -> None:
        """To this step."""
        self._stop()
        self.go(step)

    def action_go_to_end(self) -> None:
        """To the last step."""
        self.action_go(self.study.last_step)

    def action_run(self) -> None:
        """Move after move by itself, from the start again if it is at its end; or stop that."""
        if self._timer:
            self._stop()
            return
        if self.step == self.study.last_step:
            self.go(0)
        self._timer = self.set_interval(_PACE, self._run_on)

    def _run_on(self) -> None:
        self.go(self.step + 1)
        if self.step == self.study.last_step:
            self._stop()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = None

    def on_move_list_walked(self, walked: MoveList.Walked) -> None:
        """A move was clicked in the list."""
        self.action_go(walked.moves)

    def go(self, step: int) -> None:
        """Show this step, or the nearest that there is."""
        step = min(max(step, 0), self.study.last_step)
        if step != self.step:
            self.step, self._wants_take_over = step, False
            self.show_step()

    def show_step(self) -> None:
        """The step as it is known now."""
        view = self.study.view(self.step)
        self.query_one("#about", Static).update(self.describe_record())
        self.query_one(Board).show(view.position, last=view.last, won=view.won, remains=view.remains, lit=view.best)
        self.query_one(GradedMoves).grade(self.study.match, self.step, self.study.signs)
        verdict = [(f"! {view.verdict}", "$bad bold")] if view.verdict else []
        self.query_one(StudyWords).show([(view.heading, "bold"), *verdict, *((told, "") for told in view.told)])

    def action_scroll_words(self, pages: int) -> None:
        """Where there is more to read than fits."""
        self.query_one(StudyWords).turn_page(pages)

    # Leaving

    def action_play_on(self) -> None:
        """Play from this position, against whoever played here."""
        self._stop()
        try:
            live = play_on(self.study.record, self.step, take_over=self._wants_take_over)
        except InUse as other:
            self._wants_take_over = True
            self.notify(f"This match is being played by {other}. Press p again to take it over.", markup=False)
        except SquarelyError as error:
            self.notify(as_sentence(f"Sorry, {error}"), severity="warning", markup=False)
        else:
            self.post_message(places.OpenMatch(live))

    def action_back(self) -> None:
        """To where one came from."""
        self.post_message(places.GoBack())
