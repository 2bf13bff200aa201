"""The unfinished matches of this machine, the latest first: to be gone on with, or deleted."""

from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squarely.core.errors import SquarelyError
from squarely.core.match.tabletop import Tabletop
from squarely.core.text.notation import as_sentence, count_noun
from squarely.files import saved_matches
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.places import GoBack, ReopenMatch
from squarely.terminal.full_screen.question_screen import QuestionScreen
from squarely.terminal.match.match_list import ListedMatch, MatchList, delete_match, describe_players, describe_time

_AT_ONCE = 20  # matches that are read before they are shown
_WIDE = 100  # columns from which on the board is shown beside the list


class UnfinishedScreen(Screen[None]):
    """A list with dates and opponents; Enter goes on."""

    HELP = "A match is saved after every move, and stays here until it is over or deleted."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete", "delete", "Delete", key_display="d"),
        Binding("escape", "back", "Back", key_display="Esc"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012, as Textual declares it
    DEFAULT_CSS = """
    UnfinishedScreen > .title { height: 1; padding: 0 1; text-style: bold; }
    UnfinishedScreen > Horizontal { height: 1fr; }
    UnfinishedScreen OptionList { height: 100%; width: 1fr; border: round $line; background: $surface; }
    UnfinishedScreen OptionList:focus { border: round $edge; }
    UnfinishedScreen .seen { display: none; width: 45%; border: round $line; background: $surface; padding: 1 2; }
    UnfinishedScreen.-wide .seen { display: block; }
    UnfinishedScreen .seen > Static { height: auto; margin: 1 0 0 0; text-align: center; color: $soft; }
    UnfinishedScreen > .note { height: auto; padding: 0 1; color: $soft; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._listed: dict[str, ListedMatch] = {}
        self._reading: MatchList | None = None

    def compose(self) -> ComposeResult:
        """The list, and the board of the match that is looked at where there is room."""
        yield Static("Unfinished matches", classes="title")
        with Horizontal():
            yield MatchOptions()
            yield Vertical(classes="seen")
        yield Static("", classes="note")
        yield KeyLine()

    def on_mount(self) -> None:
        """Read what is there."""
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        """Read it again whenever somebody comes back."""
        self._read()

    def _read(self) -> None:
        matches = MatchList(saved_matches.list_unfinished())
        self._reading = matches
        self._read_on(matches, [])

    def _read_on(self, matches: MatchList, found: list[ListedMatch]) -> None:
        """Some at a time, so that the first ones are there at once."""
        run_beside(self, lambda: [*found, *matches.read(_AT_ONCE)], lambda more: self._show(matches, more))

    def _show(self, matches: MatchList, found: list[ListedMatch] | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        if matches is not self._reading:  # the list was begun anew meanwhile
            return
        options, now = self.query_one(OptionList), datetime.now()
        at = options.highlighted or 0
        self._listed = {str(each.path): each for each in found}
        options.clear_options()
        options.add_options([Option(_write_line(each, now), id=str(each.path)) for each in found])
        if found:
            options.highlighted = min(at, len(found) - 1)
        self._tell(len(found), len(matches.unreadable), matches.has_more)
        if matches.has_more:
            self._read_on(matches, found)

    def _tell(self, count: int, unreadable: int, more: bool) -> None:
        says = "" if count or more else "Nothing is unfinished. A match that you leave is kept here."
        if unreadable:
            says += f" Left out: {count_noun(unreadable, 'file')} that cannot be read."
        self.query_one(".note", Static).update(Content("Reading on …" if more else says.strip()))
        self.query_one(".title", Static).update(count_noun(count, "unfinished match"))

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show how the match stands."""
        each = self._listed.get(str(event.option_id))
        seen = self.query_one(".seen")
        await seen.remove_children()
        if each is None:
            return
        match = each.record.match
        board = Board(Tabletop(match.game))
        board.can_focus = False
        board.show(match.position)
        last = f", after {match.moves[-1]}" if match.moves else ""
        await seen.mount(board, Static(Content(f"{match.mover_name} to move{last}")))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with it."""
        self.post_message(ReopenMatch(Path(str(event.option_id))))

    def action_delete(self) -> None:
        """Delete it for good, if that is meant."""
        options = self.query_one(OptionList)
        if options.highlighted is None:
            return
        path = Path(str(options.get_option_at_index(options.highlighted).id))
        each = self._listed[str(path)]
        asked = f"Delete this match for good?\n\n{_write_line(each, datetime.now())!s}"
        self.app.push_screen(QuestionScreen(asked, {"k": "Keep", "d": "Delete"}), lambda said: self._delete(path, said))

    def _delete(self, path: Path, said: str | None) -> None:
        if said != "d":
            return
        try:
            delete_match(path)
        except FileNotFoundError:
            pass
        except (SquarelyError, OSError) as error:
            self.notify(as_sentence(f"Sorry, it cannot be deleted: {error}"), severity="error", markup=False)
        self._read()

    def action_back(self) -> None:
        """Home, as a rule."""
        self.post_message(GoBack())


class MatchOptions(OptionList):
    """The list; Enter says what it does here."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Go on", key_display="Enter")]


def _write_line(each: ListedMatch, now: datetime) -> Content:
    match = each.record.match
    options = f" ({match.game.rules_name})" if match.game.options else ""
    moves = count_noun(len(match.moves), "move") if match.moves else "no move yet"
    return Content.assemble(
        (f"{describe_time(each.changed, now):<16}", "$soft"),
        (match.game.name, "bold"),
        f"{options}, {describe_players(each.record)}, {moves}",
    )
