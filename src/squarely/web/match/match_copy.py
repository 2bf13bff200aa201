"""What this process knows of a match. It is a copy: the database decides."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from squarely.play.events import Event
from squarely.web.match.room_services import RoomServices
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Job

T = TypeVar("T")

_A_WHILE = 0.002  # seconds after which others have their turn


class MatchCopy:
    """A match in memory, and whether it may have gone on without us. `forget` drops one that does not exist.

    Only whoever holds the lock of the room reads, keeps and changes.
    """

    def __init__(self, match: str, services: RoomServices, forget: Callable[[str], None]) -> None:
        self.is_doubtful = True  # whether the database may know more than we do
        self._id = match
        self._services, self._forget = services, forget
        self._stored: StoredMatch | None = None
        self._news = 0  # how often another process has announced something

    @property
    def stored(self) -> StoredMatch:
        """The match as it was kept."""
        if self._stored is None:
            raise AssertionError("a match is read before it is used")
        return self._stored

    @property
    def length(self) -> int:
        """How many events are in memory."""
        return self._stored.log.length if self._stored else 0

    def hear(self) -> None:
        """Another process may have kept something."""
        self.is_doubtful = True
        self._news += 1

    async def read(self) -> int | None:
        """Read what is new in the database, if there is doubt: after which event, or None where nothing is."""
        if not self.is_doubtful:
            return None
        known, since, news = self._stored, self.length, self._news
        found = await self._services.keep(lambda connection: match_rows.find_match(connection, self._id, since))
        if found is None:
            self._forget(self._id)
            raise Refusal("unknown", "there is no such match; it may have expired")
        row, events = found
        self._services.charge_replay(len(events))
        now = await _catch_up(known.update(row) if known else StoredMatch.of(row), events, self._services.replaying)
        self.is_doubtful = self._news != news  # what was announced while we read may have come too late for it
        self._stored = now
        return None if known and known.row == row and not events else since

    async def keep(self, event: Event) -> bool:
        """Keep an event. False if another process has kept one with that number before."""
        begun, news = time.perf_counter(), self._news
        self.is_doubtful = True  # until we know that it was kept
        if not await self._services.add_event(self._id, event):
            return False
        self.is_doubtful = self._news != news
        self._stored = self.stored.add(event)
        self._services.metrics.count_turn(event.kind, time.perf_counter() - begun)
        return True

    async def change(self, job: Job[T]) -> T:
        """Change something else about the match. It is to be read again then."""
        self.is_doubtful = True
        return await self._services.keep(job, self._id)


async def _catch_up(stored: StoredMatch, events: list[Event], turn: asyncio.Lock) -> StoredMatch:
    """With all these events, which may be thousands: others have their turn in between, and of many matches one has."""
    done = 0
    while done < len(events):
        async with turn:
            until = time.perf_counter() + _A_WHILE
            for event in events[done:]:
                stored, done = stored.add(event), done + 1
                if time.perf_counter() > until:
                    break
            await asyncio.sleep(0)
    return stored
