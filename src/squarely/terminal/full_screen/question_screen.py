"""A question in the middle of the screen, with a few answers."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class QuestionScreen(ModalScreen[str]):
    """Answers with the letter that was chosen, by the key, the mouse or Enter; with nothing if it was left by Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", key_display="Esc"),
        Binding("right,down", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
    ]
    DEFAULT_CSS = """
    QuestionScreen { align: center middle; }
    QuestionScreen > Vertical {
        width: 64; max-width: 94%; height: auto; background: $surface; border: round $edge; padding: 1 2;
    }
    QuestionScreen Static { width: 100%; height: auto; margin: 0 0 1 0; }
    QuestionScreen Horizontal { height: auto; width: 100%; }
    QuestionScreen Button { width: auto; margin: 0 2 0 0; background: $panel; color: $foreground; }
    QuestionScreen Button:focus { background: $accent; color: $on-accent; text-style: bold reverse; }
    """

    def __init__(self, question: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        """The question and a button for each answer, the harmless one first."""
        with Vertical():
            yield Static(Content(self._question))
            with Horizontal():
                for letter, answer in self._answers.items():
                    yield Button(Content(f"{letter}  {answer}"), compact=True, id=f"answer-{letter}")

    def on_mount(self) -> None:
        """The letters are keys."""
        for letter in self._answers:
            self._bindings.bind(letter, f"answer('{letter}')", show=False)
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An answer by the mouse or by Enter."""
        event.stop()
        self.action_answer(str(event.button.id).removeprefix("answer-"))

    def action_answer(self, letter: str) -> None:
        """An answer by its letter."""
        self.dismiss(letter)

    def action_leave(self) -> None:
        """No answer."""
        self.dismiss("")
