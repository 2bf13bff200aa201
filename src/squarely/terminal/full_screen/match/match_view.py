"""What is seen of a match: the board, both players, the moves, what is said, the line for typed moves."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from squarely.core.match.last_move import find_deciding, find_remains
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.terminal.full_screen.match.move_choice import MoveChoice
from squarely.terminal.full_screen.match.move_line import MoveLine
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.full_screen.widgets.board_painter import Note
from squarely.terminal.full_screen.widgets.side_panels import MoveList, PlayersPanel, WordsPanel
from squarely.terminal.match.live_match import LiveMatch

SMALLEST = (56, 20)  # columns and lines of a terminal in which a match can be played


class MatchView(Vertical):
    """Everything but the keys. It is told what to show, and decides nothing."""

    DEFAULT_CSS = """
    MatchView { height: 1fr; layers: match over; }
    MatchView #title { height: 1; background: $panel; }
    MatchView #table { height: 1fr; }
    MatchView #place { width: 1fr; }
    MatchView #headline { display: none; text-align: center; text-style: bold; background: $even 20%; }
    MatchView #headline.-won { color: $good; background: $won; }
    MatchView #headline.-lost { color: $bad; background: $bad 15%; }
    MatchView.-over #headline { display: block; }
    MatchView #side { width: 36%; min-width: 31; max-width: 60; border-left: solid $line; }
    MatchView #progress { display: none; padding: 0 1; color: $soft; }
    MatchView #status { height: 2; padding: 0 1; }
    MatchView #status.-refused { color: $bad; }
    MatchView #too-small { display: none; layer: over; width: 100%; height: 100%; padding: 1; background: $background; }
    """

    def __init__(self, live: LiveMatch, line: MoveLine, choose: Callable[[int], None]) -> None:
        super().__init__()
        self._live, self._table, self.line = live, Tabletop(live.match.game), line
        self.board = Board(self._table, choose)
        self.players, self.moves, self.words = PlayersPanel(), MoveList(), WordsPanel()
        names = ("title", "headline", "progress", "status", "too-small")
        self._texts = {name: Static(id=name, markup=False) for name in names}
        self._match: Match | None = None  # as it is looked at
        self._marks: dict[str, Any] = {}
        self._is_thinking = False
        self._score = live.series.describe()  # of the matches before

    def compose(self) -> ComposeResult:
        yield self._texts["title"]
        with Horizontal(id="table"):
            with Vertical(id="place"):
                yield self._texts["headline"]
                yield self.board
            with Vertical(id="side"):
                yield self.players
                yield self.moves
                yield self.words
                yield self._texts["progress"]
        yield self._texts["status"]
        yield self.line
        yield self._texts["too-small"]

    def on_mount(self) -> None:
        needed = "A match needs at least {} columns and {} lines.".format(*SMALLEST)
        self._texts["too-small"].update(f"{needed} Make the terminal larger: the match is as you left it.")

    def on_resize(self) -> None:
        self.call_after_refresh(self.show_players)

    def show(
        self,
        at: int,
        status: str,
        *,
        is_refusal: bool,
        choice: MoveChoice | None,
        tip: str,
        is_thinking: bool,
        lit: tuple[int, ...],
        notes: Mapping[int, Note],
    ) -> None:
        """The match after so many moves; `choice` is what a person chooses, if they may."""
        match = self._live.match.rewind(at)
        if match is not self._match:
            last = self._table.changed_squares(*match.positions[-2:]) if match.moves else ()
            self._match = match
            self._marks = {"last": last, "won": find_deciding(match), "remains": find_remains(match)}
            self.moves.show(self._live.match, at)
            self._show_title(len(self._live.match.moves), at)
        now: dict[str, Any] = {"lit": lit, "notes": notes}
        if choice:
            now |= {"chosen": choice.chosen, "choosable": choice.choosable, "listed": [*map(str, choice.listed)]}
        self.board.show(match.position, **self._marks, **now)
        self._is_thinking = is_thinking
        self.show_players()
        self._texts["status"].update(status)
        self._texts["status"].set_class(is_refusal, "-refused")
        self.line.placeholder = tip

    def show_players(self) -> None:
        """Both players, with the clock as it is now."""
        if self._match:
            self.players.show(self._live, self._match, self._is_thinking)

    def show_headline(self, headline: str, look: str) -> None:
        """How the match has ended, large; `look` is `-won`, `-lost` or nothing."""
        self._texts["headline"].update(headline)
        self._texts["headline"].set_classes(look)
        self.add_class("-over")

    def show_progress(self, line: str) -> None:
        """How far it is what hints need; nothing once it is there."""
        self._texts["progress"].display = bool(line)
        self._texts["progress"].update(line)

    def _show_title(self, moves: int, at: int) -> None:
        game, back = self._live.match.game, f"  looking back: move {at} of {moves}" if at != moves else ""
        rules = f"  {game.rules_name}" if game.options else ""
        title = Content.assemble(
            (f" {game.title}", "bold"), (f"{rules}  {self._score}", "$soft"), (back, "$accent bold")
        )
        self._texts["title"].update(title)
