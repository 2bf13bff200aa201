"""The line in which a move is typed, in the game's own words, question by question."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.match.questions import Questions
from squarely.core.rules.game import Move


class MoveLine(Horizontal):
    """Closed until somebody begins to type. What is refused stays to be mended, unless something else is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back to the board")]
    DEFAULT_CSS = """
    MoveLine { height: 1; padding: 0 1; }
    MoveLine > #tip { color: $soft; width: 1fr; }
    MoveLine > #asks { color: $accent; text-style: bold; width: auto; display: none; }
    MoveLine > Input, MoveLine > Input:focus {
        width: 1fr; height: 1; border: none; padding: 0; background: $background; display: none;
    }
    MoveLine.-open > #tip { display: none; }
    MoveLine.-open > #asks { display: block; }
    """

    class Entered(Message):
        """A move was typed that is legal."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Said(Message):
        """A word was typed that is no answer but a wish, such as `hint`."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    class Asked(Message):
        """There is another question, or an answer was refused: this is to be read."""

        def __init__(self, text: str, is_refusal: bool) -> None:
            super().__init__()
            self.text, self.is_refusal = text, is_refusal

    class Closed(Message):
        """Nobody types any more."""

    def __init__(self, wishes: frozenset[str]) -> None:
        super().__init__()
        self._wishes = wishes
        self._questions: Questions | None = None
        self._tip = Label("", id="tip", markup=False)  # held: it may be told before it is mounted, and after
        self._typed = Input(compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """A tip or, once it is open, what is typed."""
        yield self._tip
        yield Label("Move: ", id="asks")
        yield self._typed

    @property
    def is_open(self) -> bool:
        """Whether somebody types."""
        return self._questions is not None

    def show_tip(self, tip: str) -> None:
        """What can be done instead of typing."""
        self._tip.update(tip)

    def open(self, match: Match, begun: str) -> None:
        """Somebody has begun to type."""
        self._questions = Questions(match)
        self.add_class("-open")
        self._typed.display = True  # now: what is hidden cannot be typed in
        self._typed.value = begun
        self.screen.set_focus(self._typed)
        self._typed.cursor_position = len(begun)

    def take_early(self, key: events.Key) -> bool:
        """Whether this was pressed so soon after the first key that another widget still had it; then it is typed."""
        if not self.is_open or key.character is None or not key.character.isprintable():
            return False
        self._typed.insert_text_at_cursor(key.character)
        stop_key(key)
        return True

    def take_focus(self) -> None:
        """What is typed goes here."""
        self._typed.focus()

    def close(self) -> None:
        """Forget what was typed."""
        if self.is_open:
            self._questions = None
            self.remove_class("-open")
            self._typed.value, self._typed.display = "", False
            self.post_message(self.Closed())

    def action_close(self) -> None:
        """Give up typing."""
        self.close()

    def on_key(self, event: events.Key) -> None:
        """Backspace where nothing is left gives up, too."""
        if event.key == "backspace" and not self._typed.value:
            stop_key(event)
            self.close()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed for an answer, or for a wish."""
        event.stop()
        answer, questions = event.value.strip(), self._questions
        if questions is None or not answer:
            return self.close()
        if answer.lower() in self._wishes:
            self.close()
            self.post_message(self.Said(answer.lower()))
            return None
        try:
            after = questions.answer(answer)
        except BadMove as refused:
            event.input.select_all()  # the next letter replaces it, an arrow key keeps it
            self.post_message(self.Asked(f"Sorry, {refused}", is_refusal=True))
            return None
        if after is None:
            event.input.value = ""
            self.post_message(self.Asked(trim_question(questions.question), is_refusal=False))
        else:
            self.close()
            self.post_message(self.Entered(after.moves[-1]))
        return None


def stop_key(key: events.Key) -> None:
    """Nobody else is to take this key."""
    key.stop()
    key.prevent_default()


def trim_question(question: str) -> str:
    """A question without the line or the sign at its end that waits for the answer."""
    asked = question.rpartition("\n")[0] or question
    return asked.strip().removesuffix(":")
