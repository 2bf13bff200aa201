"""SQLite: one file, one process, one connection. A commit is on the disk when it returns."""

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import IO

from squarely.web.storage.database import News, Row, StorageTrouble

_PATIENCE = 2.0  # seconds that another program may hold the database


class SQLite:
    """A database in a file. Only one server process may use it at a time, and a lock beside it sees to that."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: IO[str] | None = None
        self._connection: sqlite3.Connection | None = None

    def begin(self) -> "SQLite":
        """Wait for the write lock at the beginning, so that a commit never finds the database changed."""
        try:
            self._connected().execute("BEGIN IMMEDIATE")
        except (sqlite3.Error, OSError) as error:
            raise _trouble(error) from error
        return self

    def execute(self, sql: str, **values: object) -> list[Row]:
        """Run one statement."""
        try:
            return self._connected().execute(sql, values).fetchall()
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # the statement is wrong, not the database
        except sqlite3.DatabaseError as error:
            raise _trouble(error) from error

    def announce(self, match: str, turn: int) -> None:
        """There is no other process."""

    def alone(self) -> None:
        """There is no other process."""

    def listen(self, news: News) -> None:
        """There is no other process."""

    def commit(self) -> None:
        """Write the transaction to the disk."""
        try:
            self._connected().execute("COMMIT")
        except sqlite3.Error as error:
            raise _trouble(error) from error

    def rollback(self) -> None:
        """Forget the transaction."""
        with contextlib.suppress(sqlite3.Error):
            if self._connection and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file and of the lock beside it."""
        if self._connection:
            self._connection.close()
        if self._lock:
            self._lock.close()
        self._connection = self._lock = None

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._lock or _locked(self._path.with_name(f"{self._path.name}.lock"))
            connection = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
            try:
                for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "mmap_size=0"):
                    connection.execute(f"PRAGMA {pragma}").fetchall()
            except sqlite3.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection


def _locked(path: Path) -> IO[str]:
    """The lock file, held as long as it is open; the system lets go of it even when this process is killed."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
    try:
        import fcntl
    except ImportError:  # Windows has no such locks
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise StorageTrouble(
            f"another squarely serve uses {path.with_suffix('')}; stop it, or name another database with --database"
        ) from None
    return file


def _trouble(error: Exception) -> StorageTrouble:
    """What went wrong, for whoever wanted to save something."""
    said = str(error)
    if "locked" in said or "busy" in said:
        return StorageTrouble("the database is locked by another program")
    if "full" in said or "disk I/O" in said:
        return StorageTrouble(f"the disk cannot be written to ({said})")
    return StorageTrouble(f"the database cannot be used ({said})")
