"""A new match: opponent, side, rules, clock and names, all of them as usual unless somebody changes them."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from squarely.core.errors import SquarelyError
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import list_rule_sets, write_goal
from squarely.core.text.notation import as_sentence
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.following_scroll import FollowingScroll
from squarely.terminal.full_screen.form_rows import ChoiceRow, TextRow
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.new_match_form import OWN, TYPED, find_rule_set, load_chosen, make_rows, read_rows
from squarely.terminal.full_screen.places import GoBack, OpenMatch, OpenRules
from squarely.terminal.match.new_match import prepare_match

_WIDE = 116  # columns from which on the board stands beside the form


class NewMatchScreen(Screen[None]):
    """Enter plays as it stands."""

    HELP = """
    Up and down go from row to row, left and right change what is chosen; where there is a line, type.
    Enter begins the match as it stands.
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "Play", key_display="Enter"),
        Binding("up", "app.focus_previous", "Row", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("r", "rules", "Rules"),
        Binding("escape", "back", "Back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    NewMatchScreen > .title { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    NewMatchScreen > .middle { height: 1fr; }
    NewMatchScreen .seen { display: none; width: 36%; padding: 1 2; background: $surface; border: round $line; }
    NewMatchScreen .seen > Static { height: auto; margin: 1 0 0 0; text-align: center; color: $soft; }
    NewMatchScreen.-wide .seen { display: block; }
    NewMatchScreen .rows { width: 1fr; scrollbar-size-vertical: 1; }
    NewMatchScreen.-wide .rows { margin: 0 0 0 1; }
    NewMatchScreen #typed { display: none; }
    NewMatchScreen > .bottom { height: auto; min-height: 1; max-height: 4; padding: 0 1; }
    NewMatchScreen > .bottom > .wrong { width: 1fr; height: auto; color: $bad; }
    NewMatchScreen > .bottom > Button {
        width: auto; min-width: 12; background: $accent; color: $on-accent; text-style: bold;
    }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._shown = game  # under the options that are chosen

    def compose(self) -> ComposeResult:
        """The board where there is room for it, the rows, and the way on."""
        yield Static(Content(f"New match · {self._game.name}: {self._game.title}"), classes="title")
        with Horizontal(classes="middle"):
            with Vertical(classes="seen"):
                yield from self._compose_board()
            with FollowingScroll(classes="rows"):
                yield from make_rows(self._game)
        with Horizontal(classes="bottom"):
            yield Static("", classes="wrong")
            yield Button("Play", compact=True)
        yield KeyLine()

    def _compose_board(self) -> ComposeResult:
        board = Board(Tabletop(self._shown))
        board.can_focus = False
        board.show(self._shown.start())
        yield board
        yield Static(Content(write_goal(self._shown)))

    def on_mount(self) -> None:
        """The opponent is what somebody chooses first."""
        self.query_one("#opponent").focus()

    def on_resize(self, event: events.Resize) -> None:
        """The board is there where it leaves room for the form."""
        self.set_class(event.size.width >= _WIDE, "-wide")

    async def on_choice_row_changed(self, event: ChoiceRow.Changed) -> None:
        """What was chosen may lead to another row, to other options, to another board."""
        if event.row.id == "opponent":
            self.query_one("#typed").display = event.row.value == TYPED
        elif event.row.id == "rule_set" and event.row.value != OWN:
            self._take_rule_set(event.row.value)
        await self._show_game()

    async def on_input_changed(self) -> None:
        """A typed option changes the board as well."""
        await self._show_game()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter plays, wherever it is pressed."""
        event.stop()
        self.action_begin()

    def on_button_pressed(self) -> None:
        """So does a click."""
        self.action_begin()

    def action_begin(self) -> None:
        """Play as it stands; where something is wrong, say so and lose nothing."""
        for row in self.query(TextRow):
            if wrong := row.wrong:
                row.query_one(Input).focus()
                self._refuse(wrong)
                return
        try:
            new = prepare_match(self._game.name, **read_rows(self._game, self._values))
        except SquarelyError as error:
            self._refuse(as_sentence(str(error)))
        else:
            self._refuse("")
            self.post_message(OpenMatch(new.live, new.toss))

    def action_rules(self) -> None:
        """The rules as they are chosen."""
        self.post_message(OpenRules(self._shown))

    def action_back(self) -> None:
        """Home, as a rule."""
        self.post_message(GoBack())

    @property
    def _values(self) -> dict[str, str]:
        rows = [*self.query(ChoiceRow), *self.query(TextRow)]
        return {str(row.id): row.value for row in rows}

    def _refuse(self, wrong: str) -> None:
        self.query_one(".wrong", Static).update(Content(f"✗ {wrong}" if wrong else ""))

    def _take_rule_set(self, name: str) -> None:
        chosen = next(each for each in list_rule_sets(self._game.printed) if each.name == name)
        settings = self._game.printed(chosen.options).settings
        rows: list[ChoiceRow | TextRow] = [*self.query(ChoiceRow), *self.query(TextRow)]
        for row in rows:
            if row.id and row.id.startswith("option-"):
                row.value = str(settings[row.id.removeprefix("option-")])

    async def _show_game(self) -> None:
        """The board under the options as they are; what cannot be is told."""
        try:
            chosen = load_chosen(self._game, self._values)
        except SquarelyError as error:
            self._refuse(as_sentence(str(error)))
            return
        self._refuse("")
        if chosen != self._shown:
            self._shown = chosen
            for row in self.query("#rule_set").results(ChoiceRow):
                row.value = find_rule_set(chosen)
            seen = self.query_one(".seen")
            await seen.remove_children()
            await seen.mount_all(list(self._compose_board()))
