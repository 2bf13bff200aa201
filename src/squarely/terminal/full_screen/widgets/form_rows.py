"""Rows of a form: one to choose from by left and right, one to type into. Each says below itself what it means."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Label

from squarely.terminal.full_screen.widgets.dialogs import flow

_LABEL = 13  # columns
_HERE, _ELSEWHERE = "▸ ", "  "  # which row the keys are for, besides the colour


class Choice(NamedTuple):
    """Something to choose: what it is, how it is shown, and what it means."""

    value: str
    shown: str
    says: str = ""


class ChoiceRow(Widget, can_focus=True):
    """One of several, all of them in sight in as many lines as they need. Brackets show which, besides the colour."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,plus", "step(1)", "Change", key_display="←→"),
        Binding("left,minus", "step(-1)", show=False),
    ]
    DEFAULT_CSS = """
    ChoiceRow { height: auto; width: 100%; padding: 0 1 0 0; margin: 0 0 1 0; }
    ChoiceRow:focus, ChoiceRow:hover { background: $here; }
    """

    def __init__(
        self, key: str, label: str, choices: Sequence[Choice], chosen: str, tell: Callable[[], object] = lambda: None
    ) -> None:
        """`tell` is called when something else is chosen: at once, so that the next key meets what follows from it."""
        super().__init__(id=key)
        self._label, self.choices, self._tell = label, tuple(choices), tell
        self.auto_links = False  # a link would have one colour
        self._at = next((at for at, choice in enumerate(choices) if choice.value == chosen), 0)

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.choices[self._at].value

    @value.setter
    def value(self, value: str) -> None:
        self._at = next(at for at, choice in enumerate(self.choices) if choice.value == value)
        self.refresh(layout=True)

    def action_step(self, by: int) -> None:
        self.action_choose(min(max(self._at + by, 0), len(self.choices) - 1))

    def action_choose(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.refresh(layout=True)
            self._tell()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as it takes to show and to say what is chosen."""
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        here, words = self.has_focus, []
        for at, choice in enumerate(self.choices):
            shown, look = f" {choice.shown} ", "$soft"
            if at == self._at:
                shown, look = f"[{choice.shown}]", "bold $accent" if here else "bold $foreground"
            words.append(Content.styled(shown, look).stylize(Style.from_meta({"@click": f"choose({at})"})))
        label = (_HERE if here else _ELSEWHERE) + self._label.ljust(_LABEL - 2)
        row = flow(words, width, Content.styled(label, "bold" if here else ""))
        for meaning in Content(self.choices[self._at].says).wrap(max(width - _LABEL - 1, 10)):
            row += Content.styled(f"\n {' ' * _LABEL}{meaning}" if str(meaning) else "", "$soft")
        return row


class TextRow(Horizontal):
    """A line to type into, which says what belongs there as long as it is empty."""

    DEFAULT_CSS = f"""
    TextRow {{ height: 1; width: 100%; padding: 0 1 0 2; }}
    TextRow:focus-within {{ background: $here; }}
    TextRow > Label {{ width: {_LABEL - 2}; }}
    TextRow > Input, TextRow > Input:focus {{ width: 1fr; height: 1; border: none; padding: 0; background: $panel; }}
    """

    def __init__(self, key: str, label: str, says: str, text: str = "") -> None:
        super().__init__(id=key)
        self._label, self._typed = label, Input(text, placeholder=says, compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        yield Label(self._label, markup=False)
        yield self._typed

    @property
    def value(self) -> str:
        """What was typed."""
        return self._typed.value.strip()
