"""The table as it is seen: the board, both players, the moves, what is said, the line for typed moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from squarely.core.match.last_move import find_deciding, find_remains
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.terminal.full_screen.board import Board, Note
from squarely.terminal.full_screen.match_status import list_players
from squarely.terminal.full_screen.move_choice import MoveChoice
from squarely.terminal.full_screen.move_line import MoveLine
from squarely.terminal.full_screen.move_list import MoveList
from squarely.terminal.full_screen.players_panel import PlayersPanel
from squarely.terminal.full_screen.words_panel import WordsPanel
from squarely.terminal.match.live_match import LiveMatch

_SMALLEST = (56, 20)  # columns and lines of a terminal in which a match can be played
_WIDE = (104, 31)  # from which on there is more room for everything


@dataclass
class Shown:
    """What is to be seen of a match now."""

    at: int  # the number of moves after which it is looked at
    choice: MoveChoice | None = None  # what somebody chooses, if they may
    status: str = ""
    is_refusal: bool = False
    tip: str = ""
    is_thinking: bool = False
    lit: tuple[int, ...] = ()
    notes: Mapping[int, Note] = field(default_factory=dict)


class TableView(Vertical):
    """Everything but the keys. It is told what to show, and decides nothing."""

    DEFAULT_CSS = """
    TableView { height: 1fr; }
    TableView #title { height: 1; background: $panel; }
    TableView #table { height: 1fr; }
    TableView #side { width: 31; border-left: solid $line; }
    TableView #status { height: 2; padding: 0 1; }
    TableView #status.-refused { color: $bad; }
    TableView #too-small { display: none; padding: 1; height: auto; }
    TableView.-wide #side { width: 44; }
    TableView.-wide #status { height: 3; }
    TableView.-too-small > * { display: none; }
    TableView.-too-small > #too-small { display: block; }
    """

    def __init__(self, live: LiveMatch, wishes: frozenset[str]) -> None:
        super().__init__()
        self._live, self._table = live, Tabletop(live.match.game)
        self.board = Board(self._table)
        self.players, self.moves, self.words = PlayersPanel(), MoveList(), WordsPanel()
        self.line = MoveLine(wishes)
        self._title, self._status = Static(id="title"), Static(id="status", markup=False)
        self._too_small = Static(id="too-small", markup=False)
        self._shown = Shown(len(live.match.moves))

    def compose(self) -> ComposeResult:
        """The board and what is around it."""
        yield self._title
        with Horizontal(id="table"):
            yield self.board
            with Vertical(id="side"):
                yield self.players
                yield self.moves
                yield self.words
        yield self._status
        yield self.line
        yield self._too_small

    def on_resize(self) -> None:
        """Use the room there is; where there is too little, say so."""
        (width, height), (needed_width, needed_height) = self.app.size, _SMALLEST
        self.set_class(width >= _WIDE[0] and height >= _WIDE[1], "-wide")
        was_too_small, is_too_small = self.has_class("-too-small"), width < needed_width or height < needed_height
        self.set_class(is_too_small, "-too-small")
        self._too_small.update(
            f"This terminal has {width} columns and {height} lines. A match needs at least {needed_width} and "
            f"{needed_height}: make it larger, and everything is as it was."
        )
        self.call_after_refresh(self.show_players)
        if was_too_small and not is_too_small:  # what is hidden loses the focus
            self.call_after_refresh(self.line.take_focus if self.line.is_open else self.board.focus)

    def show(self, shown: Shown) -> None:
        """From now on show this."""
        self._shown = shown
        match, choice = self._looked_at, shown.choice
        self.board.show(
            match.position,
            last=self._table.changed_squares(*match.positions[-2:]) if match.moves else (),
            won=find_deciding(match),
            remains=find_remains(match),
            notes=shown.notes,
            lit=shown.lit,
            chosen=choice.chosen if choice else (),
            choosable=choice.choosable if choice else (),
            listed=[str(move) for move in choice.listed] if choice else (),
        )
        self.show_players()
        self.moves.show(self._live.match, shown.at)
        self._show_title()
        self._status.update(shown.status)
        self._status.set_class(shown.is_refusal, "-refused")
        self.line.show_tip(shown.tip)

    def show_players(self) -> None:
        """Both players, with the clock as it is now."""
        match = self._looked_at
        players = list_players(self._live, match, match.game.words.holdings(match.position), self._shown.is_thinking)
        self.players.show(players, match.game.words.unseen(match.position))

    @property
    def _looked_at(self) -> Match:
        return self._live.match.rewind(self._shown.at)

    def _show_title(self) -> None:
        game, moves = self._live.match.game, len(self._live.match.moves)
        back = f"  looking back: move {self._shown.at} of {moves}" if self._shown.at != moves else ""
        options = f"  {game.rules_name}" if game.options else ""
        self._title.update(Content.assemble((f" {game.title}", "bold"), (options, "$soft"), (back, "$accent bold")))
