"""What opens over a screen: a question with a few answers, the rules of a game, the keys of the screen."""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import write_rules_short
from squarely.terminal.full_screen.widgets.key_line import KeyLine
from squarely.terminal.rules import write_page

_WIDEST = 80
_ALWAYS = {
    "Tab  ↑ ↓": "move on the screen",
    "Esc": "back",
    "Ctrl-T": "light or dark",
    "Ctrl-Z": "to the shell; fg comes back",
    "Ctrl-C  q": "quit; a match is saved",
}


class _Dialog(ModalScreen[str]):
    """A text that can be scrolled, and below the screen the keys that answer it."""

    DEFAULT_CSS = """
    _Dialog { align: center middle; }
    _Dialog > VerticalScroll {
        width: 88; max-width: 96%; height: auto; max-height: 94%;
        background: $surface; border: round $edge; padding: 0 2;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss", "Back", key_display="Esc")]

    def __init__(self, title: str, text: Content | str = "") -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll() as page:
            page.border_title = self._title
            yield Static(self._text, markup=False)
        yield KeyLine()


class QuestionScreen(_Dialog):
    """Answers with the letter that was chosen, by the key or the mouse; with nothing if it was left."""

    def __init__(self, question: str, answers: Mapping[str, str]) -> None:
        super().__init__("", question)
        for letter, answer in answers.items():
            self._bindings.bind(letter, f"dismiss('{letter}')", answer)


class RulesScreen(_Dialog):
    """The rules in force, at most a screen of them; one more key shows everything the rulebook has."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "show_all", "Everything that the rulebook says, and its options"),
        Binding("r,f6", "dismiss", show=False),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(game.title)
        self._game, self._shows_all = game, True

    def on_mount(self) -> None:
        self.action_show_all()

    def action_show_all(self) -> None:
        self._shows_all = not self._shows_all
        write, width = write_page if self._shows_all else write_rules_short, int(self.app.size.width * 0.96) - 8
        self.query_one(Static).update(f"\n{write(self._game, min(_WIDEST, width))}")
        self.query_one(VerticalScroll).scroll_home(animate=False)


class HelpScreen(_Dialog):
    """The keys of the screen below, and what it says about itself."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "dismiss", show=False)]

    def __init__(self, below: Screen[Any]) -> None:
        rows = {}
        for _, binding, enabled, tooltip in below.active_bindings.values():
            if enabled and binding.show and binding.description and binding.action not in ("help", "leave"):
                rows[below.app.get_key_display(binding)] = (tooltip or binding.description).lower()
        rows |= _ALWAYS
        width = max(map(len, rows)) + 2
        parts: list[Any] = ["\n"]
        for key, says in rows.items():
            parts += [(f"{key:<{width}}", "$accent"), f"{says}\n"]
        super().__init__("Keys", Content.assemble(*parts, f"\n{cleandoc(below.HELP or '')}"))
