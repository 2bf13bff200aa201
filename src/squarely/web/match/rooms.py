"""The rooms of this process: opened when somebody comes to a match, forgotten when all are gone."""

import asyncio
import time
from collections import OrderedDict

from squarely.web.match.room import Room
from squarely.web.match.room_services import RoomServices

_REMEMBERED = 2000  # rooms with nobody in them
_EVENTS = 100_000  # of all rooms, before those with nobody in them are forgotten: half a kilobyte each
_SETTLING = 2.0  # seconds


class Rooms:
    """All the rooms of this process."""

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self._open: OrderedDict[str, Room] = OrderedDict()

    async def open(self, match: str, since: int = 0) -> Room:
        """The room of a match, for whoever has seen it up to this event; a Refusal if there is no such match."""
        room = self._open.get(match)
        if room is None:
            self._forget()
            room = self._open[match] = Room(match, self.services, self.drop)
        self._open.move_to_end(match)
        await room.refresh(since)
        return room

    def hear(self, match: str, event: int) -> None:
        """Another process has news of a match, or of who knows which."""
        for room in [self._open[match]] if match in self._open else [] if match else list(self._open.values()):
            room.hear(event)

    def tell_all(self, message: bytes) -> None:
        """A message to everybody."""
        for room in self._open.values():
            room.audience.pass_on(message)

    async def settle(self) -> bool:
        """Wait until no act is in flight; not for ever, should one hang. Whether none is."""
        deadline = time.monotonic() + _SETTLING
        while any(room.is_busy for room in self._open.values()) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        return not any(room.is_busy for room in self._open.values())

    def drop(self, match: str) -> None:
        """Forget a room: its match does not exist, or nobody is there."""
        self._open.pop(match, None)

    def _forget(self) -> None:
        """Make space for one more, beginning with where nobody has been for longest."""
        rooms, events = len(self._open), sum(room.length for room in self._open.values())
        if rooms < _REMEMBERED and events <= _EVENTS:
            return
        for match, room in list(self._open.items()):
            if (rooms >= _REMEMBERED or events > _EVENTS) and room.is_idle:
                del self._open[match]
                rooms, events = rooms - 1, events - room.length
