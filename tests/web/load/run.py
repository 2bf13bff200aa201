"""A crowd plays while servers are killed and a database falls silent; what it was promised is compared in the end.

python -m tests.web.load.run [sqlite|postgresql …]
"""

import asyncio
import signal
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import click

from tests.web.load.crowd import gathered, serve
from tests.web.load.ledger import Verdict, judge
from tests.web.postgres import PostgreSQL, Proxy, proxy


class Size(NamedTuple):
    sockets: int
    kills: int
    holes: int  # where the database is a server of its own
    pause: float  # seconds between two of them
    silence: float  # seconds that a hole lasts
    pace: float  # seconds that a player thinks at most


FULL = Size(sockets=500, kills=10, holes=4, pause=10, silence=7, pace=1.0)
SHORT = Size(sockets=32, kills=2, holes=1, pause=1, silence=1, pace=0.3)


async def on_sqlite(size: Size, folder: Path) -> Verdict:
    return await _go_through(size, folder, [f"sqlite:///{folder}/matches.db"], [])


async def on_postgresql(size: Size, folder: Path, postgresql: PostgreSQL) -> Verdict:
    """Two servers on one database, each with something in between that can swallow everything."""
    url = postgresql.new()
    with proxy(postgresql.port) as one, proxy(postgresql.port) as other:
        return await _go_through(size, folder, [one.stands_before(url), other.stands_before(url)], [one, other])


async def _go_through(size: Size, folder: Path, databases: list[str], proxies: list[Proxy]) -> Verdict:
    servers = [await asyncio.to_thread(serve, folder, database) for database in databases]
    everybody = range(len(servers))
    holes = {number * size.kills // size.holes for number in range(size.holes)} if proxies else set[int]()

    async def restart(server: int) -> None:
        """`kill -9`, as if the power failed, and start it again."""
        servers[server].stop(signal.SIGKILL)
        port = urlsplit(servers[server].url).port or 0
        servers[server] = await asyncio.to_thread(serve, folder, databases[server], port)

    try:
        async with gathered(servers, size.sockets, size.pace) as crowd:
            for number in range(size.kills):
                await crowd.plays(size.pause)
                if number in holes:  # what a server held in the database holds up the others
                    between = proxies[len(crowd.ledger.outages) % 2]
                    async with crowd.outage("black holes", *everybody):
                        between.swallows = True
                        await asyncio.gather(asyncio.sleep(size.silence), crowd.is_refused())
                        between.swallows = False
                async with crowd.outage("servers killed", number % len(servers)):
                    await restart(number % len(servers))
            await crowd.plays(size.pause)
            await crowd.rest()
            there = [await crowd.read(server) for server in everybody]
            assert there[0] == there[-1], "the servers do not agree"
            await restart(0)
            return judge(crowd.ledger, await crowd.read(0))
    finally:
        for each in servers:
            each.stop()


def main() -> int:
    failed = False
    for kind in sys.argv[1:] or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory() as folder:
            if kind == "sqlite":
                verdict = asyncio.run(on_sqlite(FULL, Path(folder)))
            else:
                verdict = asyncio.run(on_postgresql(FULL, Path(folder), postgresql := PostgreSQL()))
                postgresql.remove()
        click.echo(f"{kind}, {FULL.sockets} sockets\n{verdict}")
        failed |= bool(verdict.wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
