"""PostgreSQL: several server processes, which tell each other what has happened.

A notification carries a match and a turn and nothing else. It is a hint: whoever hears it reads the database again, so
that one that is lost, late or doubled does no harm.
"""

import contextlib
import threading
from typing import Any

from sqlalchemy import Connection as Connected
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError

from squarely.errors import BadOption
from squarely.web.storage.database import News, Row, StorageTrouble

_CHANNEL = "squarely"
_PATIENCE = 5  # seconds for a connection to be made
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
                connect_args={"connect_timeout": _PATIENCE},
            )
        except (SQLAlchemyError, ValueError) as error:
            raise BadOption("the address of the database cannot be read; it is postgresql://USER@HOST/NAME") from error
        self._connection: Connected | None = None
        self._closing = threading.Event()
        self._listener: threading.Thread | None = None

    def begin(self) -> "PostgreSQL":
        """A transaction on a connection that lives."""
        try:
            self._connection = self._engine.connect()
        except _BROKEN as error:
            raise _trouble(error) from error
        return self

    def execute(self, sql: str, **values: object) -> list[Row]:
        """Run one statement."""
        try:
            result = self._inside().execute(text(sql), values)
            return [tuple(row) for row in result] if result.returns_rows else []
        except _BROKEN as error:
            raise _trouble(error) from error

    def announce(self, match: str, turn: int) -> None:
        """Notify the others when this is committed."""
        self.execute("SELECT pg_notify(:channel, :news)", channel=_CHANNEL, news=f"{match}:{turn}")

    def alone(self) -> None:
        """Wait until no other process upgrades the tables."""
        self.execute("SELECT pg_advisory_xact_lock(:number)", number=_UPGRADING)

    def commit(self) -> None:
        """Wait until the server has written it down."""
        try:
            self._inside().commit()
        except _BROKEN as error:
            raise _trouble(error) from error
        self.rollback()

    def rollback(self) -> None:
        """Give the connection back; what was not committed is forgotten."""
        with contextlib.suppress(SQLAlchemyError):
            if self._connection:
                self._connection.close()
        self._connection = None

    def listen(self, news: News) -> None:
        """Listen in a thread of its own, on a connection of its own, and again after every break."""
        self._listener = threading.Thread(target=self._listen, args=(news,), name="listener", daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Stop listening and close every connection."""
        self._closing.set()
        if self._listener:
            self._listener.join(timeout=_PAUSE * 4)
        self._engine.dispose()

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
            connection.execute(f"LISTEN {_CHANNEL}")
            news(_EVERYTHING, 0)
            while not self._closing.is_set():
                for heard in connection.notifies(timeout=_GLANCE):
                    match, _, turn = heard.payload.partition(":")
                    news(match, int(turn) if turn.isdigit() else 0)

    def _inside(self) -> Connected:
        if self._connection is None:
            raise AssertionError("there is no transaction")
        return self._connection


def _trouble(error: DBAPIError) -> StorageTrouble:
    """What went wrong, without the address, which may hold a password."""
    first_line = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else "no answer"
    return StorageTrouble(f"the database cannot be reached ({first_line.partition(': ')[2] or first_line})")
