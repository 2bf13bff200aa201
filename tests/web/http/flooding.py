"""Floods: what no honest client sends, without end, and what the server has to say about it."""

import asyncio
import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.web.serving import PATIENCE

MEMORY = 300 * 1024  # kilobytes that a server under attack may have at most


def _read_most(direction: str) -> int:
    """The bytes that this system buffers at most for one connection, in one direction."""
    return int(Path(f"/proc/sys/net/ipv4/tcp_{direction}").read_text(encoding="ascii").split()[2])


# Bytes by which a flood was hung up on: what lies in the buffers of both ends, and little more.
SOON = _read_most("rmem") + _read_most("wmem") + 4 * 1024 * 1024
UPGRADE = (
    "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_CHUNKED = (
    "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"
)

# How a request begins, and what then comes again and again.
HEADS = {
    "short lines": ("GET / HTTP/1.1\r\nHost: localhost\r\n", "A: b\r\n" * 1000),
    "one line": ("GET / HTTP/1.1\r\nHost: localhost\r\nA: ", "b" * 4000),
    "one name": ("GET / HTTP/1.1\r\nHost: localhost\r\n", "b" * 4000),
    "an address": ("GET /", "b" * 4000),
    "a socket": (UPGRADE[:-2], "A: b\r\n" * 1000),
    "empty lines": ("", "\r\n" * 2000),
    "trailers": (_CHUNKED + "2\r\n{}\r\n0\r\n", "A: b\r\n" * 1000),
    "a chunk's extension": (_CHUNKED + "2;", "b" * 4000),
}


class Flooded(NamedTuple):
    """What became of a flood."""

    sent: int  # bytes, until the server hung up
    answer: str


async def flood(url: str, opening: str, more: str, most: int = 4 * SOON, address: str = "127.0.0.1") -> Flooded:
    """Send this and then that, again and again, until the server hangs up; at most so many bytes."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(address, 0))
    sent, opened = 0, asyncio.Event()

    async def send() -> None:
        nonlocal sent
        if opening.startswith(UPGRADE):
            writer.write(UPGRADE.encode())
            await opened.wait()
        writer.write(opening.removeprefix(UPGRADE).encode("latin-1"))
        while sent < most:
            writer.write(more.encode("latin-1"))
            sent += len(more)
            await writer.drain()
            await asyncio.sleep(0)

    sending = asyncio.create_task(send())
    try:
        return Flooded(answer=await asyncio.wait_for(read(reader, opened), PATIENCE), sent=sent)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        writer.close()


async def read(reader: asyncio.StreamReader, begun: asyncio.Event | None = None) -> str:
    """All that comes until the server hangs up, politely or not. Says when it has begun."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := await reader.read(65536):
            parts.append(part)
            if begun:
                begun.set()
    return b"".join(parts).decode(errors="replace")


def frames(kind: int, payload: bytes = b"", count: int = 1000) -> str:
    """So many masked frames of a kind, as text of one byte a character."""
    one = bytes([kind, 0x80 | len(payload), 0, 0, 0, 0]) + payload
    return (one * count).decode("latin-1")


def worked(process: int) -> float:
    """The seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def peak(process: int) -> int:
    """The most memory that a process has had, in kilobytes."""
    lines: Iterable[str] = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
