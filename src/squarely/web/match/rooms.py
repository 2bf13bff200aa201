"""The rooms of this process, and the matches of the database that are idle for too long."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from squarely.web.match.room import Room
from squarely.web.match.room_services import RoomServices
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows

log = logging.getLogger("squarely.web")

_REMEMBERED = 2000  # empty rooms
_EVENTS = 100_000  # of all rooms, before empty ones are dropped: half a kilobyte each
_SETTLING = 2.0  # seconds
_HOUR, _DAY = 3600.0, 86400.0
_Timer: TypeAlias = Callable[[], float]
_FASTEST = 2.0  # seconds that pass for a match while the server runs for one


class Rooms:
    """Rooms are opened on the first visit to a match; the least recently visited empty ones are dropped."""

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self._open: OrderedDict[str, Room] = OrderedDict()

    async def open(self, match: str, since: int = 0) -> Room:
        """The room of a match, for a client that has seen it up to this event; a Refusal if there is no such match."""
        room = self._open.get(match)
        if room is None:
            self._make_space()
            room = self._open[match] = Room(match, self.services)
        self._open.move_to_end(match)
        try:
            await room.refresh(since)
        except Refusal as refusal:
            if refusal.code == "unknown":
                self.drop(match)
            raise
        return room

    def hear(self, match: str, event: int) -> None:
        """Another process has news of a match; without a name, of any."""
        for each in [match] if match else list(self._open):
            if room := self._open.get(each):
                room.hear(event)

    def tell_all(self, message: bytes) -> None:
        for room in self._open.values():
            room.audience.tell(message)

    async def settle(self) -> bool:
        """Wait until no act is in flight, but not for ever. Whether none is."""
        deadline = time.monotonic() + _SETTLING
        while (busy := any(room.is_busy for room in self._open.values())) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        return not busy

    def drop(self, match: str) -> None:
        self._open.pop(match, None)

    def _make_space(self) -> None:
        events = sum(room.length for room in self._open.values())
        for match, room in list(self._open.items()):
            if len(self._open) < _REMEMBERED and events <= _EVENTS:
                return
            if room.is_idle:
                del self._open[match]
                events -= room.length


class Expiry:
    """Deletes idle matches now and then. Time passes as the server runs, at most twice as fast as it does.

    So a clock that is 40 days ahead deletes nothing, and a pause is caught up with. `running` is monotonic.
    """

    def __init__(self, services: RoomServices, clock: _Timer = time.time, running: _Timer = time.monotonic) -> None:
        self._services, self._clock, self._running = services, clock, running
        self._reached: float | None = None  # up to when time has passed for the matches
        self._looked = 0.0  # when we looked last, by `running`

    async def run(self) -> None:
        while True:
            with contextlib.suppress(Refusal):  # the database is away, which was logged
                if gone := await self.look():
                    log.info("expired", extra={"matches": gone})
            await asyncio.sleep(_HOUR)

    async def look(self) -> int:
        """Delete the matches in which nothing has happened for too long; how many."""
        reached = await self._let_time_pass()
        before, total = reached - self._services.limits.idle_days * _DAY, 0
        while gone := await self._services.keep(partial(match_rows.expire, before=before)):
            total += gone
        await self._services.keep(partial(match_rows.note_time_reached, reached=reached))
        return total

    async def _let_time_pass(self) -> float:
        """Up to when it has. A clock that was set back is believed at once: then less is deleted."""
        now, running = self._clock(), self._running()
        if self._reached is None:
            noted = await self._services.keep(match_rows.find_time_reached)
            self._reached, self._looked = now if noted is None else noted, running
            if now - self._reached > self._services.limits.idle_days * _DAY:
                log.warning("clock", extra={"days_ahead_of_the_last_look": round((now - self._reached) / _DAY)})
        self._reached = min(now, self._reached + _FASTEST * (running - self._looked))
        self._looked = running
        return self._reached
