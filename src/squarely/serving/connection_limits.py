"""Connections of a server: how large a request's head may be, how long all of it may take, how many one address has.

What comes in is parsed a little at a time, so that no connection holds up the others, and whoever asks for too much is
told so and hung up on.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from squarely.serving.households import ConnectionLimiter, household_of

HEAD = 32 * 1024  # bytes of a request's head, and of whatever else is neither a head nor a part of a body
LINES = 200  # of a request's head
CONNECTIONS = 200  # of one address, at a time, that are no sockets
_AT_ONCE = 4 * 1024  # bytes that are parsed before others have their turn
_UNTAKEN = 8 * 1024 * 1024  # bytes of answers that wait for one address
_UNREAD = 16 * 1024 * 1024  # bytes that may still come of a request that was answered already
UNHEARD = 1024 * 1024  # bytes that may still come of one that was refused
_ASKING = 20.0  # seconds from connecting, or from the last answer, to a whole request
_LISTENING = 30.0  # seconds in which whoever has asked takes some of the answer
_LEAVING = 2.0  # seconds in which whoever was refused may read why
_ENDING = 1.0  # seconds that open requests have when the server stops
_HEADERS: defaultdict[HTTPStatus, str] = defaultdict(str, {HTTPStatus.TOO_MANY_REQUESTS: "Retry-After: 1\r\n"})


class ServerConfig(uvicorn.Config):
    """How uvicorn runs an application here: with limits."""

    def __init__(self, app: Any, connections: int = CONNECTIONS, proxies: Sequence[str] = (), **more: Any) -> None:
        super().__init__(
            app,
            http=Connection,
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_graceful_shutdown=2,
            **more,
        )
        self.door = ConnectionLimiter(connections, proxies)
        self.untaken: defaultdict[str, set[Connection]] = defaultdict(set)  # of whom answers wait, by household


class Server(uvicorn.Server):
    """Uvicorn, which when told to stop cuts off whoever has half asked or does not listen."""

    async def shutdown(self, sockets: Any = None) -> None:
        """Finish what is in flight, but not for ever."""
        cut = asyncio.get_running_loop().call_later(_ENDING, self._cut_off)
        await super().shutdown(sockets)
        cut.cancel()

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


class Connection(HttpToolsProtocol):
    """One connection, until it is closed or becomes a socket."""

    config: ServerConfig

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._address = ""
        self._is_inside = False
        self._is_over = False  # whether nothing more is heard: it was refused, is closed, or is a socket now
        self._is_whole = True  # whether all of the last request has come
        self._pending = 0  # bytes since something was complete
        self._unread = 0
        self._waiting = bytearray()  # what is not parsed yet
        self._next: asyncio.Handle | None = None
        self._asking: asyncio.TimerHandle | None = None
        self._listening: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there are not too many of the same address."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._is_inside = self.config.door.admit(self._address)
        if self._is_inside:
            self._expect_a_request()
        else:
            says = "Too many connections from your address; close some."
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "rate_limited", says)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self._end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, and counted as one."""
        if not self._is_closing:
            self._end()
            super().handle_websocket_upgrade()
            self.transport.resume_reading()
            self.parser = None  # type: ignore[assignment]  # it refers to us: without it nothing of this stays

    def _end(self) -> None:
        self._is_over = True
        self._forget_untaken()
        for handle in (self._next, self._asking, self._listening):
            if handle:
                handle.cancel()
        self._next = self._asking = self._listening = None
        if self._is_inside:
            self._is_inside = False
            self.config.door.release(self._address)

    # What comes in

    def data_received(self, data: bytes) -> None:
        """Parse a little at once, the rest when others have had their turn."""
        if self._is_over:
            self._unread += len(data)
            if self._unread > UNHEARD:
                self.transport.pause_reading()
        elif self._waiting or self.pipeline or len(data) > _AT_ONCE:
            self._waiting += data
            self.transport.pause_reading()
            self._go_on_soon()
        else:
            self._parse(data)

    def _go_on_soon(self) -> None:
        if self._waiting and not self._next:
            self._next = self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        self._next = None
        if self.pipeline:  # who asks again before there was an answer waits for it
            return
        part = bytes(self._waiting[:_AT_ONCE])
        del self._waiting[:_AT_ONCE]
        self._parse(part)
        if self._waiting:
            self._go_on_soon()
        elif not (self._is_closing or self.flow.read_paused):
            self.transport.resume_reading()

    def _parse(self, data: bytes) -> None:
        """No more than what may be pending."""
        while data and not self._is_closing:
            room = HEAD - self._pending
            if room <= 0:
                self._refuse_the_head()
                return
            part, data = data[:room], data[room:]
            self._pending += len(part)
            super().data_received(part)
            if self.cycle and self.cycle.response_complete and not self._is_whole:
                self._unread += len(part)
                if self._unread > _UNREAD:
                    self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._is_whole = False
        super().on_message_begin()
        if not self._asking:
            self._expect_a_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head has come, or of what follows a body in chunks."""
        if len(self.headers) >= LINES:
            self._refuse_the_head()
        if not self._is_closing:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head of a request has come."""
        self._pending = self._unread = 0
        if sum(name == b"host" for name, _ in self.headers) > 1:
            self._refuse(HTTPStatus.BAD_REQUEST, "wrong_host", "A request names one host.")
        if self._count_untaken() > _UNTAKEN and not self.config.door.is_trusted(self._address):
            says = "Too many answers wait to be read at your address; read them first."
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "rate_limited", says)
        if not self._is_closing:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of its body has come."""
        self._pending = 0
        if self.cycle and not self._is_closing:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it has come."""
        self._pending, self._is_whole = 0, True
        if self._asking:
            self._asking.cancel()
            self._asking = None
        if self.cycle and not self._is_closing:
            super().on_message_complete()
            if self.cycle.response_complete:
                self._expect_a_request()

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for another protocol is answered in this one; that is nothing to be warned of."""

    # What goes out

    def on_response_complete(self) -> None:
        """An answer was given: the next request may come, or goes on."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._expect_a_request()
        if not self.pipeline:
            self._go_on_soon()

    def pause_writing(self) -> None:
        """An answer waits to be read: not for ever."""
        super().pause_writing()
        self.config.untaken[household_of(self._address)].add(self)
        self._listening = self.loop.call_later(_LISTENING, self.transport.abort)

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        self._forget_untaken()
        if self._listening:
            self._listening.cancel()
            self._listening = None

    def _count_untaken(self) -> int:
        """The bytes of all answers that wait for this address."""
        waiting = self.config.untaken.get(household_of(self._address), ())
        return sum(each.transport.get_write_buffer_size() for each in waiting)

    def _forget_untaken(self) -> None:
        one = household_of(self._address)
        if one in self.config.untaken:
            self.config.untaken[one].discard(self)
            if not self.config.untaken[one]:
                del self.config.untaken[one]

    def _expect_a_request(self) -> None:
        """All of it, in time."""
        if not self._is_over:
            self._expect(_ASKING, self._run_out)

    def _expect(self, seconds: float, otherwise: Callable[[], None]) -> None:
        if self._asking:
            self._asking.cancel()
        self._asking = self.loop.call_later(seconds, otherwise)

    def _run_out(self) -> None:
        self._asking = None
        if self.transport.is_closing():  # and what it was told is not read
            self.transport.abort()
        elif self._pending or not self._is_whole:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "too_slow", f"A request is sent within {_ASKING:.0f} seconds.")
        else:
            self.transport.close()

    def _refuse_the_head(self) -> None:
        says = f"A request's head has at most {LINES} lines and {HEAD} bytes."
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too_large", says)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002, said in our own words
        """What came is no HTTP."""
        self._refuse(HTTPStatus.BAD_REQUEST, "invalid", "This is not HTTP that can be read.")

    def _refuse(self, status: HTTPStatus, code: str, says: str) -> None:
        """Say why, unless another answer is being given; then hear nothing more, and hang up."""
        if self._is_closing:
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = json.dumps({"error": says, "code": code})
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\n{_HEADERS[status]}"
            self.transport.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
        if self.cycle:  # whoever works at an answer sees that nobody waits for it
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._is_over, self._unread = True, 0
        self._waiting.clear()
        self.transport.write_eof()  # closed at once, what still comes would make the other side miss the answer
        self.transport.resume_reading()
        self._expect(_LEAVING, self.transport.abort)

    @property
    def _is_closing(self) -> bool:
        return self._is_over or self.transport.is_closing()
