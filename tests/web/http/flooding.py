"""What no honest client sends, by hand and without end, and what it costs the server."""

import asyncio
import contextlib
import struct
from enum import IntEnum
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from tests.web.serving import PATIENCE

Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

MEMORY = 300 * 1024  # kilobytes that a server under attack may have at most
_BUFFERS = [Path(f"/proc/sys/net/ipv4/tcp_{each}mem").read_text(encoding="ascii").split()[2] for each in "rw"]
# Bytes by which a flood was hung up on: what this system buffers at most at both ends, and little more.
SOON = sum(map(int, _BUFFERS)) + 4 * 1024 * 1024
GET = b"GET %s HTTP/1.1\r\nHost: localhost\r\n"
HEALTH = GET % b"/healthz" + b"Connection: close\r\n\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UPGRADE = (
    GET % b"/api/socket" + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n2"

# How a request begins, and what then comes again and again.
HEADS = {
    "short lines": (GET % b"/", b"A: b\r\n" * 1000),
    "one line": (GET % b"/" + b"A: ", b"b" * 4000),
    "an address": (b"GET /", b"b" * 4000),
    "a socket": (UPGRADE[:-2], b"A: b\r\n" * 1000),
    "empty lines": (b"", b"\r\n" * 2000),
    "trailers": (_CHUNKED + b"\r\n{}\r\n0\r\n", b"A: b\r\n" * 1000),
    "a chunk's extension": (_CHUNKED + b";", b"b" * 4000),
}


class Kind(IntEnum):
    """The first byte of a frame; BEGIN, MORE and LAST are fragments of a text."""

    TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
    BEGIN, MORE, LAST = 0x01, 0x00, 0x80


def frame(payload: bytes = b"", kind: int = Kind.TEXT, masked: bool = True) -> bytes:
    """A frame as a client sends it; the mask is zeros, so that the payload stays as it is."""
    size, bit = len(payload), 0x80 if masked else 0
    head = struct.pack("!BB", kind, bit | size) if size < 126 else struct.pack("!BBH", kind, bit | 126, size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


async def dial(url: str, address: str = "127.0.0.1") -> Line:
    """A connection on which next to nothing is read before somebody wants to."""
    parts = urlsplit(url)
    return await asyncio.open_connection(parts.hostname, parts.port, local_addr=(address, 0), limit=1024)


async def upgrade(url: str, address: str = "127.0.0.1") -> Line:
    reader, writer = await dial(url, address)
    writer.write(UPGRADE)
    async with asyncio.timeout(PATIENCE):  # unlike `wait_for`, it never loses a cancellation
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def send(url: str, request: bytes) -> list[str]:
    """The lines that the server answers with, until it hangs up."""
    reader, writer = await dial(url)
    writer.write(request)
    answer = await asyncio.wait_for(read(reader), PATIENCE)
    writer.close()
    return answer.strip().replace("\r", "").split("\n")


async def flood(
    url: str, opening: bytes, more: bytes, most: int = 4 * SOON, address: str = "127.0.0.1"
) -> tuple[int, str]:
    """Send this and then that, again and again, at most so many bytes; how many until it was hung up on, and why."""
    reader, writer = await dial(url, address)
    sent, opened = 0, asyncio.Event()

    async def send_all() -> None:
        nonlocal sent
        if opening.startswith(UPGRADE):
            writer.write(UPGRADE)
            await opened.wait()
        writer.write(opening.removeprefix(UPGRADE))
        while sent < most:
            writer.write(more)
            sent += len(more)
            await writer.drain()
            await asyncio.sleep(0)

    sending = asyncio.create_task(send_all())
    try:
        answer = await asyncio.wait_for(read(reader, opened), PATIENCE)
        return sent, answer
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


def worked(process: int) -> float:
    """The seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def peak(process: int) -> int:
    """The most memory that a process has had, in kilobytes."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
