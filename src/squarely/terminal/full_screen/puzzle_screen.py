"""Puzzles, full screen: a position, a task, a move by cursor, mouse or keyboard, and what is true of it."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import date
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from squarely import Game, Match, Move, Side, SquarelyError, Tabletop
from squarely.review.puzzle_session import Verdict, describe_puzzle, describe_task
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.terminal.full_screen.move_choice import note_values
from squarely.terminal.full_screen.move_screen import TYPING, MoveScreen
from squarely.terminal.full_screen.places import go
from squarely.terminal.full_screen.widgets.dialogs import KeyLine
from squarely.terminal.match.match_events import name_with_token, tell_refusal
from squarely.terminal.puzzle import begin_puzzles
from squarely.terminal.rules import load_installed

_TIP = "Choose squares with the arrow keys and Enter, or click. Or type the move here."
_Paragraphs = list[tuple[str, str]]  # each text with its look


class PuzzleScreen(MoveScreen):
    """One puzzle after the other: it is looked for, asked, answered."""

    HELP = """
Find the move with the cursor or the mouse, or type it in the words of the game (Tab goes to the line for it).
Each hint goes a step further; none tells the answer. "Show me" counts as failed. What is solved is not asked again.
After the answer the values stand on the board: W3 wins in 3 moves, L2 loses in 2, = is a tie, ∞ can go on for ever.
> < is the best move, [ ] the one you tried. F6 shows the rules.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        *TYPING,
        ("tab", "type('')"),
        Binding("enter", "next", "Next puzzle"),
        Binding("h,f2", "hint", "Hint"),
        Binding("x,f8", "skip", "Show me"),
        Binding("v,f3", "level", "Level"),
        Binding("o,f7", "mistakes", "My mistakes"),
        Binding("t,f4", "today", "Today's"),
        Binding("f6", "rules", show=False),
        Binding("escape", "back", "Back", key_display="Esc"),
    ]
    LETTERS = "hxvotq"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (Textual declares them so)
    DEFAULT_CSS = """
    PuzzleScreen Words { width: 36; }
    PuzzleScreen.-wide Words { width: 50; }
    """

    def __init__(self, game: Game | None = None, *asked: Any) -> None:
        """`asked` are the level, the seed and whether own mistakes are wanted, as `begin_puzzles` takes them."""
        super().__init__()
        self._session = begin_puzzles(game, *asked)
        self.puzzle: Puzzle | None = None
        self._verdict: Verdict | None = None
        self._made: Move | None = None
        self._said: _Paragraphs = []  # below the task
        self._lit: tuple[int, ...] = ()  # what a hint points at
        self._day: date | None = None  # whose puzzle it is
        self._is_open = False  # whether a puzzle waits for its answer

    def compose(self) -> ComposeResult:
        yield Static(classes="title", markup=False)
        yield Static(classes="about", markup=False)
        with Horizontal():
            yield self.board
            yield self.words
        yield self.line
        yield KeyLine()

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.action_next()

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside the screen, in place of what was worked on before."""
        self._is_open = False
        self.run_worker(work, exclusive=True)

    async def _look(self, find: Callable[[], Puzzle], day: date | None = None) -> None:
        self.puzzle, self._verdict, self._day = None, None, day
        self._show([("Looking for a puzzle …", "")])
        try:
            puzzle = await asyncio.to_thread(find)
        except SquarelyError as error:
            self.say(tell_refusal(error).text)
            return
        self.puzzle, self._lit, self._made, self._is_open = puzzle, (), None, True
        self.board.cursor = 0
        self.offer(Match.of(puzzle.game, puzzle.position))
        self._show([])
        self.set_focus(self.board)

    async def _judge(self, puzzle: Puzzle, move: Move | None) -> None:
        verdict = await asyncio.to_thread(self._session.answer, puzzle, move, self.match.names)
        self._verdict, self._made = verdict, move
        title = ("✓ Right", "$good bold") if verdict.right else ("✗ Wrong", "$bad bold")
        told = [(each, "") for each in (*verdict.sentences, "", self._session.describe_progress(puzzle))]
        self.choice.release()
        self.set_focus(None)
        self._show([title if move is not None else ("The answer", "$accent bold"), *told])

    @property
    def may_move(self) -> bool:
        return self._is_open

    def take(self, move: Move | None) -> None:
        if self._is_open and self.puzzle:
            self._work(self._judge(self.puzzle, move))

    def say(self, text: str, is_alone: bool = False, is_refusal: bool = False) -> None:  # noqa: ARG002
        self._show([(text, "")] if text else None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hints and the answer while it is asked; the next one after that."""
        if action in ("hint", "skip"):
            return self._is_open
        return self._verdict is not None if action == "next" else super().check_action(action, parameters)

    def action_next(self) -> None:
        self._work(self._look(self._session.find_next))

    def action_hint(self) -> None:
        if self.puzzle:
            self.run_worker(self._hint(self.puzzle))

    async def _hint(self, puzzle: Puzzle) -> None:
        hint, self._lit = await asyncio.to_thread(self._session.give_hint, puzzle, self.match.names)
        if puzzle is self.puzzle and self._is_open:
            self._show([("Hint (h for more)", "$accent bold"), (hint, "")])

    def action_skip(self) -> None:
        self.take(None)

    def action_level(self) -> None:
        levels: list[int | None] = [*LEVELS, None]
        self._session.choose(levels[(self._session.level or 0) % len(levels)], self._session.own)
        self.action_next()

    def action_mistakes(self) -> None:
        self._session.choose(self._session.level, not self._session.own)
        self.action_next()

    def action_today(self) -> None:
        day = date.today()
        self._work(self._look(lambda: self._session.find_daily(day, load_installed()), day))

    async def action_rules(self) -> None:
        if self.puzzle:
            await go(self, "rules", self.puzzle.game)

    async def action_back(self) -> None:
        """Let go of what is chosen, else leave."""
        chosen = self.choice.chosen if self._is_open else ()
        if self._is_open:
            self.choice.release()
        if self._is_open and self.choice.chosen != chosen:
            self._show()
        else:
            await go(self, "back")

    def _show(self, said: _Paragraphs | None = None) -> None:
        """Everything as it is now, with what is said below the task if that has changed."""
        session, puzzle = self._session, self.puzzle
        self._said = self._said if said is None else said
        of_day = f" of {self._day.isoformat()}" if self._day else ""
        title = f"Puzzle{of_day}: {describe_puzzle(puzzle)}" if puzzle else f"Puzzle{of_day or 's'}"
        self.query_one(".title", Static).update(title)
        about = [f"Asked: {session.choice}.", f"Solved {session.solved} of {session.asked}.", session.progress.trouble]
        self.query_one(".about", Static).update("   ".join(filter(None, about)))
        self.line.placeholder = _TIP if self._is_open else "Enter asks the next one." if self._verdict else ""
        self.board.visible, self.board.can_focus = puzzle is not None, self._is_open
        task: _Paragraphs = []
        if puzzle:
            self.board.show(puzzle.game, puzzle.position, **self._marks(puzzle))
            names = [name_with_token(self.match, side) for side in Side]
            beside = [(line, "") for line in puzzle.game.words.beside(puzzle.position, self.match.names)]
            task = [(describe_task(puzzle, names), "bold"), *beside, ("", "")]
        self.words.show([*task, *self._said])
        self.refresh_bindings()

    def _marks(self, puzzle: Puzzle) -> dict[str, Any]:
        """What can be chosen or, after the answer, the move that was made, the best one, and what each is worth."""
        if self._verdict is None:
            return {"lit": self._lit, **self.choice.marks}
        values = {each.move: each.value.earlier() for each in (*puzzle.keeping, *puzzle.losing)}
        marks: dict[str, Any] = {"notes": note_values(self.choice, values, puzzle.mover)}
        best = self._made if self._verdict.right else puzzle.keeping[0].move
        table = Tabletop(puzzle.game)
        for name, move in (("last", self._made), ("lit", best)):
            if move is not None and table.fits(puzzle.position):
                marks[name] = table.touched_squares(puzzle.position, move)
        return marks


class DailyScreen(PuzzleScreen):
    """Begins with the puzzle of the day."""

    def begin(self) -> None:
        self.action_today()
