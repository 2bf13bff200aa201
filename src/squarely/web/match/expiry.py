"""Idle matches are forgotten, now and then, and never because a clock was set forward.

Time passes for them as the server runs: at most twice as fast, so that a pause is made up for by and by. To a clock
that is 40 days ahead when the server starts nothing is lost.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial

from squarely.web.match.room_services import RoomServices
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import expiry_rows, match_rows

log = logging.getLogger("squarely.web")

_HOUR, _DAY = 3600.0, 86400.0
_FASTEST = 2.0  # seconds that pass for a match while the server runs for one


class Expiry:
    """When which matches of a database are forgotten. `clock` may be wrong, `running` only ever goes on."""

    def __init__(
        self,
        services: RoomServices,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        self._services = services
        self._clock, self._running = clock, running
        self._reached: float | None = None  # up to when time has passed for the matches
        self._looked = 0.0  # when we looked last, by `running`

    async def run(self) -> None:
        """Look, now and then, for ever."""
        while True:
            with contextlib.suppress(Refusal):  # the database is away, which was logged
                if gone := await self.look():
                    log.info("expired", extra={"matches": gone})
            await asyncio.sleep(_HOUR)

    async def look(self) -> int:
        """Forget the matches in which nothing has happened for too long; how many."""
        reached = await self._let_time_pass()
        before, total = reached - self._services.limits.idle_days * _DAY, 0
        while gone := await self._services.keep(partial(match_rows.expire, before=before)):
            total += gone
        await self._services.keep(partial(expiry_rows.note_time_reached, reached=reached))
        return total

    async def _let_time_pass(self) -> float:
        """Up to when it has. A clock that was set back is believed at once: then less is forgotten."""
        now, running = self._clock(), self._running()
        if self._reached is None:
            noted = await self._services.keep(expiry_rows.find_time_reached)
            self._reached, self._looked = now if noted is None else noted, running
            if now - self._reached > self._services.limits.idle_days * _DAY:
                log.warning("clock", extra={"days_ahead_of_the_last_look": round((now - self._reached) / _DAY)})
        self._reached = min(now, self._reached + _FASTEST * (running - self._looked))
        self._looked = running
        return self._reached
