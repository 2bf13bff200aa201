"""A record on the screen, walked step by step: the replay, and the review, which tells the truth about every move."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from squarely import Move, Oracle, Record, Side, SquarelyError, Tabletop
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import as_sentence, capitalise
from squarely.review.explain import Explanation, explain_match
from squarely.review.grading import MatchReview, judge_match
from squarely.review.page import MatchStep, judged_steps, replay
from squarely.review.report import describe_accuracy, describe_loss, glue_moves
from squarely.solver.belief import Belief
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


class ReplayScreen(Screen[None]):
    """Walks a record: step 0 is the start, step n the position after move n. Nothing is judged."""

    HELP = """
Click a move to see it; Home and End go to the first and the last. Page Up and Page Down scroll the words.
Play on: an unfinished match goes on where it stopped. From an earlier position, or of a match that is over, a new match
begins against the same opponent.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", "Before", key_display="←"),
        Binding("right,down", "step(1)", "Next", key_display="→"),
        ("home", "step(-1000000)"),
        ("end", "step(1000000)"),
        Binding("p", "play_on", "Play on"),
        Binding("e", "review", "Review"),
        Binding("escape", "app.go('back')", "Back", key_display="Esc"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (Textual declares them so)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012
    DEFAULT_CSS = """
    ReplayScreen .side { width: 40; }
    ReplayScreen.-wide .side { width: 1fr; layout: horizontal; }
    ReplayScreen MoveList { height: 6; width: 1fr; }
    ReplayScreen.-wide MoveList { height: 1fr; width: auto; max-width: 50%; border-top: none; }
    """
    title_word = "Replay"

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record, self.match, self.step = record, record.match, 0
        self.review: MatchReview | None = None
        self._claims: Sequence[Explanation] = ()
        self._steps: Sequence[MatchStep] = replay(self.match)
        self._board, self._moves, self._words = Board(), MoveList(), Words()
        self._moves.can_focus = False  # the arrow keys walk

    def compose(self) -> ComposeResult:
        game = self.match.game
        rules = f", {game.rules_name}" if game.options else ""
        title = f"{self.title_word}: {game.title} ({game.name}{rules}), {self.players}"
        yield Static(title, classes="title", markup=False)
        yield Static(classes="about", markup=False)
        with Horizontal(classes="table"):
            yield self._board
            with Vertical(classes="side"):
                yield self._words
                yield self._moves
        yield KeyLine()

    def on_mount(self) -> None:
        self.show_step()

    @property
    def players(self) -> str:
        """Both by name, and who that is where a person played a computer: `Ann (you) against Bob (level:3)`."""
        seats, names = MatchSettings.from_tags(self.record.notes).seats, self.match.names
        who = [seats.computers[side] or ("you" if seats.only_person == side else "") for side in Side]
        return " against ".join(f"{names[side]} ({who[side]})" if who[side] else names[side] for side in Side)

    @property
    def about(self) -> str:
        """What stands under the title: what the record tells about itself."""
        tags = self.record.tags()
        return "   ".join(f"{name}: {tags[name]}" for name in _TAGS if name in tags)

    @property
    def signs(self) -> list[str]:
        """For every step a sign of what its move lost: `!` the result, `-2` points, nothing."""
        return ["!" if step.turning else f"-{step.cost}" if step.cost else "" for step in self._steps]

    @property
    def marks(self) -> dict[str, Any]:
        position, best, table = self.match.positions[self.step], self._best, Tabletop(self.match.game)
        lit = table.touched_squares(position, best) if best is not None and table.fits(position) else ()
        return mark_last_move(self.match.rewind(self.step)) | {"lit": lit}

    @property
    def paragraphs(self) -> list[tuple[str, str]]:
        """What is said, each with its look: the move, what it lost, why, how it stands, how it ended."""
        step, here, best, game = self._steps[self.step], self.match.rewind(self.step), self._best, self.match.game
        ends = here.moves == self.match.moves
        told = [
            step.because,
            "" if (ends and here.outcome) or not step.stands else as_sentence(capitalise(step.stands)),
            f"{'Looks best' if isinstance(step.value, Belief) else 'Best'} now: {best}." if best is not None else "",
            *(() if game.result(step.position) else game.words.beside(step.position, here.names)),
            describe_result(here).strip().split("\n\n")[0] if ends else "",  # without the board, which is there already
        ]
        said = [(step.said, "bold"), *((text, "") for text in told if text)]
        if self.review and (isinstance(step.value, Belief) or ends):
            said.append((self.review.seam, "$soft"))
        if not self.review or not self.step:
            return said
        grade, claim = self.review.grades[self.step - 1], self._claims[self.step - 1]
        if grade.cost and (lost := describe_loss(grade)):
            said.insert(1, (f"! {as_sentence(capitalise(lost))}", "$bad bold"))
        named = [*claim.moves, *(each.move for each in grade.valued_moves)]  # in one piece, however it is wrapped
        return [(glue_moves(text, named), look) for text, look in said]

    @property
    def _best(self) -> Move | None:
        """The best move from here, if it is known: the grade of the next move has it."""
        known = self.review.grades[self.step :] if self.review else ()
        return known[0].valued_moves[0].move if known else None

    def show_step(self) -> None:
        self.query_one(".about", Static).update(self.about)
        self._board.show(self.match.game, self.match.positions[self.step], **self.marks)
        self._moves.show(self.match, self.step, self.signs if self.review else ())
        self._words.show(self.paragraphs)

    def go_to(self, step: int) -> None:
        self.step = min(max(step, 0), len(self.match.moves))
        self.show_step()

    def action_step(self, by: int) -> None:
        self.go_to(self.step + by)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.go_to(event.option_index)

    def action_play_on(self) -> None:
        """Play from this position, against the opponent of the record."""
        try:
            live = play_on(self.record, self.step)
        except SquarelyError as error:
            self.notify(as_sentence(f"Sorry, {error}"), severity="warning", markup=False)
        else:
            self.post_message(Go("match", live))

    async def action_review(self) -> None:
        await go(self, "review", self.record)


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
        self.step = len(self.match.moves)
        self._chart = ValueChart(self.match.names, self.go_to)
        self._positions = 0  # looked at so far
        self._refused = ""  # why there is no truth

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "review" and super().check_action(action, parameters)

    def on_mount(self) -> None:
        self.mount(self._chart, after=self.query_one(".table"))
        self._reporting = self.set_interval(_REDRAWN, self._report)
        self.run_worker(self._work_out())

    async def _work_out(self) -> None:
        """The grade of every move and the sentence for it. The rules are solved first, if they have a name."""
        game = self.match.game
        is_named = any(each.options == game.options for each in list_rule_sets(game.printed))
        oracle = Oracle(game, patient=is_named, progress=self._count)
        try:
            judge, review = await asyncio.to_thread(judge_match, self.match, oracle)
            self.judge(review, await asyncio.to_thread(explain_match, review, judge))
        except SquarelyError as error:
            self._refused = as_sentence(f"There is no review: {error}")
            self._chart.say(self._refused)
        self._reporting.stop()
        self.show_step()

    def judge(self, review: MatchReview, claims: Sequence[Explanation]) -> None:
        """From now on tell the truth, too."""
        self.review, self._claims, self._steps = review, claims, judged_steps(review, claims)

    def _count(self, positions: int) -> None:
        self._positions = positions
        if not self.is_running:
            raise SquarelyError("the screen was left")

    def _report(self) -> None:
        if self._positions:
            told = f"These rules are being solved: {self._positions:,} positions so far. The review follows."
            self._chart.say(told)

    @property
    def about(self) -> str:
        """How each side played, once that is known."""
        if self.review is None:
            return "" if self._refused else "How accurately each side played is told in a moment."
        return "   ".join(f"{self.match.names[side]}: {describe_accuracy(self.review, side)}" for side in Side)

    @property
    def turning_points(self) -> list[int]:
        """The steps whose moves changed the result."""
        return [step for step, sign in enumerate(self.signs) if sign == "!"]

    def show_step(self) -> None:
        super().show_step()
        if self.review:
            self._chart.show(self.review.values, self.turning_points, self.step)

    def action_turning_point(self, before: bool = False) -> None:
        """To the next move that changed the result, or the one before, then round again."""
        points = self.turning_points[::-1] if before else self.turning_points
        if not self.review:
            self.notify(self._refused or "The turning points are told as soon as the match is judged.", markup=False)
        elif not points:
            self.notify("No move changed the result.", markup=False)
        else:
            further = [step for step in points if (step < self.step if before else step > self.step)]
            self.go_to((further or points)[0])
