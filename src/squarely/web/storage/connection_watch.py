"""Ends connections that do not answer: whoever waits for one is told by the error that this causes."""

import contextlib
import os
import socket
import threading
import time
from typing import Protocol

_GLANCE = 0.1  # seconds


class WatchedConnection(Protocol):
    """A connection to a server."""

    def fileno(self) -> int:
        """The number of its socket."""


class ConnectionWatch:
    """Watches the connections of one database, in a thread of its own."""

    def __init__(self) -> None:
        self._until: dict[WatchedConnection, float] = {}
        self._cut: set[WatchedConnection] = set()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="patience", daemon=True)
        self._thread.start()

    def allow(self, line: WatchedConnection, seconds: float) -> None:
        """This connection has so many seconds from now on."""
        with self._lock:
            self._until[line] = time.monotonic() + seconds

    def done(self, line: WatchedConnection) -> None:
        """Whatever it did, it has done."""
        with self._lock:
            self._until.pop(line, None)
            self._cut.discard(line)

    def was_cut(self, line: WatchedConnection) -> bool:
        """Whether it had to be ended."""
        return line in self._cut

    def cut_all(self) -> None:
        """Wait for nobody."""
        self._cut_those_until(float("inf"))

    def close(self) -> None:
        """Watch no longer."""
        self._closing.set()

    def _watch(self) -> None:
        while not self._closing.wait(_GLANCE):
            self._cut_those_until(time.monotonic())

    def _cut_those_until(self, now: float) -> None:
        with self._lock:
            for line in [line for line, until in self._until.items() if until <= now]:
                del self._until[line]
                self._cut.add(line)
                _hang_up(line)


def _hang_up(line: WatchedConnection) -> None:
    with contextlib.suppress(Exception):  # it is closed by now: each driver says so in its own way
        its_socket = socket.socket(fileno=os.dup(line.fileno()))
        with its_socket:
            its_socket.shutdown(socket.SHUT_RDWR)
