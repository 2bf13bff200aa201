"""The frames of a socket, counted before anything is made of them: pings, pongs and fragments are messages, too."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from squarely.serving.connection_limits import UNHEARD, ServerConfig
from squarely.web.http.rate_limits import PER, Limits, RateCounter

TOO_MANY = "too many messages"
_AT_ONCE = 1024  # bytes that are parsed before their frames are counted: at most 170 of them
_FAREWELL = 1.0  # seconds in which whoever has said too much may read why
_CLOSING = 15.0  # seconds in which a socket that was closed has to end


class SocketSettings(ServerConfig):
    """How uvicorn runs an application with sockets."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        super().__init__(app, connections=limits.connections_per_address, ws=Frames, **more)
        self.limits = limits


class Frames(WebSocketsSansIOProtocol):
    """A socket below its messages."""

    config: SocketSettings

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._tally = RateCounter(self.config.limits.messages_per_socket, PER)
        self._is_deaf = False
        self._unheard = 0  # bytes

    def data_received(self, data: bytes) -> None:
        """Look at a little at a time, and at nothing more once it was too much."""
        if len(data) <= _AT_ONCE and not self._is_deaf:
            super().data_received(data)
            return
        for start in range(0, len(data), _AT_ONCE):
            if self._is_deaf or self.transport.is_closing():
                self._unheard += len(data)
                if self._unheard > UNHEARD:
                    self.transport.pause_reading()
                return
            super().data_received(data[start : start + _AT_ONCE])

    def handle_events(self) -> None:
        """Pass on what is within the limit. Then it is the end, and the application says so."""
        came = len(self.conn.events) if self.handshake_initiated else 0
        allowed = self._tally.take(came) if came else 0
        if allowed < came:
            del self.conn.events[allowed:]
        super().handle_events()
        if allowed < came:
            self._is_deaf = True
            self.close_timeout = _FAREWELL
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": TOO_MANY})

    def handle_ping(self) -> None:
        """Answer whoever reads the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Nobody answers: nobody reads either, what was sent."""
        super().keepalive_timeout()
        self._end_soon()

    async def run_asgi(self) -> None:
        """Serve the socket, and see to it that it ends."""
        await super().run_asgi()
        self._end_soon()

    def _end_soon(self) -> None:
        if not self.disconnected:
            self.loop.call_later(_CLOSING, self.transport.abort)
