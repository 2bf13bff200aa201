"""SQLite: one file, one process, one connection. A commit is on the disk when it returns."""

import contextlib
import fcntl
import logging
import os
import sqlite3
import stat
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from squarely.play.events import Event
from squarely.web.storage.checkpoints import Checkpoints
from squarely.web.storage.database import MatchEvent, News, Row, StorageTrouble

log = logging.getLogger("squarely.web")

_OTHERS = 0o077  # what a group and everybody may do with a file
_PATIENCE = 2.0  # seconds that another program may hold the database
_AT_ONCE = 128  # events of one statement; each number of them is a statement that is prepared once
_STATEMENTS = 200  # that stay prepared
_SETTINGS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "mmap_size=0",
    "cache_size=-16384",  # kilobytes
    "wal_autocheckpoint=0",  # see Checkpoints
)
_TURN, _PLACES = "match, turn, side, act, move, back, at", "(?, ?, ?, ?, ?, ?, ?)"
_BYTE = 2**62  # of the file, locked by the server that uses it; SQLite's own locks lie at 2**30


class SQLite:
    """A database in a file. Only one server process may use it at a time, and a lock on it sees to that."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: int | None = None  # the file, open; its lock lasts as long
        self._connection: sqlite3.Connection | None = None
        self._checkpoints: Checkpoints | None = None

    def begin(self) -> "SQLite":
        """Wait for the write lock at the beginning, so that a commit never finds the database changed."""
        try:
            connection = self._connect()
            if self._checkpoints:
                self._checkpoints.catch_up(connection)
            connection.execute("BEGIN IMMEDIATE")
            self._check_still_there()
        except (sqlite3.Error, OSError) as error:
            raise _describe_trouble(error) from error
        return self

    def execute(self, sql: str, **values: object) -> list[Row]:
        """Run one statement."""
        try:
            return self._connect().execute(sql, values).fetchall()
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # the statement is wrong, not the database
        except sqlite3.DatabaseError as error:
            raise _describe_trouble(error) from error

    def add_events(self, events: Sequence[MatchEvent]) -> bool:
        """At every statement the thread that writes waits for its turn with the interpreter: here once for all."""
        if len(events) > _AT_ONCE:
            return False
        try:
            values = [value for match, event in events for value in _values(match, event)]
            self._connect().execute(_insert(len(events)), values)
        except sqlite3.IntegrityError:
            return False  # and the whole statement is undone
        except sqlite3.Error as error:
            raise _describe_trouble(error) from error
        return True

    def announce(self, match: str, turn: int) -> None:
        """There is no other process."""

    def alone(self) -> None:
        """There is no other process."""

    def listen(self, news: News) -> None:
        """There is no other process."""

    def commit(self) -> None:
        """Write the transaction to the disk."""
        try:
            self._connect().execute("COMMIT")
        except sqlite3.Error as error:
            raise _describe_trouble(error) from error
        if self._checkpoints:
            self._checkpoints.note_commit()

    def rollback(self) -> None:
        """Forget the transaction."""
        with contextlib.suppress(sqlite3.Error):
            if self._connection and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def interrupt(self) -> bool:
        """A file answers, and the wait for its lock is short."""
        return False

    def close(self) -> None:
        """Let go of the file, and only then of the lock on it: to close it lets go of SQLite's own locks, too."""
        if self._checkpoints:
            self._checkpoints.close()
        if self._connection:
            self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
        self._connection = self._lock = self._checkpoints = None

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = _lock_file(self._path)
            _make_private(self._path)
            connection = sqlite3.connect(
                self._path,
                timeout=_PATIENCE,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=_STATEMENTS,
            )
            try:
                for pragma in _SETTINGS:
                    connection.execute(f"PRAGMA {pragma}").fetchall()
                self._checkpoints = Checkpoints(self._path)
            except sqlite3.Error:
                connection.close()
                self.close()
                raise
            self._connection = connection
        return self._connection

    def _check_still_there(self) -> None:
        """What is written to a file that was removed or replaced is gone when we end."""
        if self._lock is not None and not os.path.samestat(os.fstat(self._lock), os.stat(self._path)):
            raise StorageTrouble(f"{self._path} was replaced by another file; restart squarely serve")


@cache
def _insert(count: int) -> str:
    """The statement that keeps so many events."""
    return f"INSERT INTO turns ({_TURN}) VALUES {', '.join([_PLACES] * count)}"


def _values(match: str, event: Event) -> tuple[object, ...]:
    return match, event.number, int(event.side), event.kind, event.move, event.back, event.at


def _lock_file(path: Path) -> int:
    """The file of the database, open and locked, whatever name it was found by.

    The lock belongs to the open file: SQLite, which opens and closes the same file in the same process, does not lose
    it, and the system lets go of it even when the process is killed. Where there are no such locks, the process has it.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(fcntl, "F_OFD_SETLK"):
            wanted = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BYTE, 1, 0)
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
        else:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _BYTE)
    except (BlockingIOError, PermissionError):
        os.close(file)
        raise StorageTrouble(
            f"another squarely serve uses {path}; stop it, or name another database with --database"
        ) from None
    except OSError:
        os.close(file)
        raise
    return file


def _make_private(path: Path) -> None:
    """Let nobody but the owner read the matches: the file, and what SQLite keeps beside it, which takes after it."""
    for file in (path, *(path.with_name(f"{path.name}-{companion}") for companion in ("wal", "shm", "journal"))):
        with contextlib.suppress(FileNotFoundError):
            if (mode := stat.S_IMODE(file.stat().st_mode)) & _OTHERS:
                try:
                    file.chmod(mode & ~_OTHERS)
                except PermissionError:
                    log.warning("others may read it", extra={"file": str(file)})


def _describe_trouble(error: Exception) -> StorageTrouble:
    """What went wrong, for whoever wanted to save something."""
    said = str(error)
    if "locked" in said or "busy" in said:
        return StorageTrouble("the database is locked by another program")
    if "full" in said or "disk I/O" in said:
        return StorageTrouble(f"the disk cannot be written to ({said})")
    return StorageTrouble(f"the database cannot be used ({said})")
