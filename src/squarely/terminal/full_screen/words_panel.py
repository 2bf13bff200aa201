"""What is said about a match beside the board: a hint, a reason, news, the end. It can be scrolled."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static


class WordsPanel(VerticalScroll, can_focus=False):
    """A title and a text; nothing while there is nothing to say."""

    DEFAULT_CSS = """
    WordsPanel {
        height: auto; max-height: 70%; padding: 0 1; border-top: solid $line; scrollbar-size-vertical: 1;
        display: none;
    }
    WordsPanel.-open { display: block; }
    WordsPanel > Static { width: 100%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said = Static()

    def compose(self) -> ComposeResult:
        """One text."""
        yield self._said

    def show(self, title: str, text: str) -> None:
        """Say this from its beginning; with an empty text, nothing. Without a title, the first line is one."""
        self.set_class(bool(text), "-open")
        said = text.strip()
        if not title:
            title, _, said = said.partition("\n")
        self._said.update(Content.assemble((f"{title}\n", "$accent bold"), said))
        self.scroll_home(animate=False)
