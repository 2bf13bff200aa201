"""Connections of a server: uvicorn's own, with bounds on how many one address has and how long each may take."""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from typing import Any

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from squarely.serving.listening import read_address

HEAD = 32 * 1024  # bytes of a request's head, and of whatever else is neither a head nor a part of a body
CONNECTIONS = 200  # of one address, at a time, that are no sockets
_ASKING = 20  # seconds from connecting, or from the last answer, to a whole request
_LISTENING = 30.0  # seconds in which a client takes some of its answer
_LEAVING = 2.0  # seconds in which a client that is hung up on may read why
_ENDING = 1.0  # seconds that open requests have when the server stops
PIECE = 1024  # bytes that are read at a time
_BUFFER = memoryview(bytearray(PIECE))  # of all connections: what is read into it is copied at once


@lru_cache(maxsize=10_000)
def subnet_key(address: str) -> str:
    """What a client is counted by: its IPv4 address, or its /64 in IPv6, which is what one subscriber has."""
    found = read_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found) if found else address


class ConcurrencyLimit:
    """How many of something each key has at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def acquire(self, key: str) -> bool:
        """Count one more, if there may be."""
        may = self._held[key] < self._most
        self._held[key] += may
        return may

    def release(self, key: str) -> None:
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]


class ServerConfig(uvicorn.Config):
    """How uvicorn runs an application here."""

    def __init__(self, app: Any, connections: int = CONNECTIONS, proxies: Sequence[str] = (), **more: Any) -> None:
        super().__init__(
            app,
            http=Connection,
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            h11_max_incomplete_event_size=HEAD,
            timeout_keep_alive=_ASKING,
            timeout_graceful_shutdown=2,
            **more,
        )
        self.connections = ConcurrencyLimit(connections)
        self.trusted = ProxyHeadersMiddleware(app, list(proxies)).trusted_hosts


class Server(uvicorn.Server):
    """Uvicorn, which when told to stop cuts off clients that have half asked or do not read."""

    async def shutdown(self, sockets: Any = None) -> None:
        """Finish what is in flight, but not for ever."""
        cut = asyncio.get_running_loop().call_later(_ENDING, self._cut_off)
        await super().shutdown(sockets)
        cut.cancel()

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


class PacedReader(asyncio.BufferedProtocol):
    """Reads little at a time for a protocol, so that it holds up no other, however much comes."""

    def __init__(self, protocol: Any) -> None:
        self._receive = protocol.data_received
        self.connection_lost = protocol.connection_lost  # type: ignore[method-assign]
        self.pause_writing = protocol.pause_writing  # type: ignore[method-assign]
        self.resume_writing = protocol.resume_writing  # type: ignore[method-assign]

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        return _BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self._receive(bytes(_BUFFER[:nbytes]))


class Connection(H11Protocol):
    """One connection, until it is closed or becomes a socket."""

    config: ServerConfig
    _place = ""  # what it is counted by, if it is
    _is_over = False  # whether nothing more is heard: it was refused, was answered before it was whole, or is a socket
    _unheard = 1024 * 1024  # bytes that may still come then, of a client that sends before it reads
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there are not too many of the same address."""
        super().connection_made(transport)
        transport.set_protocol(PacedReader(self))
        address = self.client[0] if self.client else ""
        self.handle_events()
        if address in self.config.trusted:
            return
        if self.config.connections.acquire(subnet_key(address)):
            self._place = subnet_key(address)
        else:
            self._refuse(429, "rate_limited", "Too many connections from your address; close some.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, and counted as one."""
        self._leave()
        super().handle_websocket_upgrade(event)
        self.transport.set_protocol(PacedReader(self.transport.get_protocol()))
        self.conn = self.scope = None  # type: ignore[assignment]  # nothing of this stays with the socket

    def _leave(self) -> None:
        self._is_over = True
        self._unset_keepalive_if_required()
        self.resume_writing()
        if self._place:
            self.config.connections.release(self._place)
            self._place = ""

    def data_received(self, data: bytes) -> None:
        """Unlike uvicorn's, a byte more does not give a client more time."""
        if not self._is_over:
            self.conn.receive_data(data)
            self.handle_events()
        elif self._unheard > 0:
            self._unheard -= len(data)
        else:
            self.transport.pause_reading()

    def handle_events(self) -> None:
        """Wait for the rest of a request, not for ever."""
        super().handle_events()
        if self._is_over:
            return
        if self.cycle and not self.cycle.more_body and not self.cycle.response_complete:
            self._unset_keepalive_if_required()
        elif self.timeout_keep_alive_task is None:
            ending = self.timeout_keep_alive_handler
            self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, ending)

    def timeout_keep_alive_handler(self) -> None:
        if self.conn.trailing_data[0] or (self.cycle and not self.cycle.response_complete):
            self._refuse(408, "too_slow", f"A request is sent within {self.timeout_keep_alive} seconds.")
        else:
            self._hang_up()

    def on_response_complete(self) -> None:
        """Hang up if the answer came before the whole request."""
        if self.conn.their_state is h11.SEND_BODY:
            self._unheard *= 16
            self._hang_up()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """An answer waits to be read: not for ever."""
        super().pause_writing()
        self._stalled = self.loop.call_later(_LISTENING, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    def shutdown(self) -> None:
        if self._is_over:
            self.transport.abort()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002, said in our own words
        """What came is no HTTP; called where h11's error is handled, which knows more."""
        error = sys.exc_info()[1]
        if getattr(error, "error_status_hint", 400) == 431:
            self._refuse(431, "too_large", f"A request's head has at most {HEAD} bytes.")
        elif "multiple Host" in str(error):
            self._refuse(400, "wrong_host", "A request names one host.")
        else:
            self._refuse(400, "invalid", "This is not HTTP that can be read.")

    def _unsupported_upgrade_warning(self) -> None:
        """A client that asks for another protocol is answered in this one; that is nothing to be warned of."""

    def _refuse(self, status: int, code: str, says: str) -> None:
        """Say why, unless another answer is being given, and hang up."""
        if not self.cycle or self.cycle.response_complete or not self.cycle.response_started:
            body = json.dumps({"error": says, "code": code})
            head = f"HTTP/1.1 {status} {STATUS_PHRASES[status].decode()}\r\nContent-Type: application/json\r\n"
            head += "Retry-After: 1\r\n" if status == 429 else ""
            self.transport.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
        if self.cycle:  # the application sees the disconnect
            self.cycle.disconnected, self.cycle.waiting_for_100_continue = True, False
            self.cycle.message_event.set()
        self._hang_up()

    def _hang_up(self) -> None:
        """Hear nothing more. Closed at once, what still comes would make the other side miss the answer."""
        self._is_over = True
        self._unset_keepalive_if_required()
        if not self.transport.is_closing():
            self.transport.write_eof()
            self.loop.call_later(_LEAVING, self.transport.abort)
