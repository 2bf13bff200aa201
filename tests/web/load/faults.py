"""What happens to the servers while a crowd plays: they are killed, and their database falls silent."""

import asyncio
import signal
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

from squarely.web.http.limits import Limits
from tests.web.load.crowd import Crowd
from tests.web.load.ledger import Outage
from tests.web.serving import Served
from tests.web.storage.swallowing_proxy import Proxy

# Whatever is counted by address or socket: all of the crowd is at one address.
LIMITS = [f"--limit={each.name}=1000000" for each in fields(Limits) if each.name.endswith(("_address", "_socket"))]


def serve(folder: Path, database: str, port: int = 0) -> Served:
    """A server that a crowd may ask anything, from one address."""
    return Served(folder, *LIMITS, f"--port={port}", "--log=warning", database=database)


class Faults:
    """What goes wrong, and is put right again."""

    def __init__(self, crowd: Crowd, folder: Path, databases: Sequence[str]) -> None:
        self._crowd, self._ledger = crowd, crowd.ledger
        self._folder, self._databases = folder, databases

    async def kill(self, server: int) -> None:
        """`kill -9`, and start it again."""
        outage = Outage(time.monotonic(), {server})
        self._ledger.outages.append(outage)
        self._ledger.kills += 1
        await self.restart(server)
        outage.mended = time.monotonic()
        await self._crowd.goes_on(server)

    async def restart(self, server: int) -> None:
        """End a server as if the power failed, and start it again."""
        killed = self._crowd.servers[server]
        killed.stop(signal.SIGKILL)
        port = urlsplit(killed.url).port or 0
        started = await asyncio.to_thread(serve, self._folder, self._databases[server], port)
        self._crowd.servers[server] = started

    async def swallow(self, between: Proxy, seconds: float) -> None:
        """Nothing that a server says to the database arrives, for so long and until somebody was told.

        What it held there holds up the others.
        """
        everybody = set(range(len(self._crowd.servers)))
        outage = Outage(time.monotonic(), everybody)
        self._ledger.outages.append(outage)
        self._ledger.holes += 1
        unsaved = self._ledger.unsaved
        between.swallows = True
        await asyncio.sleep(seconds)
        await self._crowd.until(lambda: self._ledger.unsaved > unsaved)
        between.swallows = False
        outage.mended = time.monotonic()
        for server in everybody:
            await self._crowd.goes_on(server)
