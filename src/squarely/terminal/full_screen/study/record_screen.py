"""A record on the screen, walked step by step: the replay, and the review, which tells the truth about every move."""

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import as_sentence
from squarely.review.claims import MoveClaim
from squarely.review.explain import explain_match
from squarely.review.grading import MatchReview, grade_match
from squarely.solver.oracle import Oracle
from squarely.terminal.full_screen.places import Go, go
from squarely.terminal.full_screen.study.studied_match import StudiedMatch
from squarely.terminal.full_screen.study.value_chart import ValueChart
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.full_screen.widgets.key_line import KeyLine
from squarely.terminal.full_screen.widgets.side_panels import MoveList, StudyWords
from squarely.terminal.match.new_match import play_on

_REDRAWN = 0.2  # seconds between two reports of progress
_TAGS = ("Result", "Date", "Event")  # that a replay tells below its title


class GradedMoves(MoveList, can_focus=False):
    """The moves, each behind a sign of what it lost, where it is never cut."""

    def grade(self, signs: list[str]) -> None:
        """Put the signs there, once they are known."""
        for number, sign in enumerate(signs):
            prompt = self.get_option_at_index(number).prompt
            move = prompt if isinstance(prompt, Content) else Content(str(prompt))
            self.replace_option_prompt_at_index(number, Content.assemble((f"{sign:<2}", "$bad bold"), move))


class ReplayScreen(Screen[None]):
    """Walks a record from its start; nothing is judged."""

    HELP = """
Click a move to see it; Home and End go to the first and the last. Page Up and Page Down scroll the words.
Play on: an unfinished match goes on where it stopped. From an earlier position, or of a match that is over, a new match
begins against the same opponent.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", "Before", key_display="←"),
        Binding("right,down", "step(1)", "Next", key_display="→"),
        Binding("home", "go(0)", "To the start", show=False),
        Binding("end", "step(1000000)", "To the end", show=False),
        Binding("p", "play_on", "Play on"),
        Binding("e", "review", "Review"),
        Binding("pageup", "scroll_words(-1)", "Scroll the words up", show=False),
        Binding("pagedown", "scroll_words(1)", "Scroll the words down", show=False),
        Binding("escape", "app.go('back')", "Back", key_display="Esc"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (Textual declares them so)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012
    DEFAULT_CSS = """
    ReplayScreen > .table { height: 1fr; }
    ReplayScreen .side { width: 40; layout: vertical; }
    ReplayScreen.-wide .side { width: 1fr; layout: horizontal; }
    ReplayScreen GradedMoves { height: 6; width: 1fr; }
    ReplayScreen.-wide GradedMoves { height: 1fr; width: auto; max-width: 50%; border-top: none; }
    """
    title_word = "Replay"

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.study = StudiedMatch(record)
        self.step = 0

    def compose(self) -> ComposeResult:
        game = self.study.match.game
        rules = f", {game.rules_name}" if game.options else ""
        title = f"{self.title_word}: {game.title} ({game.name}{rules}), {self.study.players}"
        yield Static(title, classes="title", markup=False)
        yield Static(classes="about", markup=False)
        with Horizontal(classes="table"):
            board = Board(Tabletop(game))
            board.can_focus = False  # the arrow keys walk
            yield board
            with Vertical(classes="side"):
                yield StudyWords()
                yield GradedMoves()
        yield KeyLine()

    def on_mount(self) -> None:
        self.show_step()

    @property
    def about(self) -> str:
        """What stands under the title: what the record tells about itself."""
        tags = self.study.record.tags()
        return "   ".join(f"{name}: {tags[name]}" for name in _TAGS if name in tags)

    def show_step(self) -> None:
        """The step as it is known now."""
        study, step = self.study, self.step
        self.query_one(".about", Static).update(self.about)
        self.query_one(Board).show(study.match.positions[step], **study.marks(step))
        self.query_one(GradedMoves).show(study.match, step)
        self.query_one(StudyWords).show(study.paragraphs(step))

    def action_go(self, step: int) -> None:
        step = min(max(step, 0), self.study.last_step)
        if step != self.step:
            self.step = step
            self.show_step()

    def action_step(self, by: int) -> None:
        self.action_go(self.step + by)

    def on_move_list_walked(self, walked: MoveList.Walked) -> None:
        self.action_go(walked.moves)

    def action_scroll_words(self, pages: int) -> None:
        self.query_one(StudyWords).turn_page(pages)

    def action_play_on(self) -> None:
        """Play from this position, against the opponent of the record."""
        try:
            live = play_on(self.study.record, self.step)
        except SquarelyError as error:
            self.notify(as_sentence(f"Sorry, {error}"), severity="warning", markup=False)
        else:
            self.post_message(Go("match", live))

    async def action_review(self) -> None:
        await go(self, "review", self.study.record)


class ReviewScreen(ReplayScreen):
    """Begins at the end of the match. The truth is worked out beside it; until then it is a replay."""

    HELP = """
The chart: bars up where the first player wins, down where the second does; the longer, the nearer the end or the more
points. ═ is a tie. ╌: nobody can force a win. ! marks the moves that changed the result. A click goes there.
On the board [ ] is the last move and > < the best one from here.
T goes to the turning point before. Play on begins a new match from this position, against the same opponent.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "turning_point", "Turning point"),
        Binding("T", "turning_point(True)", "Turning point before", show=False),
    ]
    DEFAULT_CSS = "ReviewScreen.-high ValueChart { height: 11; }"
    title_word = "Review"

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.step = self.study.last_step
        self._positions = 0  # looked at so far
        self._refused = ""  # why there is no truth

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "review" and super().check_action(action, parameters)

    def on_mount(self) -> None:
        self.mount(ValueChart(self.study.match.names), after=self.query_one(".table"))
        self._reporting = self.set_interval(_REDRAWN, self._report)
        self.run_worker(self._judge())

    async def _judge(self) -> None:
        """Work out the truth beside the screen, and tell it."""
        try:
            self.study.judge(*await asyncio.to_thread(self._work_out))
            self.query_one(GradedMoves).grade(self.study.signs)
        except SquarelyError as error:
            self._refused = as_sentence(f"There is no review: {error}")
            self.query_one(ValueChart).say(self._refused)
        self._reporting.stop()
        self.show_step()

    def _work_out(self) -> tuple[MatchReview, tuple[MoveClaim, ...]]:
        """The grade of every move and the sentence for it. The rules are solved first, if they have a name."""
        game = self.study.match.game
        is_named = any(each.options == game.options for each in list_rule_sets(game.printed))
        oracle = Oracle(game, patient=is_named, progress=self._count)
        review = grade_match(self.study.match, oracle)
        return review, explain_match(review, oracle)

    def _count(self, positions: int) -> None:
        self._positions = positions
        if not self.is_running:
            raise TooLarge("the screen was left")

    def _report(self) -> None:
        if self._positions:
            told = f"These rules are being solved: {self._positions:,} positions so far. The review follows."
            self.query_one(ValueChart).say(told)

    @property
    def about(self) -> str:
        waiting = "" if self._refused else "How accurately each side played is told in a moment."
        return self.study.accuracies or waiting

    def show_step(self) -> None:
        super().show_step()
        if review := self.study.review:
            self.query_one(ValueChart).show(review.values, self.study.turning_points, self.step)

    def on_value_chart_picked(self, picked: ValueChart.Picked) -> None:
        self.action_go(picked.step)

    def action_turning_point(self, before: bool = False) -> None:
        if not self.study.review:
            self.notify(self._refused or "The turning points are told as soon as the match is judged.", markup=False)
        elif (step := self.study.find_turning_point(self.step, before)) is None:
            self.notify("No move changed the result.", markup=False)
        else:
            self.action_go(step)
