"""A match at the table as it is seen: what is shown of it, what is said and asked, and what the oracle tells."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from squarely.core.text.notation import as_sentence, capitalise, join_with_or
from squarely.terminal.full_screen import match_advice, match_status
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.match_advice import Told
from squarely.terminal.full_screen.match_keys import COMMANDS, SPOKEN
from squarely.terminal.full_screen.move_choice import MoveChoice
from squarely.terminal.full_screen.table_view import Shown, TableView
from squarely.terminal.full_screen.turn_keeper import TurnKeeper
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.farewell import describe_farewell
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.outcome_words import tell_outcome

_CHOICES = "Enter review · m rematch · s swap sides · n new game · Esc home"
_TIP = "Arrow keys and Enter choose a square, so does the mouse; or type a move."
_TIP_LISTED = "Arrow keys and Enter choose a move, so does the mouse; or type it."


class Question(NamedTuple):
    """Something to be answered by yes or no before anything else."""

    text: str
    yes: Callable[[], None]
    no: Callable[[], None]


class ShownTable(Screen[None]):
    """One match, with everything that is seen of it. Who goes on with it says what has changed."""

    _turns: TurnKeeper  # from the moment it goes on
    DEFAULT_CSS = "ShownTable { layout: vertical; }"

    def __init__(self, live: LiveMatch, toss: str = "") -> None:
        super().__init__()
        self.live = live
        self._toss = toss
        self._view = TableView(live, frozenset(COMMANDS))
        self._advice = Advice(live.match.game)
        self._choice = MoveChoice(live.match.game, live.match.position)
        self._looking: int | None = None  # the move that is looked back at
        self._remark, self._is_refusal = "", False  # said in place of the question
        self._lit: tuple[int, ...] = ()
        self._values: Told | None = None  # of the position as it is
        self._wants_values = False
        self._question: Question | None = None
        self._is_busy = False  # somebody is asked something, beside the screen
        self._is_closed = False  # another process has the match
        self._was_warned = False
        self._since = len(live.match.moves)  # from where on computers are watched for getting nowhere
        self._letters = match_status.find_first_letters(live.match)

    def compose(self) -> ComposeResult:
        """The table, and the keys."""
        yield self._view
        yield KeyLine(self._name_key)

    def _name_key(self, binding: Binding) -> str:
        """What a key does; where it plays a move that no square stands for, that move."""
        spoken = dict(zip(SPOKEN, self._choice.spoken, strict=False))
        return capitalise(str(spoken[binding.key])) if binding.key in spoken else binding.description

    @property
    def _is_over(self) -> bool:
        return self.live.match.outcome is not None

    @property
    def _may_move(self) -> bool:
        """Whether a person is to move, and nothing else has to be done first."""
        live = self.live
        goes_on = not (self._is_over or live.waits_for_computer or live.is_stopped or self._is_closed)
        return goes_on and self._looking is None and not (self._question or self._is_busy)

    # What is seen and said

    @property
    def _words_width(self) -> int:
        return max(20, self._view.moves.size.width - 3)

    def _show(self) -> None:
        live, may_move = self.live, self._may_move
        values = self._values.values if self._values and may_move else None
        notes = match_advice.note_values(self._choice, values, live.match.mover) if values else {}
        self._view.show(
            Shown(
                at=len(live.match.moves) if self._looking is None else self._looking,
                choice=self._choice if may_move else None,
                status=self._write_status(),
                is_refusal=self._is_refusal and self._looking is None,
                tip=self._write_tip() if may_move else "",
                is_thinking=self._turns.is_thinking,
                lit=self._lit if may_move else (),
                notes=notes,
            )
        )
        self.refresh_bindings()

    def _write_status(self) -> str:
        live = self.live
        if self._question:
            return f"{self._question.text} (y/n)"
        if self._looking is not None:
            return match_status.tell_looking_back(self._looking, len(live.match.moves))
        if self._remark:
            return self._remark
        if self._is_over:
            return f"{tell_outcome(live.match, live.settings.seats)}\n{_CHOICES}"
        if stop := match_status.tell_stop(live, self._since):
            return f"{stop} {describe_farewell(live)}"
        return self._write_turn()

    def _write_turn(self, tells_last: bool = True) -> str:
        if self._turns.is_paused:
            return f"{match_status.tell_last_move(self.live.match)}Paused: space goes on."
        told = match_status.describe_turn(self.live, tells_last)
        room = 2 * (self.app.size.width - 10)  # two lines, broken between words
        return told if len(told) <= room else match_status.describe_turn(self.live, tells_last=False)

    def _write_tip(self) -> str:
        choice = self._choice
        if choice.listed:
            return _TIP_LISTED
        if choice.complete:
            return f"Enter again plays {join_with_or([str(move) for move in choice.complete])}."
        if not choice.spoken:
            return _TIP
        spoken = join_with_or([f"{key.upper()} plays {move}" for key, move in zip(SPOKEN, choice.spoken, strict=False)])
        return f"{spoken}; or choose a square, or type a move." if choice.choosable else f"Enter or {spoken}."

    def _say(self, text: str, is_refusal: bool = False) -> None:
        self._remark, self._is_refusal = text, is_refusal
        self._show()

    def _refuse(self, why: str) -> None:
        self._say(why if why.startswith("Sorry") else f"Sorry, {as_sentence(why)}", is_refusal=True)

    def _tell(self, title: str, text: str | Exception) -> None:
        """Say something beside the board."""
        if isinstance(text, Exception):
            raise text
        self._view.words.show(title, text)

    def _ask(self, text: str, yes: Callable[[], None], no: Callable[[], None]) -> None:
        self._question = Question(text, yes, no)
        self._view.line.close()
        self._show()

    # Advice

    def _ask_advice(self, question: Callable[[], Told]) -> None:
        """Ask the oracle beside the screen; what it says about a match that has changed meanwhile nobody needs."""
        self._view.words.show("One moment", "…")
        run_beside(self, question, partial(self._take_advice, self.live.match))

    def _take_advice(self, about: object, told: Told | Exception) -> None:
        if isinstance(told, Exception):
            raise told
        if about is not self.live.match:
            return
        self._view.words.show(told.title, told.text)
        self._lit = told.lit
        if told.values is not None:
            self._values = told
        self._show()
