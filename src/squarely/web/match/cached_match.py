"""A match in memory: a cache with a dirty flag. The database decides."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TypeVar

from squarely.play.events import Event
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import RateLimiter, asker
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.workers.pool import WorkerPool

T = TypeVar("T")
log = logging.getLogger("squarely.web")

_REPLAYED = 60_000  # events in a minute for an address: thirty of the longest matches, two or three seconds of work
_MANY = 50  # events of a match that are worth counting
_SLICE = 0.002  # seconds of replaying, after which the event loop has its turn


class RoomServices:
    """What every room of a server process uses."""

    def __init__(self, journal: Journal, computers: WorkerPool, limits: Limits, metrics: Metrics) -> None:
        self.journal, self.computers, self.limits, self.metrics = journal, computers, limits, metrics
        self.begun = RateLimiter(limits.matches_per_address, 3600)  # matches, rematches too, by address
        self.replayed = RateLimiter(_REPLAYED, 60.0)  # events of matches that were not in memory, by address
        self.replaying = asyncio.Lock()  # held for one slice of replaying, however many matches are read

    def charge_replay(self, events: int) -> None:
        """Count what is to be replayed for the address that asks; a Refusal if that is too much."""
        if events >= _MANY and asker.get():
            self.replayed.check("long matches", events)

    async def keep(self, job: Job[T], about: str = "") -> T:
        """Run a job on the database, about a match where it changes one; a Refusal if it cannot be done now."""
        try:
            return await self.journal.run(job, about)
        except StorageTrouble as trouble:
            self.metrics.storage_troubles.inc()
            log.error("storage", extra={"trouble": str(trouble)})
            said = f"this could not be saved: {trouble}. It will be tried again"
            raise Refusal("unavailable", said, wait=1) from None


class CachedMatch:
    """Cache of one match with a dirty flag; `on_missing` is called if its row is gone. Callers hold the room's lock."""

    def __init__(self, match: str, services: RoomServices, on_missing: Callable[[str], None]) -> None:
        self.id = match
        self.is_dirty = True  # whether the database may know more than we do
        self._services, self._on_missing = services, on_missing
        self._stored: StoredMatch | None = None
        self._announcements = 0  # of other processes

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

    def mark_dirty(self) -> None:
        """Another process has written, or may have."""
        self.is_dirty = True
        self._announcements += 1

    async def read(self) -> int | None:
        """Read what is new in the database, if dirty: returns after which event, or None where nothing is."""
        if not self.is_dirty:
            return None
        known, since, heard = self._stored, self.length, self._announcements
        found = await self._services.keep(lambda database: match_rows.find_match(database, self.id, since))
        if found is None:
            self._on_missing(self.id)
            raise Refusal("unknown", "there is no such match; it may have expired")
        row, events = found
        self._services.charge_replay(len(events))
        self._stored = await self._replay(known.update(row) if known else StoredMatch.of(row), events)
        self.is_dirty = self._announcements != heard  # what was announced meanwhile may have come too late for us
        return None if known and known.row == row and not events else since

    async def add(self, event: Event) -> bool:
        """Commit an event. False if another process has committed one with that number before."""
        began, heard = time.perf_counter(), self._announcements
        self.is_dirty = True  # until we know that it was committed
        if not await self._services.keep(match_rows.MatchEvent(self.id, event), self.id):
            return False
        self.is_dirty = self._announcements != heard
        self._stored = self.stored.add(event)
        self._services.metrics.count_turn(event.kind, time.perf_counter() - began)
        return True

    async def _replay(self, stored: StoredMatch, events: list[Event]) -> StoredMatch:
        """With all these events, which may be thousands: in slices, one of all matches at a time."""
        done = 0
        while done < len(events):
            async with self._services.replaying:
                until = time.perf_counter() + _SLICE
                for event in events[done:]:
                    stored, done = stored.add(event), done + 1
                    if time.perf_counter() > until:
                        break
                await asyncio.sleep(0)
        return stored
