"""SQLite: one file, one process, one connection. A commit is on the disk when it returns."""

import contextlib
import fcntl
import os
import sqlite3
import struct
from pathlib import Path

from squarely.web.storage.database import Database, Row, StorageTrouble

_PATIENCE = 2.0  # seconds that another program may hold the database
_SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "mmap_size=0", "cache_size=-16384")  # in KB
_BYTE = 2**62  # of the file, locked by the server that uses it; SQLite's own locks lie at 2**30


class SQLite(Database):
    """A database in a file. Only one server process may use it at a time: it holds a lock on the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: int | None = None  # the file, open; its lock lasts as long
        self._connection: sqlite3.Connection | None = None

    def begin(self) -> None:
        """Wait for the write lock at the beginning, so that a commit never finds the database changed."""
        try:
            self._connect().execute("BEGIN IMMEDIATE")
            is_ours = self._lock is not None and os.path.samestat(os.fstat(self._lock), os.stat(self._path))
        except (sqlite3.Error, OSError) as error:
            raise _describe_trouble(error) from error
        if not is_ours:  # what is written to a file that was removed or replaced is gone when we end
            raise StorageTrouble(f"{self._path} was replaced by another file; restart squarely serve")

    def execute(self, sql: str, **values: object) -> list[Row]:
        try:
            return self._connect().execute(sql, values).fetchall()
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # the statement is wrong, not the database
        except sqlite3.DatabaseError as error:
            raise _describe_trouble(error) from error

    def rollback(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection before the lock: closing a descriptor of the file drops SQLite's own locks, too."""
        if self._connection:
            self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
        self._connection = self._lock = None

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock_file(self._path)
            for suffix in ("", "-wal", "-shm", "-journal"):  # what SQLite keeps beside the file takes after it
                with contextlib.suppress(FileNotFoundError, PermissionError):
                    self._path.with_name(self._path.name + suffix).chmod(0o600)
            try:
                self._connection = sqlite3.connect(self._path, _PATIENCE, isolation_level=None, check_same_thread=False)
                for pragma in _SETTINGS:
                    self._connection.execute(f"PRAGMA {pragma}").fetchall()
            except sqlite3.Error:
                self.close()
                raise
        return self._connection


def lock_file(path: Path) -> int:
    """The file of the database, open and locked, whatever name it was found by.

    The lock belongs to the open file: SQLite, which opens and closes the same file in the same process, does not lose
    it, and the system releases it even when the process is killed. Where there are no such locks, the process has it.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(fcntl, "F_OFD_SETLK"):
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BYTE, 1, 0))
        else:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _BYTE)
    except OSError as error:
        os.close(file)
        if not isinstance(error, BlockingIOError | PermissionError):
            raise
        raise StorageTrouble(
            f"another squarely serve uses {path}; stop it, or name another database with --database"
        ) from None
    return file


def _describe_trouble(error: Exception) -> StorageTrouble:
    said = str(error)
    if "locked" in said or "busy" in said:
        return StorageTrouble("the database is locked by another program")
    if "full" in said or "disk I/O" in said:
        return StorageTrouble(f"the disk cannot be written to ({said})")
    return StorageTrouble(f"the database cannot be used ({said})")
