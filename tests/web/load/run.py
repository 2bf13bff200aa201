"""A crowd plays while servers are killed and a database falls silent; what it was promised is compared in the end.

python -m tests.web.load.run [sqlite|postgresql …]
"""

import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import click

from tests.web.load.crowd import gathered
from tests.web.load.faults import Faults, serve
from tests.web.load.verdict import Verdict, judge
from tests.web.postgres import PostgreSQL
from tests.web.storage.swallowing_proxy import Proxy, proxy


class Size(NamedTuple):
    """How much happens."""

    sockets: int
    kills: int
    holes: int  # where the database is a server of its own
    pause: float  # seconds between two of them
    silence: float  # seconds that a hole lasts
    pace: float  # seconds that a player thinks at most


FULL = Size(sockets=500, kills=10, holes=4, pause=10, silence=7, pace=1.0)
SHORT = Size(sockets=32, kills=2, holes=1, pause=1, silence=1, pace=0.3)


async def on_sqlite(size: Size, folder: Path) -> Verdict:
    """One server with a file."""
    return await _go_through(size, folder, [f"sqlite:///{folder}/matches.db"], [])


async def on_postgresql(size: Size, folder: Path, postgresql: PostgreSQL) -> Verdict:
    """Two servers on one database, each with something in between that can swallow everything."""
    url = postgresql.new()
    with proxy(postgresql.port) as one, proxy(postgresql.port) as other:
        databases = [url.replace(f":{postgresql.port}/", f":{between.port}/") for between in (one, other)]
        return await _go_through(size, folder, databases, [one, other])


async def _go_through(size: Size, folder: Path, databases: list[str], proxies: list[Proxy]) -> Verdict:
    servers = [await asyncio.to_thread(serve, folder, database) for database in databases]
    async with gathered(servers, size.sockets, size.pace) as crowd:
        try:
            faults = Faults(crowd, folder, databases)
            holes = {number * size.kills // size.holes for number in range(size.holes)} if proxies else set[int]()
            for number in range(size.kills):
                await crowd.plays(size.pause)
                if number in holes:
                    await faults.swallow(proxies[len(crowd.ledger.outages) % 2], size.silence)
                await faults.kill(number % len(servers))
            await crowd.plays(size.pause)
            await crowd.rest()
            there = [await crowd.read(server) for server in range(len(servers))]
            assert there[0] == there[-1], "the servers do not agree"
            await faults.restart(0)
            return judge(crowd.ledger, await crowd.read(0))
        finally:
            await crowd.leave()
            for server in crowd.servers:
                server.stop()


def main() -> int:
    """Both, or those that were named, in full; ends with 1 if anything was wrong."""
    failed, postgresql = False, PostgreSQL()
    for kind in sys.argv[1:] or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            if kind == "sqlite":
                verdict = asyncio.run(on_sqlite(FULL, Path(folder)))
            else:
                postgresql.start()
                stack.callback(postgresql.remove)
                verdict = asyncio.run(on_postgresql(FULL, Path(folder), postgresql))
        click.echo(f"{kind}, {FULL.sockets} sockets\n{verdict}")
        failed |= not verdict.is_clean
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
