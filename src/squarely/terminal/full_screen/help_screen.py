"""What can be done on a screen: its keys, and what it says about itself."""

from inspect import cleandoc
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

_ALWAYS = (
    ("Tab  ↑ ↓", "move on the screen"),
    ("Esc", "back"),
    ("Ctrl-T", "light or dark"),
    ("Ctrl-Z", "to the shell; fg comes back"),
    ("Ctrl-C  q", "quit; a match is saved"),
)


class HelpScreen(ModalScreen[None]):
    """The keys of the screen below. Any of Esc, Enter, ? and q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,question_mark,q", "dismiss", "Back")]
    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 64; max-width: 94%; height: auto; max-height: 94%;
        background: $surface; border: round $edge; padding: 1 2;
    }
    HelpScreen Static { width: 100%; }
    """

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self._below = below

    def compose(self) -> ComposeResult:
        """A table of keys, and the text of the screen if it has one."""
        with VerticalScroll():
            yield Static(self._write_text())

    def _write_text(self) -> Content:
        rows = {**self._collect_keys(), **dict(_ALWAYS)}
        width = max(len(key) for key in rows) + 2
        parts: list[Any] = [("Keys\n\n", "bold")]
        for key, says in rows.items():
            parts += [(f"{key:<{width}}", "$accent"), f"{says}\n"]
        if self._below.HELP:
            parts += ["\n", cleandoc(self._below.HELP), "\n"]
        parts += ["\n", ("Esc closes this.", "$soft")]
        return Content.assemble(*parts)

    def _collect_keys(self) -> dict[str, str]:
        keys = {}
        for _, binding, enabled, tooltip in self._below.active_bindings.values():
            if enabled and binding.show and binding.description and binding.action not in ("help", "leave"):
                keys[self.app.get_key_display(binding)] = (tooltip or binding.description).lower()
        return keys
