"""The tables of this process: opened when somebody comes to a match, forgotten when all are gone."""

import asyncio
import logging
import time
from collections import OrderedDict
from typing import TypeVar

from squarely.web.limits import Limits, Meter
from squarely.web.metrics import Metrics
from squarely.web.refusals import Refusal
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.table import Table
from squarely.web.thinking import Thinking

T = TypeVar("T")
log = logging.getLogger("squarely.web")

_REMEMBERED = 2000  # tables with nobody at them
_TURNS = 100_000  # of all tables, before those with nobody at them are forgotten: half a kilobyte each
_SETTLING = 2.0  # seconds


class Tables:
    """All the tables of this process."""

    def __init__(self, journal: Journal, computers: Thinking, limits: Limits, metrics: Metrics) -> None:
        self.journal, self.computers, self.limits, self.metrics = journal, computers, limits, metrics
        self.begun = Meter(limits.matches_per_address, 3600)  # rematches, too
        self._open: OrderedDict[str, Table] = OrderedDict()

    async def table(self, match: str, since: int = 0) -> Table:
        """The table of a match, for whoever has seen it up to this turn; a Refusal if there is no such match."""
        table = self._open.get(match)
        if table is None:
            self._forget()
            table = self._open[match] = Table(match, self)
        self._open.move_to_end(match)
        await table.current(since)
        return table

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

    def heard(self, match: str, turn: int) -> None:
        """Another process has news of a match, or of who knows which."""
        for table in [self._open[match]] if match in self._open else [] if match else list(self._open.values()):
            table.heard(turn)

    def tell_all(self, message: bytes) -> None:
        """A message to everybody."""
        for table in self._open.values():
            for listener in list(table.listeners):
                listener.tell(message)

    async def settle(self) -> bool:
        """Wait until no act is in flight; not for ever, should one hang. Whether none is."""
        deadline = time.monotonic() + _SETTLING
        while any(table.is_busy for table in self._open.values()) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        return not any(table.is_busy for table in self._open.values())

    def drop(self, match: str) -> None:
        """Forget a table: its match does not exist, or nobody is there."""
        self._open.pop(match, None)

    def _forget(self) -> None:
        """Make room for one more, beginning with where nobody has been for longest."""
        tables, turns = len(self._open), sum(table.length for table in self._open.values())
        if tables < _REMEMBERED and turns <= _TURNS:
            return
        for match, table in list(self._open.items()):
            if (tables >= _REMEMBERED or turns > _TURNS) and table.is_idle:
                del self._open[match]
                tables, turns = tables - 1, turns - table.length
