"""Clients that hold what they have got: connections without a word, answers and news that nobody reads."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol
from urllib.parse import urlsplit

import httpx
import msgspec

from tests.web.http.flooding import UPGRADE
from tests.web.visiting import acted, begin

_ASKED = ("/", "/healthz", "/metrics", "/api/games", "/api/openapi.json", "/games/quad", "/puzzles", "/nowhere")
_LARGE = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Attack(Protocol):
    """As much of an attacker as is needed here."""

    url: str
    address: str

    async def again(self, times: int, one: Callable[[], Awaitable[str]]) -> None:
        """So many at once, each again and again."""


@asynccontextmanager
async def line(attack: Attack) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which next to nothing is read unless somebody wants to."""
    parts = urlsplit(attack.url)
    reader, writer = await asyncio.open_connection(
        parts.hostname, parts.port, local_addr=(attack.address, 0), limit=1024
    )
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def stay_silent(attack: Attack, _: httpx.AsyncClient) -> None:
    """Hundreds of connections on which nothing is ever said."""

    async def one() -> str:
        async with line(attack) as (reader, _):
            with suppress(ConnectionError):
                await reader.read()
            await asyncio.sleep(0.05)
            return "hung up on"

    await attack.again(400, one)


async def ask_and_never_read(attack: Attack, _: httpx.AsyncClient) -> None:
    """Questions without end on connections from which no answer is ever read."""

    async def one() -> str:
        async with line(attack) as (_, writer):
            while not writer.transport.is_closing():
                writer.write(_LARGE.encode() * 100)
                await writer.drain()
                await asyncio.sleep(0.02)
            return "hung up on"

    await attack.again(50, one)


async def watch_and_never_read(attack: Attack, client: httpx.AsyncClient) -> None:
    """Sockets at a match in which much happens, from which nothing is ever read."""
    match = await begin(client, "snatchers", "explore")
    join = msgspec.json.encode({"type": "join", "match": match.id})
    frame = bytes([0x81, 0x80 | len(join), 0, 0, 0, 0]) + join

    async def watch() -> str:
        async with line(attack) as (_, writer):
            writer.write(UPGRADE.encode() + frame)
            while not writer.transport.is_closing():
                await asyncio.sleep(0.1)
            return "hung up on"

    turns = itertools.count(1)

    async def play() -> str:
        turn = next(turns)
        act: dict[str, Any] = {"act": "move", "move": "up 1"} if turn % 2 else {"act": "undo"}
        return f"HTTP {(await acted(client, match.id, match.first, turn, **act)).status_code}"

    await asyncio.gather(attack.again(90, watch), attack.again(1, play))


async def ask_for_everything(attack: Attack, client: httpx.AsyncClient) -> None:
    """One request after the other, of the kind that changes nothing."""
    match = await begin(client, "quad", "here")
    asked = itertools.cycle((*_ASKED, f"/m/{match.id}", f"/api/matches/{match.id}", f"/api/matches/{match.id}/record"))

    async def one() -> str:
        return f"HTTP {(await client.get(next(asked))).status_code}"

    await attack.again(50, one)
