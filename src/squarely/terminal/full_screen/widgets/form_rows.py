"""Rows of a form: one to choose from by left and right, one to type into. Each says below itself what it means."""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input, Label

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
        self._choose(min(max(self._at + by, 0), len(self.choices) - 1))

    def on_click(self, event: events.Click) -> None:
        for at, line, start, end in self._place(self.content_size.width):
            if event.y == line and start <= event.x < end:
                self._choose(at)

    def _choose(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.refresh(layout=True)
            self._tell()

    def _place(self, width: int) -> Iterator[tuple[int, int, int, int]]:
        """Where each choice stands: which one, its line, from and to which column."""
        line, x = 0, _LABEL
        for at, choice in enumerate(self.choices):
            wide = cell_len(choice.shown) + 2
            if x + wide > width and x > _LABEL:
                line, x = line + 1, _LABEL
            yield at, line, x, x + wide
            x += wide

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as it takes to show and to say what is chosen."""
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        here, last = self.has_focus, 0
        parts = [((_HERE if here else _ELSEWHERE) + self._label.ljust(_LABEL - 2), "bold" if here else "")]
        for at, line, _, _ in self._place(width):
            shown = self.choices[at].shown
            if line > last:
                parts, last = [*parts, ("\n" + " " * _LABEL, "")], line
            look = "bold $accent" if here else "bold $foreground"
            parts.append((f"[{shown}]", look) if at == self._at else (f" {shown} ", "$soft"))
        for meaning in Content(self.choices[self._at].says).wrap(max(width - _LABEL - 1, 10)):
            parts += [(f"\n {' ' * _LABEL}{meaning}", "$soft")] if str(meaning) else []
        return Content.assemble(*parts)


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

    @value.setter
    def value(self, text: str) -> None:
        self._typed.value = text
