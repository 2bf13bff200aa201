"""Whoever is at a match here: those who play it and those who watch."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from squarely.core.rules.game import Side
from squarely.web.protocol.refusals import Refusal

_MOMENT = 0.05  # seconds that those who come and go are gathered over


class Listener(Protocol):
    """Somebody in a room."""

    sides: Sequence[Side]

    def tell(self, message: bytes) -> None:
        """Pass a message on; never waits."""


class Audience:
    """All who listen. `tell_who_is_here` is called in a moment after somebody came or went.

    It is called once for all who do so in that moment: a crowd is not told about each of its members.
    """

    def __init__(self, most_watching: int, tell_who_is_here: Callable[[], None]) -> None:
        self.watching = 0  # how many watch without a seat
        self.sides: frozenset[Side] = frozenset()  # those whose players are here
        self._listeners: set[Listener] = set()
        self._most_watching = most_watching
        self._tell_who_is_here = tell_who_is_here
        self._telling: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return bool(self._listeners)

    def enter(self, listener: Listener) -> None:
        """Somebody sits down or watches; a Refusal if too many watch."""
        if not listener.sides and self.watching >= self._most_watching:
            raise Refusal("busy", f"{self.watching} people watch this match already; no more can")
        self._listeners.add(listener)
        self._count()

    def leave(self, listener: Listener) -> None:
        """Somebody has gone."""
        if listener in self._listeners:
            self._listeners.remove(listener)
            self._count()

    def tell(self, write: Callable[[], bytes]) -> None:
        """Tell everybody; nothing is written if nobody is here. It also says who is here."""
        if self._telling:
            self._telling.cancel()
            self._telling = None
        if self._listeners:
            self.pass_on(write())

    def pass_on(self, message: bytes) -> None:
        """A message to everybody."""
        for listener in list(self._listeners):
            listener.tell(message)

    def _count(self) -> None:
        self.watching = sum(not listener.sides for listener in self._listeners)
        self.sides = frozenset(side for listener in self._listeners for side in listener.sides)
        self._tell_soon()

    def _tell_soon(self) -> None:
        if not self._telling:
            self._telling = asyncio.get_running_loop().call_later(_MOMENT, self._tell_who_is_here)
