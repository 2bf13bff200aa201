"""A record on the screen, walked step by step: the replay, and the review, which tells the truth about every move."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from squarely import Move, Oracle, Record, Side, SquarelyError, Tabletop, TooLarge
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import as_sentence, capitalise
from squarely.review.explain import Explanation, explain_match
from squarely.review.grading import MatchReview, grade_match
from squarely.review.page import MatchStep, judged_steps, replay
from squarely.review.report import describe_accuracy, describe_loss, glue_moves
from squarely.terminal.full_screen.places import Go, go
from squarely.terminal.full_screen.value_chart import ValueChart
from squarely.terminal.full_screen.widgets.board import Board, mark_last_move
from squarely.terminal.full_screen.widgets.dialogs import KeyLine
from squarely.terminal.full_screen.widgets.side_panels import MoveList, Words
from squarely.terminal.match.match_events import describe_result
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.match.new_match import play_on

_REDRAWN = 0.2  # seconds between two reports of progress
_TAGS = ("Result", "Date", "Event")  # that a replay tells below its title


class StudiedMatch:
    """The steps of a recorded match: step 0 is the start, step n the position after move n."""

    def __init__(self, record: Record) -> None:
        self.record, self.match = record, record.match
        self.last_step = len(self.match.moves)
        self.review: MatchReview | None = None
        self.turning_points: tuple[int, ...] = ()  # the steps whose moves changed the result
        self._claims: Sequence[Explanation] = ()
        self._steps: Sequence[MatchStep] = replay(self.match)

    def judge(self, review: MatchReview, claims: Sequence[Explanation]) -> None:
        """From now on tell the truth, too."""
        self.review, self._claims, self._steps = review, claims, judged_steps(review, claims)
        self.turning_points = tuple(grade.number for grade in review.turning_points)

    @property
    def signs(self) -> list[str]:
        """For every step a sign of what its move lost: `!` the result, `-2` points, nothing."""
        return ["!" if step.turning else f"-{step.cost}" if step.cost else "" for step in self._steps]

    @property
    def players(self) -> str:
        """Both by name, and who that is where a person played a computer: `Ann (you) against Bob (level:3)`."""
        seats, names = MatchSettings.from_tags(self.record.notes).seats, self.match.names
        who = [seats.computers[side] or ("you" if seats.only_person == side else "") for side in Side]
        return " against ".join(f"{names[side]} ({who[side]})" if who[side] else names[side] for side in Side)

    @property
    def accuracies(self) -> str:
        """How each side played; nothing before the truth is known."""
        if self.review is None:
            return ""
        return "   ".join(f"{self.match.names[side]}: {describe_accuracy(self.review, side)}" for side in Side)

    def find_turning_point(self, here: int, before: bool = False) -> int | None:
        """The next step that changed the result, or the one before, then round again; None if there is none."""
        points = self.turning_points[::-1] if before else self.turning_points
        return next(
            (step for step in points if (step < here if before else step > here)), points[0] if points else None
        )

    def marks(self, number: int) -> dict[str, Any]:
        """What is marked on the board at a step."""
        position, best, table = self.match.positions[number], self._find_best(number), Tabletop(self.match.game)
        seen = best is not None and table.fits(position)
        lit = table.touched_squares(position, best) if best is not None and seen else ()
        return mark_last_move(self.match.rewind(number)) | {"lit": lit}

    def paragraphs(self, number: int) -> list[tuple[str, str]]:
        """What is said at a step, each with its look: the move, what it lost, why, how it stands, how it ended."""
        step, here, best = self._steps[number], self.match.rewind(number), self._find_best(number)
        ends, game = number == self.last_step, self.match.game
        lost = describe_loss(self.review.grades[number - 1]) if self.review and number else ""
        told = [
            step.because,
            "" if (ends and here.outcome) or not step.stands else as_sentence(capitalise(step.stands)),
            f"Best now: {best}." if best is not None else "",
            *(() if game.result(step.position) else game.words.beside(step.position, here.names)),
            describe_result(here).strip().split("\n\n")[0] if ends else "",  # without the board, which is there already
        ]
        verdict = [(f"! {as_sentence(capitalise(lost))}", "$bad bold")] if lost else []
        said = [(step.said, "bold"), *verdict, *((text, "") for text in told if text)]
        return [(self._glue(text, number), look) for text, look in said]

    def _find_best(self, number: int) -> Move | None:
        """The best move from here, if it is known: the grade of the next move has it."""
        if self.review is None or number == self.last_step:
            return None
        return self.review.grades[number].valued_moves[0].move

    def _glue(self, text: str, number: int) -> str:
        """The text with every move that it may name in one piece, however it is wrapped."""
        if not self.review or not number:
            return text
        grade, claim = self.review.grades[number - 1], self._claims[number - 1]
        return glue_moves(text, [*claim.moves, *(each.move for each in grade.valued_moves)])


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
    ReplayScreen MoveList { height: 6; width: 1fr; }
    ReplayScreen.-wide MoveList { height: 1fr; width: auto; max-width: 50%; border-top: none; }
    """
    title_word = "Replay"

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.study, self.step = StudiedMatch(record), 0
        self._board, self._moves = Board(Tabletop(record.match.game)), MoveList()
        self._board.can_focus = self._moves.can_focus = False  # the arrow keys walk

    def compose(self) -> ComposeResult:
        game = self.study.match.game
        rules = f", {game.rules_name}" if game.options else ""
        title = f"{self.title_word}: {game.title} ({game.name}{rules}), {self.study.players}"
        yield Static(title, classes="title", markup=False)
        yield Static(classes="about", markup=False)
        with Horizontal(classes="table"):
            yield self._board
            with Vertical(classes="side"):
                yield Words()
                yield self._moves
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
        self._board.show(study.match.positions[step], **study.marks(step))
        self._moves.show(study.match, step)
        self.query_one(Words).show(study.paragraphs(step))

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
        self.query_one(Words).turn_page(pages)

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
        try:
            self.study.judge(*await asyncio.to_thread(self._work_out))
            self._moves.grade(self.study.signs)
        except SquarelyError as error:
            self._refused = as_sentence(f"There is no review: {error}")
            self.query_one(ValueChart).say(self._refused)
        self._reporting.stop()
        self.show_step()

    def _work_out(self) -> tuple[MatchReview, tuple[Explanation, ...]]:
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
