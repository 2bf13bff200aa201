"""Rows of a form: one to choose from by left and right, one to type into. Each says below itself what it means."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

LABEL = 16  # columns
_HERE, _ELSEWHERE = "▸ ", "  "  # which row the keys are for, besides the colour


class Choice(NamedTuple):
    """Something to choose: what it is, how it is shown, and what it means."""

    value: str
    shown: str
    says: str


class ChoiceRow(Widget, can_focus=True):
    """One of several, all of them in sight where there is room. Brackets show which, besides the colour."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,plus", "step(1)", "Change", key_display="←→"),
        Binding("left,minus", "step(-1)", show=False),
    ]
    DEFAULT_CSS = """
    ChoiceRow { height: auto; width: 100%; padding: 0 1 0 0; }
    ChoiceRow:focus { background: $here; }
    ChoiceRow:hover { background: $here; }
    """

    class Changed(Message):
        """Something else is chosen now."""

        def __init__(self, row: "ChoiceRow") -> None:
            super().__init__()
            self.row = row

    def __init__(self, key: str, label: str, choices: Sequence[Choice], chosen: str) -> None:
        super().__init__(id=key)
        self._label, self._choices = label, tuple(choices)
        self._at = next((at for at, choice in enumerate(choices) if choice.value == chosen), 0)
        self._spans: list[tuple[int, int, int]] = []  # where each choice stands in its line: from, to, which

    @property
    def value(self) -> str:
        """What is chosen."""
        return self._choices[self._at].value

    @value.setter
    def value(self, value: str) -> None:
        self._choose(next(at for at, choice in enumerate(self._choices) if choice.value == value))

    def action_step(self, by: int) -> None:
        """Choose the one beside it."""
        self._choose(min(max(self._at + by, 0), len(self._choices) - 1))

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        if event.y:
            return
        x = event.x - self.gutter.left
        found = next((at for start, end, at in self._spans if start <= x < end), None)
        if found is not None:
            self._choose(found)

    def _choose(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.refresh(layout=True)
            self.post_message(self.Changed(self))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as it takes to say what is chosen."""
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        """The label, what can be chosen, and below it what the chosen one means."""
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        room = width - LABEL
        here = _HERE if self.has_focus else _ELSEWHERE
        label = (f"{here}{self._label}".ljust(LABEL), "bold" if self.has_focus else "")
        line = (
            self._write_all() if sum(cell_len(each.shown) + 2 for each in self._choices) <= room else self._write_one()
        )
        return Content.assemble(label, line, ("\n", ""), self._write_meaning(max(room, 10)))

    def _write_all(self) -> Content:
        parts, x = [], LABEL
        self._spans = []
        for at, choice in enumerate(self._choices):
            shown = f"[{choice.shown}]" if at == self._at else f" {choice.shown} "
            parts.append((shown, self._style if at == self._at else "$soft"))
            self._spans.append((x, x + cell_len(shown), at))
            x += cell_len(shown)
        return Content.assemble(*parts)

    def _write_one(self) -> Content:
        shown = self._choices[self._at].shown
        end = LABEL + 2 + cell_len(shown)
        self._spans = [
            (LABEL, LABEL + 2, max(self._at - 1, 0)),
            (end, end + 3, min(self._at + 1, len(self._choices) - 1)),
        ]
        first, last = self._at == 0, self._at == len(self._choices) - 1
        return Content.assemble(
            (" " if first else "‹", "$accent"), "[", (shown, self._style), "]", (" " if last else "›", "$accent")
        )

    @property
    def _style(self) -> str:
        return "bold $accent" if self.has_focus else "bold $foreground"

    def _write_meaning(self, room: int) -> Content:
        lines = Content(self._choices[self._at].says).wrap(room)
        return Content("\n").join(Content.assemble(" " * LABEL, line.stylize("$soft")) for line in lines)


class TextRow(Vertical):
    """Something typed, which is checked as it is; what is wrong with it stands below, where else its meaning is."""

    DEFAULT_CSS = f"""
    TextRow {{ height: auto; width: 100%; padding: 0 1 0 0; }}
    TextRow:focus-within {{ background: $here; }}
    TextRow > Input {{ margin: 0 0 0 {LABEL}; width: 1fr; max-width: 60; padding: 0; background: $panel; }}
    TextRow > .label {{ width: {LABEL}; offset: 0 1; height: 1; margin: -1 0 0 0; }}
    TextRow > .says {{ margin: 0 0 0 {LABEL}; color: $soft; height: auto; }}
    TextRow > .says.-wrong {{ color: $bad; }}
    """

    def __init__(self, key: str, label: str, says: str, check: Callable[[str], str], text: str = "") -> None:
        super().__init__(id=key)
        self._label, self._says, self._check, self._text = label, says, check, text

    def compose(self) -> ComposeResult:
        """The label left of where something is typed."""
        yield Static(Content(_ELSEWHERE + self._label), classes="label")
        yield Input(self._text, compact=True)
        yield Static(Content(self._says), classes="says")

    def on_descendant_focus(self) -> None:
        """Show that what is typed goes here."""
        self.query_one(".label", Static).update(Content(_HERE + self._label).stylize("bold"))

    def on_descendant_blur(self) -> None:
        """Show that it goes elsewhere."""
        self.query_one(".label", Static).update(Content(_ELSEWHERE + self._label))

    @property
    def value(self) -> str:
        """What was typed."""
        return self.query_one(Input).value.strip()

    @value.setter
    def value(self, text: str) -> None:
        self.query_one(Input).value = text

    @property
    def wrong(self) -> str:
        """What is wrong with it; nothing if it can be used."""
        return self._check(self.value) if self.display else ""

    def on_input_changed(self) -> None:
        """Say at once what is wrong, and no longer once it is right."""
        wrong = self.wrong
        says = self.query_one(".says", Static)
        says.set_class(bool(wrong), "-wrong")
        says.update(Content(f"✗ {wrong}" if wrong else self._says))
