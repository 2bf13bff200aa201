"""What every room of a server process uses."""

import logging
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import Limits, RateLimiter
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.workers.pool import WorkerPool

T = TypeVar("T")
log = logging.getLogger("squarely.web")


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

    async def keep(self, job: Job[T], about: str = "") -> T:
        """Do this in the database, about a match where it changes one; a Refusal if it cannot be done now."""
        try:
            return await self.journal.run(job, about)
        except StorageTrouble as trouble:
            self.metrics.storage_troubles += 1
            log.error("storage", extra={"trouble": str(trouble)})
            raise Refusal(
                "unavailable", f"this could not be saved: {trouble}. It will be tried again", wait=1
            ) from None
