"""What is said beside a board that is studied: paragraphs that are wrapped so that no move is broken in two."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from squarely.core.text.wrapping import wrap

_NARROWEST = 16


class StudyWords(VerticalScroll, can_focus=False):
    """Paragraphs, each with its look, wrapped anew when the room changes. It can be scrolled."""

    DEFAULT_CSS = """
    StudyWords {
        height: 1fr; width: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
    }
    """

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 (Textual's)
        super().__init__(id=id)
        self._paragraphs: Sequence[tuple[str, str]] = ()
        self._said = Static()

    def compose(self) -> ComposeResult:
        """One text."""
        yield self._said

    def show(self, paragraphs: Sequence[tuple[str, str]]) -> None:
        """Say this, from its beginning: texts with their looks; one without a text leaves a line free."""
        if list(paragraphs) != list(self._paragraphs):
            self._paragraphs = paragraphs
            self.scroll_home(animate=False)
            self._write()

    def on_resize(self) -> None:
        """Wrap it anew."""
        self._write()

    def turn_page(self, pages: int) -> None:
        """Scroll where there is more to read than fits."""
        self.scroll_relative(y=pages * max(self.size.height - 1, 1), animate=False)

    def _write(self) -> None:
        width = max(self.scrollable_content_region.width, _NARROWEST)
        texts = [Content.styled(wrap(text, width), look) for text, look in self._paragraphs]
        self._said.update(Content("\n").join(texts))
