"""PostgreSQL: several server processes, which tell each other what has happened.

A notification carries a match and a turn and nothing else. It is a hint: whoever hears it reads the database again, so
that one that is lost, late or doubled does no harm.
"""

import contextlib
import threading
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection as Connected
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from squarely.core.errors import BadOption
from squarely.web.storage.connection_watch import ConnectionWatch
from squarely.web.storage.database import Conflict, MatchEvent, News, Row, StorageTrouble

_CHANNEL = "squarely"
_PATIENCE = 2  # seconds for a connection to be made, the least that the driver knows
_ANSWERING = 4  # seconds for an answer: a move shall not wait longer for a database that gives none
_UPGRADE = 600  # seconds for an answer while tables are upgraded, here or by another process
_LEAVING = 1.0  # seconds for an answer when we close
_HEARTBEAT = 5.0  # seconds after which the listener asks whether anybody is there
# What a connection of ours that was lost in the middle holds locked is free again before the next tries are over.
_SETTINGS = "SET idle_in_transaction_session_timeout = '3s'; SET lock_timeout = '3s'"
_IN_THE_WAY = ("40P01", "40001")  # a deadlock, and its like
_LOCKED = "55P03"
_PAUSE = 0.5  # seconds before the listener tries again
_GLANCE = 0.2  # seconds that the listener waits before it looks whether we close
_UPGRADING = 1_146_244_197  # the number of the lock that one upgrading process holds
_BROKEN = (OperationalError, InterfaceError, InternalError)  # the last one: read-only, or damaged
_EVERYTHING = ""  # news about no match in particular: something may have been missed


class PostgreSQL:
    """A database on a server. A connection that broke is made anew for the next transaction."""

    def __init__(self, url: str) -> None:
        try:
            self._engine = create_engine(
                url.replace("postgresql://", "postgresql+psycopg://", 1),
                pool_pre_ping=True,
                pool_size=1,
                max_overflow=0,
                pool_timeout=_PATIENCE,
                connect_args={"connect_timeout": _PATIENCE},
            )
        except (SQLAlchemyError, ValueError) as error:
            raise BadOption("the address of the database cannot be read; it is postgresql://USER@HOST/NAME") from error
        event.listen(self._engine, "do_connect", self._connect)
        self._connection: Connected | None = None
        self._line: Any = None  # the driver's connection behind it
        self._answering: float = _ANSWERING
        self._asked_at: float | None = None  # when we asked for what is not answered yet
        self._patience = ConnectionWatch()
        self._closing = threading.Event()
        self._listener: threading.Thread | None = None

    def begin(self) -> "PostgreSQL":
        """A transaction on a connection that lives."""
        try:
            self._answering = _ANSWERING
            self._ask()
            self._connection = self._engine.connect()
        except (*_BROKEN, PoolTimeout) as error:
            raise self._describe_trouble(error) from error
        return self

    def execute(self, sql: str, **values: object) -> list[Row]:
        """Run one statement."""
        try:
            self._ask()
            result = self._inside().execute(text(sql), values)
            return [tuple(row) for row in result] if result.returns_rows else []
        except _BROKEN as error:
            raise self._describe_trouble(error) from error

    def add_events(self, events: Sequence[MatchEvent]) -> bool:  # noqa: ARG002
        """Another process may add one of them at the same time: each is tried."""
        return False

    def announce(self, match: str, turn: int) -> None:
        """Notify the others when this is committed."""
        self.execute("SELECT pg_notify(:channel, :news)", channel=_CHANNEL, news=f"{match}:{turn}")

    def alone(self) -> None:
        """Wait until no other process upgrades the tables, however long that takes."""
        self._answering = _UPGRADE
        self.execute("SET LOCAL lock_timeout = 0")
        self.execute("SELECT pg_advisory_xact_lock(:number)", number=_UPGRADING)

    def commit(self) -> None:
        """Wait until the server has written it down."""
        try:
            self._ask()
            self._inside().commit()
        except _BROKEN as error:
            raise self._describe_trouble(error) from error
        self.rollback()

    def rollback(self) -> None:
        """Give the connection back; what was not committed is forgotten."""
        with contextlib.suppress(SQLAlchemyError):
            if self._connection:
                self._connection.close()
        self._connection = self._asked_at = None
        if self._line is not None:
            self._patience.done(self._line)

    def interrupt(self) -> bool:
        """Hang up on a database that has not answered for a while; one that does is waited for."""
        asked_at = self._asked_at
        if asked_at is None or time.monotonic() - asked_at < _LEAVING:
            return False
        self._closing.set()
        self._patience.cut_all()
        return True

    def listen(self, news: News) -> None:
        """Listen in a thread of its own, on a connection of its own, and again after every break."""
        self._listener = threading.Thread(target=self._listen, args=(news,), name="listener", daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Stop listening and close every connection."""
        self._closing.set()
        if self._listener:
            self._listener.join(timeout=_PAUSE)
        self._engine.dispose()
        self._patience.close()

    def _connect(self, dialect: Any, _: Any, arguments: list[Any], more: dict[str, Any]) -> Any:
        """A connection for the transactions, watched from its first word on."""
        self._line = dialect.connect(*arguments, **more)
        self._patience.allow(self._line, _ANSWERING)
        self._line.autocommit = True
        self._line.execute(_SETTINGS)
        self._line.autocommit = False
        return self._line

    def _listen(self, news: News) -> None:
        import psycopg

        url = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._closing.is_set():
            with contextlib.suppress(psycopg.Error, OSError):
                self._pass_on(psycopg.connect(url, autocommit=True, connect_timeout=_PATIENCE), news)
            self._closing.wait(_PAUSE)

    def _pass_on(self, connection: Any, news: News) -> None:
        """Pass on what is heard, until the connection breaks or we close."""
        with connection:
            self._execute_watched(connection, f"LISTEN {_CHANNEL}")
            news(_EVERYTHING, 0)
            asked_at = time.monotonic()
            while not self._closing.is_set():
                if time.monotonic() - asked_at > _HEARTBEAT:  # a dead line is as quiet as a good one
                    self._execute_watched(connection, "SELECT 1")
                    asked_at = time.monotonic()
                for heard in connection.notifies(timeout=_GLANCE):
                    match, _, turn = heard.payload.partition(":")
                    news(match, int(turn) if turn.isdigit() else 0)

    def _ask(self) -> None:
        """We wait for an answer from now on, and not for ever."""
        self._asked_at = time.monotonic()
        if self._line is not None:
            self._patience.allow(self._line, self._answering)

    def _execute_watched(self, connection: Any, sql: str) -> None:
        """Run a statement on the listener's connection, which breaks if there is no answer."""
        self._patience.allow(connection, _ANSWERING)
        try:
            connection.execute(sql)
        finally:
            self._patience.done(connection)

    def _inside(self) -> Connected:
        if self._connection is None:
            raise AssertionError("there is no transaction")
        return self._connection

    def _describe_trouble(self, error: SQLAlchemyError) -> StorageTrouble:
        """What went wrong, without the address, which may hold a password."""
        original = getattr(error, "orig", None)
        state = getattr(original, "sqlstate", None)
        if state in _IN_THE_WAY:
            return Conflict("the database was busy with another server process")
        if state == _LOCKED:
            return StorageTrouble("the database is locked by another program")
        if self._line is not None and self._patience.was_cut(self._line):
            return StorageTrouble(f"the database cannot be reached (no answer in {_ANSWERING} seconds)")
        first_line = next(iter(str(original or "").strip().splitlines()), "no answer")
        return StorageTrouble(f"the database cannot be reached ({first_line.partition(': ')[2] or first_line})")
