"""What the journal needs of a database."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.play.events import Event

Row: TypeAlias = tuple[Any, ...]
MatchEvent: TypeAlias = tuple[str, Event]  # a match, and what happened in it
News: TypeAlias = Callable[[str, int], None]  # a match, and the turn it has come to


class StorageTrouble(SquarelyError):
    """Nothing was kept, or nobody knows whether it was: the disk is full, the database locked or out of reach."""


class Conflict(StorageTrouble):
    """Two server processes were in each other's way: nothing of the transaction was kept, and it can be tried again."""


class Connection(Protocol):
    """One connection, inside one transaction."""

    def execute(self, sql: str, **values: object) -> list[Row]:
        """The rows that a statement gives. Values are written `:name` in it."""

    def add_events(self, events: Sequence[MatchEvent]) -> bool:
        """Add all these events by one statement, and announce them. False if none was added: each is to be tried."""

    def announce(self, match: str, turn: int) -> None:
        """Tell other server processes, once this is committed, that a match has news."""

    def alone(self) -> None:
        """Wait until no other server process upgrades the tables, and keep it so for this transaction."""


class Database(Protocol):
    """A database with exactly one writing connection of ours. StorageTrouble says what is wrong with it."""

    def begin(self) -> Connection:
        """A transaction; connects first where that is needed."""

    def commit(self) -> None:
        """Once this returns, what was written survives a crash of this machine."""

    def rollback(self) -> None:
        """Forget the transaction. Never fails: a connection that cannot is dropped."""

    def listen(self, news: News) -> None:
        """Pass on what other server processes announce, from now on."""

    def interrupt(self) -> bool:
        """Give up what another thread waits for, if there is no answer any more. False if it is better waited for."""

    def close(self) -> None:
        """Let go of everything."""
