"""The people at a match, on sockets of this process: players and spectators."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from squarely.core.rules.game import Side
from squarely.web.protocol.refusals import Refusal

_DEBOUNCE = 0.05  # seconds that arrivals and departures are gathered over


class Listener(Protocol):
    """A member of a room; without sides, a spectator."""

    sides: Sequence[Side]

    def tell(self, message: bytes) -> None:
        """Pass a message on; never waits."""


class Audience:
    """All listeners. `on_change` is called once for all who come and go within a moment."""

    def __init__(self, most_watching: int, on_change: Callable[[], None]) -> None:
        self.watching = 0  # spectators
        self.sides: frozenset[Side] = frozenset()  # those whose players are here
        self._listeners: set[Listener] = set()
        self._most_watching, self._on_change = most_watching, on_change
        self._timer: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return bool(self._listeners)

    def enter(self, listener: Listener) -> None:
        """Add a listener; a Refusal if too many watch."""
        if not listener.sides and self.watching >= self._most_watching:
            raise Refusal("busy", f"{self.watching} people watch this match already; no more can")
        self._listeners.add(listener)
        self._count()

    def leave(self, listener: Listener) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
            self._count()

    def tell(self, write: Callable[[], bytes]) -> None:
        """Tell everybody how the match stands, which also says who is here; nothing is written for an empty room."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._listeners:
            self.pass_on(write())

    def pass_on(self, message: bytes) -> None:
        """A message to everybody."""
        for listener in list(self._listeners):
            listener.tell(message)

    def _count(self) -> None:
        self.watching = sum(not listener.sides for listener in self._listeners)
        self.sides = frozenset(side for listener in self._listeners for side in listener.sides)
        if not self._timer:
            self._timer = asyncio.get_running_loop().call_later(_DEBOUNCE, self._on_change)
