"""PostgreSQL: several server processes, which tell each other what has happened.

A notification carries a match and a turn and nothing else. It is a hint: the process that hears it reads the database
again, so that one that is lost, late or doubled does no harm.
"""

import contextlib
import json
import re
import threading
import time
from collections.abc import Generator
from functools import cache
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from squarely.core.errors import BadOption
from squarely.web.storage.database import Conflict, Database, News, Row, StorageTrouble

_CHANNEL = "squarely"
_CONNECTING = 2  # seconds for a connection to be made, the least that the driver knows
_ANSWERING = 4.0  # seconds for an answer: a move does not wait longer for a database that gives none
_UPGRADE = 600.0  # seconds for an answer while tables are upgraded, here or by another process
_LEAVING = 1.0  # seconds for an answer when we close
_HEARTBEAT = 5.0  # seconds after which the listener asks whether the server is there
_PAUSE = 0.5  # seconds before the listener tries again
_GLANCE = 0.2  # seconds that the listener waits before it looks whether we close
# What a connection of ours that was lost in the middle holds locked is free again before the next tries are over.
_SETTINGS = "SET statement_timeout = '3500ms'; SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '3s'"
_UPGRADING = 1_146_244_197  # the number of the lock that one upgrading process holds
_BROKEN = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)  # the last: read-only, or damaged
_EVERYTHING = ""  # news about no match in particular: something may have been missed


class _Line(psycopg.Connection[Row]):
    """A connection that fails when the server is silent: one that is frozen does not see to `statement_timeout`."""

    patience = _ANSWERING

    def wait(self, gen: Generator[Any, Any, Any], *rest: Any, **more: Any) -> Any:
        return super().wait(self._limit(gen), *rest, **more)

    def _limit(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """The driver's steps, which are resumed with 0 now and then while there is no answer."""
        began = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() - began > self.patience:
                    raise psycopg.OperationalError(f"no answer in {self.patience:g} seconds")
                wanted = gen.send(ready)
        except StopIteration as done:
            return done.value


class PostgreSQL(Database):
    """A database on a server. A connection that broke is made anew for the next transaction."""

    def __init__(self, url: str) -> None:
        try:
            int(str(conninfo_to_dict(url).get("port", 0)).replace(",", ""))  # one for each host
        except (psycopg.ProgrammingError, ValueError):
            raise BadOption("the address of the database cannot be read; it is postgresql://USER@HOST/NAME") from None
        self._url = url
        self._line: _Line | None = None
        self._news: list[str] = []  # of this transaction
        self._closing = threading.Event()
        self._listener: threading.Thread | None = None

    def begin(self) -> None:
        """A line that has broken since the last transaction is noticed here, and replaced."""
        self._news.clear()
        if self._line:
            with contextlib.suppress(*_BROKEN):
                self._line.execute("BEGIN")
                return
            self._hang_up()
        try:
            self._line = self._connect()
            self._line.execute("BEGIN")
        except _BROKEN as error:
            raise _describe_trouble(error) from error

    def execute(self, sql: str, **values: object) -> list[Row]:
        if self._line is None:
            raise AssertionError("there is no transaction")
        try:
            cursor = self._line.execute(_with_percents(sql), values or None)
            return cursor.fetchall() if cursor.description else []
        except _BROKEN as error:
            raise _describe_trouble(error) from error

    def commit(self) -> None:
        if self._news:
            sql = "SELECT pg_notify(:channel, value) FROM json_array_elements_text(CAST(:news AS json))"
            self.execute(sql, channel=_CHANNEL, news=json.dumps(self._news))
        super().commit()

    def rollback(self) -> None:
        if self._line and self._line.info.transaction_status:
            try:
                self._line.execute("ROLLBACK")
            except psycopg.Error:
                self._hang_up()

    def announce(self, match: str, turn: int) -> None:
        """At the commit, by one statement for all news."""
        self._news.append(f"{match}:{turn}")

    def lock_tables(self) -> None:
        """However long that takes."""
        if self._line:
            self._line.patience = _UPGRADE
        self.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        self.execute("SELECT pg_advisory_xact_lock(:number)", number=_UPGRADING)

    def listen(self, news: News) -> None:
        """Listen in a thread of its own, on a connection of its own, and again after every break."""
        self._hang_up()  # the line on which the tables were upgraded waits too long for answers
        self._listener = threading.Thread(target=self._listen, args=(news,), name="listener", daemon=True)
        self._listener.start()

    def hurry(self) -> None:
        self._closing.set()
        if line := self._line:
            line.patience = _LEAVING

    def close(self) -> None:
        self._closing.set()
        if self._listener:
            self._listener.join(timeout=_PAUSE)
        self._hang_up()

    def _connect(self) -> _Line:
        line = _Line.connect(self._url, autocommit=True, connect_timeout=_CONNECTING)
        line.patience = _LEAVING if self._closing.is_set() else _ANSWERING
        line.execute(_SETTINGS)
        return line

    def _hang_up(self) -> None:
        if self._line:
            self._line.close()
        self._line = None

    def _listen(self, news: News) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(psycopg.Error, OSError), contextlib.closing(self._connect()) as line:
                line.execute(f"LISTEN {_CHANNEL}")
                news(_EVERYTHING, 0)
                asked_at = time.monotonic()
                while not self._closing.is_set():
                    if time.monotonic() - asked_at > _HEARTBEAT:  # a dead line is as quiet as a good one
                        line.execute("SELECT 1")
                        asked_at = time.monotonic()
                    for heard in line.notifies(timeout=_GLANCE):
                        match, _, turn = heard.payload.partition(":")
                        news(match, int(turn) if turn.isdigit() else 0)
            self._closing.wait(_PAUSE)


@cache
def _with_percents(sql: str) -> str:
    """A statement with its values as the driver writes them: `%(name)s` for `:name`."""
    return re.sub(r":(\w+)", r"%(\1)s", sql)


def _describe_trouble(error: psycopg.Error) -> StorageTrouble:
    """What went wrong, without the address, which may hold a password."""
    if isinstance(error, errors.DeadlockDetected | errors.SerializationFailure):
        return Conflict("the database was busy with another server process")
    if isinstance(error, errors.LockNotAvailable):
        return StorageTrouble("the database is locked by another program")
    first_line = next(iter(str(error).strip().splitlines()), "no answer")
    return StorageTrouble(f"the database cannot be reached ({first_line.partition(': ')[2] or first_line})")
