"""The unfinished matches of this machine, the latest first: to be gone on with, or deleted."""

import asyncio
from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import as_sentence, count_noun
from squarely.files import saved_matches
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.full_screen.widgets.dialogs import KeyLine, QuestionScreen
from squarely.terminal.match.match_list import ListedMatch, delete_match, read_matches


class UnfinishedScreen(Screen[None]):
    """A list with dates and opponents; Enter goes on."""

    HELP = "A match is saved after every move, and stays here until it is over or deleted. Enter goes on with it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete", "delete", "Delete", key_display="d"),
        Binding("escape", "app.go('back')", "Back", key_display="Esc"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012, as Textual declares it
    DEFAULT_CSS = """
    UnfinishedScreen OptionList, UnfinishedScreen OptionList:focus {
        height: 100%; width: 1fr; border: round $line; background: $surface;
    }
    UnfinishedScreen Board { display: none; width: 45%; border: round $line; background: $surface; padding: 1 2; }
    UnfinishedScreen.-wide Board { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._listed: list[ListedMatch] = []

    def compose(self) -> ComposeResult:
        yield Static("Unfinished matches", classes="title")
        with Horizontal():
            yield OptionList()
            yield Board()
        yield Static("", classes="about")
        yield KeyLine()

    def on_mount(self) -> None:
        self.set_focus(self.query_one(OptionList))

    def on_screen_resume(self) -> None:
        self.run_worker(self._read())

    async def _read(self) -> None:
        paths = saved_matches.list_unfinished()
        found, _ = await asyncio.to_thread(read_matches, paths, len(paths))
        options, now = self.query_one(OptionList), datetime.now()
        at, self._listed = options.highlighted or 0, found
        options.set_options([Option(Content(each.describe(now))) for each in found])
        options.highlighted = min(at, len(found) - 1) if found else None
        says = [] if found else ["Nothing is unfinished. A match that you leave is kept here."]
        if left_out := len(paths) - len(found):
            says.append(f"Left out: {count_noun(left_out, 'file')} that cannot be read.")
        self.query_one(".about", Static).update(" ".join(says))
        self.query_one(".title", Static).update(count_noun(len(found), "unfinished match"))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show how the match stands."""
        match = self._listed[event.option_index].record.match
        self.query_one(Board).show(match.game, match.position)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.post_message(Go("reopen", self._listed[event.option_index].path, {}))

    def action_delete(self) -> None:
        """Delete it for good, if that is meant."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            each = self._listed[at]
            asked = f"Delete this match for good?\n\n{each.describe(datetime.now())}"
            question = QuestionScreen(asked, {"k": "Keep", "d": "Delete"})
            self.app.push_screen(question, lambda said: self._delete(each) if said == "d" else None)

    def _delete(self, each: ListedMatch) -> None:
        try:
            delete_match(each.path)
        except FileNotFoundError:
            pass
        except (SquarelyError, OSError) as error:
            self.notify(as_sentence(f"Sorry, it cannot be deleted: {error}"), severity="error", markup=False)
        self.on_screen_resume()
