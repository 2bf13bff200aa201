"""Copies what SQLite has committed from its log into the file, beside the thread that writes: nobody waits for that."""

import contextlib
import sqlite3
import threading
from pathlib import Path

_EVERY = 0.5  # seconds
_LONG = 16 * 1024  # pages of the log, 64 MB, after which whoever writes waits once until all is copied
_COPY = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """A thread with a connection of its own. What it does not manage is done later: all that was committed is safe."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA schema_version").fetchall()  # it is opened now: later it may be another file
        self._has_news = False  # whether anything was committed since the last time
        self._is_behind = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="checkpoints", daemon=True)
        self._thread.start()

    def note_commit(self) -> None:
        """Something was committed."""
        self._has_news = True

    def catch_up(self, writing: sqlite3.Connection) -> None:
        """Between two transactions: a log that grows faster than it is copied is begun anew when all of it is."""
        if self._is_behind:
            self._is_behind = False
            with contextlib.suppress(sqlite3.Error):
                writing.execute(_COPY).fetchall()

    def close(self) -> None:
        """Stop, and let go of the file."""
        self._closing.set()
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while not self._closing.wait(_EVERY):
            if self._has_news:
                self._has_news = False
                with contextlib.suppress(sqlite3.Error):
                    _, pages, _ = self._connection.execute(_COPY).fetchone()
                    self._is_behind = pages > _LONG
