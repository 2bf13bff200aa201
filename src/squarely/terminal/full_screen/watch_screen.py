"""A match that another process plays, as it is played: every move as it comes, and nothing to be done about it."""

import threading
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.text.notation import as_sentence, count_noun
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.full_screen.board import Board
from squarely.terminal.full_screen.key_line import KeyLine
from squarely.terminal.full_screen.places import GoBack, OpenReview, ReopenMatch
from squarely.terminal.match.match_list import describe_players
from squarely.terminal.match.watch import Left, Played, Seen, Sighting, Vanished, watch_match


class _Enough(Exception):
    """Nobody looks on any more."""


class WatchScreen(Screen[None]):
    """The board of somebody else's match. Once nobody plays it any more, it can be gone on with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", "Go on"),
        Binding("v", "review", "Review"),
        Binding("escape", "back", "Back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    WatchScreen > .title { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    WatchScreen > Vertical { height: 1fr; background: $surface; }
    WatchScreen > .told { height: auto; padding: 0 1; }
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._seen: Record | None = None
        self._left = False  # whether nobody plays it any more
        self._enough = threading.Event()

    def compose(self) -> ComposeResult:
        """The board, and what is told about the match."""
        yield Static("Looking on …", classes="title")
        yield Vertical(classes="board")
        yield Static("", classes="told")
        yield KeyLine()

    def on_mount(self) -> None:
        """Look on from now."""
        run_beside(self, self._watch, self._end)

    def on_unmount(self) -> None:
        """Look on no longer."""
        self._enough.set()

    def _watch(self) -> None:
        """In a thread, until nobody looks on or there is nothing more to see."""
        for sighting in watch_match(self._path, self._pause):
            self.call_later(self._tell, sighting)

    def _end(self, result: Exception | None) -> None:
        if isinstance(result, Exception) and not isinstance(result, _Enough):
            self._say(as_sentence(f"Nothing more can be seen: {result}"))

    def _pause(self, seconds: float) -> None:
        if self._enough.wait(seconds):
            raise _Enough

    async def _tell(self, sighting: Sighting) -> None:
        match sighting:
            case Seen(record):
                await self._show(record)
            case Played(by):
                self.query_one(".title", Static).update(Content(f"You look on: {by} plays this match"))
            case Left(by):
                self._left = True
                self._say(f"{by or 'Whoever played it'} has left the match. g goes on with it.")
            case Vanished(why):
                self._say(as_sentence(f"The match is not there any more{f': {why}' if why else ''}"))
        self.refresh_bindings()

    async def _show(self, record: Record) -> None:
        before, self._seen = self._seen, record
        match, where = record.match, self.query_one(".board")
        if before is None or before.match.game != match.game:
            await where.remove_children()
            board = Board(Tabletop(match.game))
            board.can_focus = False
            await where.mount(board)
        last = match.positions[-2:] if match.moves else ()
        changed = Tabletop(match.game).changed_squares(*last) if len(last) == 2 else ()
        self.query_one(Board).show(match.position, last=changed)
        moved = f"Move {len(match.moves)}: {match.moves[-1]}. " if match.moves else "No move yet. "
        ended = f"It is over after {count_noun(len(match.moves), 'move')}: "
        outcome = match.outcome
        says = f"{ended}{outcome.reason}. v reviews it." if outcome else f"{moved}{match.mover_name} is to move."
        self._say(f"{match.game.title}, {describe_players(record)}. {says}")

    def _say(self, text: str) -> None:
        self.query_one(".told", Static).update(Content(text))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """What can be done depends on whether anybody plays, and whether it is over."""
        over = self._seen is not None and self._seen.match.outcome is not None
        return {"go_on": self._left, "review": over}.get(action, True)

    def action_go_on(self) -> None:
        """Play on where they have left."""
        self.post_message(GoBack())
        self.app.post_message(ReopenMatch(self._path))

    def action_review(self) -> None:
        """See what it was worth."""
        if self._seen:
            self.post_message(OpenReview(self._seen))

    def action_back(self) -> None:
        """To where somebody came from; the match goes on without them."""
        self.post_message(GoBack())
