"""A socket client with no more in it than a load needs, so that the driver is never what is measured."""

import asyncio
import struct
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

_UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c3F1YXJlbHktYmVuY2htYQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_FINAL, _TEXT, _CLOSE, _PING, _PONG = 0x80, 1, 8, 9, 10
_NO_MASK = b"\0\0\0\0"  # a client has to mask what it sends; with zeros it stays as it is


class Line(asyncio.Protocol):
    """One socket. Every text message goes to `hear`, as it comes."""

    def __init__(self, url: str, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = ""  # why, once it is
        self._parts = urlsplit(url)
        self._received = bytearray()
        self._transport: asyncio.Transport

    async def connect(self) -> "Line":
        """Shake hands."""
        host, port = self._parts.hostname or "", self._parts.port or 80
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        await asyncio.wait_for(self.open, 10)
        return self

    def send(self, message: bytes) -> None:
        """Send a text message."""
        self._frame(_TEXT, message)

    def close(self) -> None:
        """Leave without a word."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(_UPGRADE.format(path=self._parts.path, host=self._parts.netloc).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that it ended."""
        self.closed = self.closed or str(exc or "closed")
        if not self.open.done():
            self.open.set_exception(ConnectionError(self.closed))

    def data_received(self, data: bytes) -> None:
        """Cut what came into messages."""
        received = self._received
        received += data
        if not self.open.done():
            head, end, rest = bytes(received).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:16]:
                self.open.set_exception(ConnectionError(head.decode()))
                return
            received[:] = rest
            self.open.set_result(None)
        at = 0
        while len(received) >= at + 2:
            kind, length, begin = received[at] & 0x0F, received[at + 1], at + 2
            if length == 126:
                begin = at + 4
                length = int.from_bytes(received[at + 2 : begin])
            elif length == 127:
                begin = at + 10
                length = int.from_bytes(received[at + 2 : begin])
            if len(received) < begin + length or begin > len(received):
                break
            at = begin + length
            self._heard(kind, bytes(received[begin:at]))
        del received[:at]

    def _heard(self, kind: int, message: bytes) -> None:
        if kind == _TEXT:
            self.hear(message)
        elif kind == _PING:
            self._frame(_PONG, message)
        elif kind == _CLOSE:
            self.closed = f"{int.from_bytes(message[:2])} {message[2:].decode()}"

    def _frame(self, kind: int, message: bytes) -> None:
        size = len(message)
        length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0xFE, size)
        self._transport.write(bytes([_FINAL | kind]) + length + _NO_MASK + message)
