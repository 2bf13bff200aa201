"""What every room of a server process uses: the journal, the worker pool, limits, figures."""

import asyncio
import logging
from typing import TypeVar

from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.workers.pool import WorkerPool

T = TypeVar("T")
log = logging.getLogger("squarely.web")

_REPLAYED = 60_000  # events in a minute for an address: thirty of the longest matches, two or three seconds of work


class RoomServices:
    """What every room of a server process uses."""

    def __init__(self, journal: Journal, computers: WorkerPool, limits: Limits, metrics: Metrics) -> None:
        self.journal, self.computers, self.limits, self.metrics = journal, computers, limits, metrics
        self.begun = RateLimiter(limits.matches_per_address, 3600)  # matches, rematches too, by address
        self.replayed = RateLimiter(_REPLAYED, 60.0)  # events of matches that were not in memory, by address
        self.replaying = asyncio.Lock()  # held for one slice of replaying, however many matches are read

    async def keep(self, job: Job[T], about: str = "") -> T:
        """Run a job on the database, about a match where it changes one; a Refusal if it cannot be done now."""
        try:
            return await self.journal.run(job, about)
        except StorageTrouble as trouble:
            self.metrics.storage_troubles.inc()
            log.error("storage", extra={"trouble": str(trouble)})
            said = f"this could not be saved: {trouble}. It will be tried again"
            raise Refusal("unavailable", said, wait=1) from None
