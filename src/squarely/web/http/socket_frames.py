"""The frames of a socket, counted before anything is made of them: pings, pongs and fragments are messages, too."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from squarely.serving.connection_limits import UNHEARD, ServerConfig
from squarely.web.http.limits import Limits
from squarely.web.http.rate_limits import PER, RateCounter
from squarely.web.http.whole_frames import WholeFrame, make_head

TOO_MANY = "too many messages"
TOO_SLOW = "you do not keep up; join again"
POLICY, TOO_BIG, RESTART = 1008, 1009, 1012  # codes of the protocol
_AHEAD = 4  # messages that may wait to be heard before no more are read
_NAME = "squarely.frames"
_AT_ONCE = 1024  # bytes that are parsed before their frames are counted: at most 170 of them
_FAREWELL = 1.0  # seconds in which whoever has said too much may read why
_CLOSING = 15.0  # seconds in which a socket that was closed has to end


class SocketSettings(ServerConfig):
    """How uvicorn runs an application with sockets."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        super().__init__(app, connections=limits.connections_per_address, ws=Frames, **more)
        self.limits = limits


class Mailbox:
    """What has come and was not heard yet. One task takes it out; a queue for many costs several times as much."""

    __slots__ = ("_letters", "_loop", "_waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._letters: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, letter: Any) -> None:
        """Put something in, and wake whoever waits for it."""
        self._letters.append(letter)
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """What has been there for longest, once there is something."""
        while not self._letters:
            self._waiting = self._loop.create_future()
            await self._waiting
        return self._letters.popleft()

    def qsize(self) -> int:
        """How much is there."""
        return len(self._letters)

    def empty(self) -> bool:
        """Whether nothing is there."""
        return not self._letters


class Frames(WebSocketsSansIOProtocol):
    """A socket below its messages."""

    config: SocketSettings

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Mailbox(self.loop)  # type: ignore[assignment]
        self._tally = RateCounter(self.config.limits.messages_per_socket, PER)
        self._is_deaf = False
        self._unheard = 0  # bytes
        self._is_between = False  # frames: nothing is half received
        self._outgoing: list[bytes] = []
        self.on_writable: Callable[[], None] = _do_nothing  # when what was sent has been read

    def data_received(self, data: bytes) -> None:
        """Look at a little at a time, and at nothing more once it was too much."""
        if len(data) <= _AT_ONCE and not self._is_deaf:
            self._look_at(data)
            return
        for start in range(0, len(data), _AT_ONCE):
            if self._is_deaf or self.transport.is_closing():
                self._unheard += len(data)
                if self._unheard > UNHEARD:
                    self.transport.pause_reading()
                return
            self._look_at(data[start : start + _AT_ONCE])

    def _look_at(self, data: bytes) -> None:
        """Take what is one message in one frame, as nearly everything is; the library does the rest."""
        if not self.handshake_initiated:
            super().data_received(data)
            self._is_between = data.endswith(b"\r\n\r\n")
        elif self._is_between and self.conn.state is State.OPEN and (frame := WholeFrame.read(data)):
            if not (frame.is_text and self._take_text(frame)):
                super().data_received(data)
        else:
            self._is_between = False  # something may be half received from now on: the library knows what
            super().data_received(data)

    def _take_text(self, frame: WholeFrame) -> bool:
        """Pass on a message. False if it is none."""
        try:
            text = str(frame.message, "utf-8")
        except UnicodeDecodeError:
            return False
        if self._tally.take(1):
            self._pass_on(text)
        else:
            self._hear_no_more()
        return True

    def handle_events(self) -> None:
        """Pass on what is within the limit. Then it is the end, and the application says so."""
        came = len(self.conn.events) if self.handshake_initiated else 0
        allowed = self._tally.take(came) if came else 0
        if allowed < came:
            del self.conn.events[allowed:]
        super().handle_events()
        if allowed < came:
            self._hear_no_more()

    def _hear_no_more(self) -> None:
        self._is_deaf = True
        self.close_timeout = _FAREWELL
        self.end_for(TOO_MANY)

    def _pass_on(self, text: str) -> None:
        """Give a message to the application, and read on unless several wait to be heard."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > _AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def write_text(self, message: bytes) -> bool:
        """Send a message at once, in one frame. False if it has to wait, since those before are not read yet."""
        if not self.writable.is_set():
            return False
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True  # nobody is there any more
        if not self._outgoing:  # what is written for the same reason leaves together
            self.loop.call_soon(self._flush)
        self._outgoing += (make_head(len(message)), message)
        return True

    def _flush(self) -> None:
        if self._outgoing and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(b"".join(self._outgoing))
        self._outgoing.clear()

    async def send(self, message: Any) -> None:
        """What an application sends comes after all that was written before."""
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server stops; what was written leaves before that."""
        self._flush()
        super().shutdown()

    def end_for(self, reason: str) -> None:
        """Let the application hear that this is the end, and why."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": reason})

    def resume_writing(self) -> None:
        """What was sent has been read."""
        super().resume_writing()
        self.on_writable()

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
        self.scope["extensions"][_NAME] = {"frames": self}
        await super().run_asgi()
        self.on_writable = _do_nothing
        self._end_soon()

    def _end_soon(self) -> None:
        if not self.disconnected:
            self.loop.call_later(_CLOSING, self.transport.abort)


def find_frames(scope: Mapping[str, Any]) -> Frames:
    """The socket that an application was called for."""
    found: Frames = scope["extensions"][_NAME]["frames"]
    return found


def _do_nothing() -> None:
    pass
