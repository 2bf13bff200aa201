"""Where somebody wants to go next: what a screen asks the app for. So no screen needs to know another."""

from pathlib import Path
from typing import Any

from textual.message import Message

from squarely.core.match.record import Record
from squarely.core.rules.game import Game
from squarely.terminal.match.live_match import LiveMatch


class GoHome(Message):
    """To the home screen, leaving whatever is open; a match is saved already."""


class GoBack(Message):
    """To the screen before this one; home if there is none."""


class OpenNewMatch(Message):
    """To the choice of opponent, sides, options, clock and names for a game."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


class OpenRules(Message):
    """To the rules of a game, as they are in force."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


class OpenUnfinished(Message):
    """To the unfinished matches of this machine."""


class ReopenMatch(Message):
    """To a saved match, to be played on; `changes` replace what was agreed, as with `reopen_match`."""

    def __init__(self, path: Path, take_over: bool = False, **changes: Any) -> None:
        super().__init__()
        self.path, self.take_over, self.changes = path, take_over, changes


class WatchMatch(Message):
    """To a match that another process plays, to look on."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path


class OpenMatch(Message):
    """To the table: a match to be played, and what the coin has decided if it was tossed.

    The app opens the match (`LiveMatch.open`) and closes it when its screen is left.
    """

    def __init__(self, live: LiveMatch, toss: str = "") -> None:
        super().__init__()
        self.live, self.toss = live, toss


class OpenReview(Message):
    """To the review of a match that is over."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


class OpenReplay(Message):
    """To a record, move by move."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


class OpenPuzzles(Message):
    """To puzzles of a game, or of every game; of one level, those that a seed decides, or from one's own mistakes."""

    def __init__(
        self, game: Game | None = None, level: int | None = None, seed: int | None = None, own: bool = False
    ) -> None:
        super().__init__()
        self.game, self.level, self.seed, self.own = game, level, seed, own


class OpenCourt(Message):
    """To what the rulebook of a game claims, and what is true of it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
