"""What every room of a server process uses."""

import asyncio
import logging
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from squarely.play.events import Event
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import RateCounters, RateLimiter, asker
from squarely.web.match.position_parts import PartShelf
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.workers.pool import WorkerPool

T = TypeVar("T")
log = logging.getLogger("squarely.web")

_MINUTE = 60.0
_REPLAYED = 60_000  # events in a minute: thirty of the longest matches, two or three seconds of work
_MANY = 50  # events of a match that are worth counting


@dataclass(frozen=True)
class RoomServices:
    """The database, the computers that play, the limits, and what is counted."""

    journal: Journal
    computers: WorkerPool
    limits: Limits
    metrics: Metrics

    @cached_property
    def begun(self) -> RateLimiter:
        """The matches that each address has begun, rematches too."""
        return RateLimiter(self.limits.matches_per_address, 3600)

    @cached_property
    def parts(self) -> PartShelf:
        """What the states of all rooms say about their positions."""
        return PartShelf()

    @cached_property
    def replayed(self) -> RateCounters:
        """The events that were replayed for each address, where a match was not in memory."""
        return RateCounters(_REPLAYED, _MINUTE)

    @cached_property
    def replaying(self) -> asyncio.Lock:
        """Whose turn it is to replay a little, however many want to."""
        return asyncio.Lock()

    def charge_replay(self, events: int) -> None:
        """Count what is to be replayed for whoever asks; a Refusal if that is too much."""
        counter = self.replayed.of(asker.get())
        if events >= _MANY and asker.get() and counter.take(events) < events:
            wait = max(1.0, counter.wait)
            raise Refusal("busy", f"too many long matches from your address; try again in {wait:.0f} seconds", wait)

    async def keep(self, job: Job[T], about: str = "") -> T:
        """Do this in the database, about a match where it changes one; a Refusal if it cannot be done now."""
        try:
            return await self.journal.run(job, about)
        except StorageTrouble as trouble:
            raise self._refuse(trouble) from None

    async def add_event(self, match: str, event: Event) -> bool:
        """Keep an event. False if another process has kept one with that number; a Refusal if it cannot be now."""
        try:
            return await self.journal.add_event(match, event)
        except StorageTrouble as trouble:
            raise self._refuse(trouble) from None

    def _refuse(self, trouble: StorageTrouble) -> Refusal:
        self.metrics.storage_troubles += 1
        log.error("storage", extra={"trouble": str(trouble)})
        return Refusal("unavailable", f"this could not be saved: {trouble}. It will be tried again", wait=1)
