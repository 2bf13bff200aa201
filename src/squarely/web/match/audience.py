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


class Audience(set[Listener]):
    """All listeners. `on_change` is called once for all who come and go within a moment."""

    def __init__(self, most_watching: int, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._most_watching, self._on_change = most_watching, on_change
        self._timer: asyncio.TimerHandle | None = None

    @property
    def watching(self) -> int:
        """How many are spectators."""
        return sum(not listener.sides for listener in self)

    @property
    def sides(self) -> set[Side]:
        """Those whose players are here."""
        return {side for listener in self for side in listener.sides}

    def enter(self, listener: Listener) -> None:
        """Add a listener; a Refusal if too many watch."""
        if not listener.sides and self.watching >= self._most_watching:
            raise Refusal("busy", f"{self.watching} people watch this match already; no more can")
        self.add(listener)
        self._change_soon()

    def leave(self, listener: Listener) -> None:
        self.discard(listener)
        self._change_soon()

    def tell(self, message: bytes) -> None:
        for listener in list(self):
            listener.tell(message)

    def _change_soon(self) -> None:
        if not self._timer:
            self._timer = asyncio.get_running_loop().call_later(_DEBOUNCE, self._change)

    def _change(self) -> None:
        self._timer = None
        self._on_change()
