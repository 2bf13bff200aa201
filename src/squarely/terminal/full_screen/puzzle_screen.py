"""Puzzles, full screen: a position, a task, a move by cursor, mouse or keyboard, and what is true of it."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.rules.game import Game, Move
from squarely.core.text.notation import as_sentence
from squarely.review.puzzles import Puzzle
from squarely.terminal.full_screen import places
from squarely.terminal.full_screen.asked_puzzle import AskedPuzzle
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.match_advice import Told, give_hint
from squarely.terminal.full_screen.match_status import find_first_letters
from squarely.terminal.full_screen.move_line import MoveLine, stop_key
from squarely.terminal.full_screen.puzzle_desk import Answered, PuzzleDesk
from squarely.terminal.full_screen.rules_screen import RulesScreen
from squarely.terminal.full_screen.study_words import StudyWords
from squarely.terminal.line_mode.puzzle_session import describe_puzzle

_WISHES = {"hint": "hint", "skip": "skip", "level": "level", "mistakes": "mistakes", "today": "today"}
_LETTERS = frozenset("hxvotq")  # that do something unless a move begins with them
_TIP = "Arrows and Enter, a click, or type the move."


class PuzzleScreen(Screen[None]):
    """One puzzle after the other: it is looked for, asked, answered."""

    HELP = """
Find the move with the cursor or the mouse, or type it in the words of the game. Each hint goes a step further.
"Show me" counts as failed. What you have solved is not asked again.
After the answer the values stand on the board: W3 wins in 3 moves, L2 loses in 2, = is a tie, ∞ need never end.
> < is the best move, [ ] the one you tried.
Where a letter begins a move, its command has another key: F2 hint, F8 show me, F3 level, F7 mistakes, F4 today's.
F6 shows the rules. Page Up and Page Down scroll what is said beside the board.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Next puzzle"),
        Binding("h,f2", "hint", "Hint"),
        Binding("x,f8", "skip", "Show me"),
        Binding("v,f3", "level", "Level"),
        Binding("o,f7", "mistakes", "My mistakes"),
        Binding("t,f4", "today", "Today's"),
        Binding("f6", "rules", "Rules", show=False),
        Binding("pageup", "scroll_words(-1)", show=False),
        Binding("pagedown", "scroll_words(1)", show=False),
        Binding("escape", "back", "Back"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (Textual declares them so)
    DEFAULT_CSS = """
    PuzzleScreen #title { padding: 0 1; background: $panel; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    PuzzleScreen #about { padding: 0 1; color: $soft; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    PuzzleScreen #place { width: 1fr; height: 1fr; }
    PuzzleScreen StudyWords { width: 36; }
    PuzzleScreen.-wide StudyWords { width: 50; }
    """

    def __init__(
        self, game: Game | None = None, level: int | None = None, seed: int | None = None, own: bool = False
    ) -> None:
        super().__init__()
        self._desk = PuzzleDesk(game, level, seed, own)
        self._asked: AskedPuzzle | None = None
        self._day: date | None = None  # whose puzzle it is
        self._instead = ""  # what is said where there is no puzzle
        self._searches = 0  # the last one counts
        self._is_judged = False  # now

    def compose(self) -> ComposeResult:
        """Title, board and words, and the line for a typed move."""
        yield Static(id="title", markup=False)
        yield Static(id="about", markup=False)
        with Horizontal():
            yield Horizontal(id="place")
            yield StudyWords()
        yield MoveLine(frozenset(_WISHES))
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for the first one."""
        self._look(self._desk.find_next)

    # One puzzle after the other

    def _look(self, find: Callable[[], Puzzle], day: date | None = None) -> None:
        """Look for a puzzle beside the screen; whatever was looked for before is not wanted any more."""
        self._searches += 1
        self._asked, self._day, self._is_judged, self._instead = None, day, False, "Looking for a puzzle …"
        self.query_one(MoveLine).show_tip("")
        self.query_one(MoveLine).close()
        run_beside(self, find, partial(self._take, self._searches))
        self._show()

    def _take(self, search: int, found: Puzzle | Exception) -> None:
        if search != self._searches:
            return
        if isinstance(found, SquarelyError):
            self._instead = as_sentence(f"Sorry, {found}")
            self._show()
        elif isinstance(found, Exception):
            raise found
        else:
            self.call_later(self._ask, AskedPuzzle(found))

    async def _ask(self, asked: AskedPuzzle) -> None:
        self._asked = asked
        place = self.query_one("#place", Horizontal)
        await place.remove_children()
        await place.mount(Board(asked.table))
        self.query_one(MoveLine).show_tip(_TIP)
        self._show()
        self.query_one(Board).focus()

    def _answer(self, move: Move | None) -> None:
        """Have an answer judged beside the screen."""
        if asked := self._open:
            asked.made, self._is_judged = move, True
            run_beside(self, partial(self._desk.judge, asked.puzzle, move), partial(self._tell, asked))
            self._show()

    def _tell(self, asked: AskedPuzzle, answered: Answered | Exception) -> None:
        if isinstance(answered, Exception):
            raise answered
        if asked is self._asked:
            self._is_judged = False
            asked.conclude(answered)
            self.query_one(MoveLine).show_tip("Enter asks the next one.")
            self.set_focus(None)
        self._show()

    @property
    def _open(self) -> AskedPuzzle | None:
        """The puzzle that waits for an answer."""
        return self._asked if self._asked and self._asked.answered is None and not self._is_judged else None

    # A move

    def on_board_chosen(self, chosen: Board.Chosen) -> None:
        """A square was chosen: that may be a move, or the first part of one."""
        if (asked := self._open) is None:
            return
        try:
            move = asked.choice.choose(chosen.square)
        except BadMove as refused:
            move = None
            asked.say(as_sentence(f"Sorry, {refused}"))
        if move is None:
            self._show()
        else:
            self._answer(move)

    def on_key(self, event: events.Key) -> None:
        """Whoever begins to type a move gets the line for it."""
        asked, line, typed = self._open, self.query_one(MoveLine), event.character or ""
        if not asked or line.take_early(event) or not typed.isalnum():
            return
        if typed not in _LETTERS or typed in find_first_letters(asked.match):
            stop_key(event)
            line.open(asked.match, typed)

    def on_move_line_entered(self, entered: MoveLine.Entered) -> None:
        """A move was typed."""
        self._answer(entered.move)

    def on_move_line_said(self, said: MoveLine.Said) -> None:
        """A word was typed that is a wish."""
        self.call_later(self.run_action, _WISHES[said.word])

    def on_move_line_asked(self, asked: MoveLine.Asked) -> None:
        """Another question, or why not."""
        if self._open:
            self._open.say(asked.text)
            self._show()

    def on_move_line_closed(self) -> None:
        """Back to the board."""
        if self._open:
            self.query_one(Board).focus()

    # Wishes

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hints and solutions while it is asked; the next one after that."""
        if action in ("hint", "skip"):
            return self._open is not None
        if action == "next":
            return self._asked is not None and self._asked.answered is not None
        return super().check_action(action, parameters)

    def action_next(self) -> None:
        """Another one."""
        self._look(self._desk.find_next)

    def action_hint(self) -> None:
        """One step further each time."""
        if asked := self._open:
            run_beside(self, partial(give_hint, asked.advice, asked.match), partial(self._show_hint, asked))

    def _show_hint(self, asked: AskedPuzzle, told: Told | Exception) -> None:
        if isinstance(told, Exception):
            raise told
        if asked is self._open:
            asked.take_hint(told)
            self._show()

    def action_skip(self) -> None:
        """Rather be told."""
        self._answer(None)

    def action_level(self) -> None:
        """Another level."""
        self._desk.change_level()
        self.action_next()

    def action_mistakes(self) -> None:
        """One's own mistakes, or new puzzles again."""
        self._desk.change_kind()
        self.action_next()

    def action_today(self) -> None:
        """The puzzle of the day."""
        day = date.today()
        self._look(partial(self._desk.find_daily, day), day)

    def action_rules(self) -> None:
        """The rules of the game that the puzzle is of."""
        if self._asked:
            self.app.push_screen(RulesScreen(self._asked.puzzle.game))

    def action_scroll_words(self, pages: int) -> None:
        """Where there is more to read than fits."""
        self.query_one(StudyWords).turn_page(pages)

    def action_back(self) -> None:
        """Let go of what is chosen; else to where one came from."""
        if (asked := self._open) and asked.release():
            self._show()
        else:
            self.post_message(places.GoBack())

    # What is shown

    def _show(self) -> None:
        """Everything, as it is now."""
        desk, asked = self._desk, self._asked
        of_day = f" of {self._day.isoformat()}" if self._day else ""
        title = f"Puzzle{of_day}: {describe_puzzle(asked.puzzle)}" if asked else f"Puzzle{of_day or 's'}"
        self.query_one("#title", Static).update(title)
        about = [f"Asked: {desk.choice}.", f"Solved {desk.solved} of {desk.asked}.", desk.trouble]
        self.query_one("#about", Static).update("   ".join(filter(None, about)))
        board = self.query(Board)
        board.set(display=asked is not None)
        if asked and board:
            board.first().can_focus = self._open is not None
            board.first().show(asked.puzzle.position, **asked.marks())
        self.query_one(StudyWords).show(asked.words if asked else [(self._instead, "")])
        self.refresh_bindings()
