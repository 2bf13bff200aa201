"""What opens over a screen: a question, the rules of a game, help; and the line of keys below every screen."""

from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import write_rules_short
from squarely.terminal.rules import write_page

_WIDEST = 80
_ALWAYS = {
    "Tab  ↑ ↓": "move on the screen",
    "Esc": "back",
    "Ctrl-T": "light or dark",
    "Ctrl-Z": "to the shell; fg comes back",
    "Ctrl-C  q": "quit; a match is saved",
}


class KeyLine(Widget):
    """Every key that does something now, with a word; a click on it is the key.

    Textual's own footer is made anew with every change of focus; this is not.
    """

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: auto; width: 100%; background: $surface; color: $soft; }
    """

    def __init__(self, name_key: Callable[[Binding], str] = lambda binding: binding.description) -> None:
        """`name_key` gives the word for a key, where that depends on more than the key."""
        super().__init__()
        self._name_key, self.auto_links = name_key, False  # a link would have one colour
        self._keys: list[tuple[str, str, str]] = []  # the key, how it is written, and its word

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        shown: dict[str, tuple[str, str, str]] = {}  # by what they do: the first of several keys stands for all
        actions = [each.action for each in screen.BINDINGS if isinstance(each, Binding)]
        rank = {action: at for at, action in enumerate(actions)}  # in the order of the screen; the app's are last
        active = [each for each in screen.active_bindings.values() if each.binding.show and each.enabled]
        active.sort(key=lambda each: rank.get(each.binding.action, len(rank) if each.node is self.app else -1))
        for _, binding, _, _ in active:
            if says := self._name_key(binding):
                key = self.app.get_key_display(binding)
                shown.setdefault(binding.action, (binding.key, key.upper() if key[1:].isdigit() else key, says))
        if [*shown.values()] != self._keys:
            self._keys = [*shown.values()]
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        words = []
        for key, shown, says in self._keys:
            click = Style.from_meta({"@click": f"app.simulate_key('{key}')"})
            words.append(Content.assemble((shown, "bold $accent"), f" {says}").stylize(click))
        fits = sum(word.cell_length + 2 for word in words) - 1 <= width  # else closer together, then in several lines
        return flow(words, width, Content(" "), 2 if fits else 1)


def flow(words: Sequence[Content], width: int, label: Content, gap: int = 0) -> Content:
    """A label and words behind it, in as many lines as they need, none of them broken."""
    indent = x = label.cell_length
    for word in words:
        if x + word.cell_length > width and x > indent:
            label, x = label + "\n" + " " * indent, indent
        label, x = label + word + " " * gap, x + word.cell_length + gap
    return label


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
