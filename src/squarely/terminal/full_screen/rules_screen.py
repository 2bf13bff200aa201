"""The rules of a game over whatever is open: the rulebook in force, and its rulings."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from squarely.core.rules.game import Game
from squarely.terminal.rules_page import write_page

_WIDEST = 80


class RulesScreen(ModalScreen[None]):
    """The rules, to be scrolled. Any of Esc, Enter, r and q closes them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,r,q", "dismiss", "Back")]
    DEFAULT_CSS = """
    RulesScreen { align: center middle; }
    RulesScreen > VerticalScroll {
        width: 88; max-width: 96%; height: auto; max-height: 94%;
        background: $surface; border: round $edge; padding: 0 2;
        border-subtitle-color: $soft;
    }
    RulesScreen Static { width: 100%; }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """The page, in lines that fit."""
        width = min(_WIDEST, int(self.app.size.width * 0.96) - 8)
        with VerticalScroll() as page:
            page.border_title = self._game.title
            page.border_subtitle = "↑ ↓ scroll · Esc closes"
            yield Static(write_page(self._game, width), markup=False)
