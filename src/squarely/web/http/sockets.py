"""The socket: one match, live. A client hears of every turn, and acts with the secret of a seat."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from squarely.core.rules.game import Side
from squarely.serving.connections import ConcurrencyLimit, ServerConfig
from squarely.serving.listening import BACKLOG
from squarely.web.http.limits import Limits
from squarely.web.http.middleware import parse_origin
from squarely.web.http.rate_limits import MESSAGE, PER, RateLimiter, asker
from squarely.web.http.responses import INVALID, explain
from squarely.web.match.room import Room
from squarely.web.match.rooms import Rooms
from squarely.web.protocol.messages import FromSocket, Join, Ping, Pong, Refused, SocketAct
from squarely.web.protocol.refusals import Refusal

log = logging.getLogger("squarely.web")

POLICY, RESTART = 1008, 1012  # codes of the protocol
_TOO_MANY, _TOO_SLOW = "too many messages", "you do not keep up; join again"
_FIRST = "the first message on a socket is join"
_UNREAD = 256 * 1024  # bytes that wait for a slow reader before it is dropped
_JOINING = 20.0  # seconds from connecting to the first message
_CLOSING = 15.0  # seconds in which a socket that was closed has to end
_FAREWELL = 1.0  # the same, for one that has said too much
_FRAMES = "squarely.frames"
_PONG = msgspec.json.encode(Pong())
_decoder = msgspec.json.Decoder(FromSocket)
_encode = msgspec.json.Encoder().encode


class SocketConfig(ServerConfig):
    """How uvicorn runs an application with sockets."""

    def __init__(self, app: Any, limits: Limits, proxies: Sequence[str] = ()) -> None:
        super().__init__(
            app,
            limits.connections_per_address,
            proxies,
            ws=Frames,
            ws_max_size=MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=30,
            ws_ping_timeout=30,
            lifespan="off",
            log_config=None,
            backlog=BACKLOG,
        )
        self.limits = limits
        self.by_socket = RateLimiter(limits.messages_per_socket, PER)
        self.by_address = RateLimiter(max(limits.messages_per_address, limits.messages_per_socket), PER)


class Frames(WebSocketsSansIOProtocol):
    """A socket below its messages. Pings, pongs and fragments are counted as messages, too."""

    config: SocketConfig
    subnet = ""  # of the client, once the application knows
    sides: Sequence[Side] = ()  # that they have proved to be theirs
    is_deaf = False  # whether nothing more is heard
    _is_flushing = False

    def handle_connect(self, event: Any) -> None:
        """Read no frames before the handshake is complete."""
        super().handle_connect(event)
        self._name = str(self.client)
        self.transport.pause_reading()

    async def run_asgi(self) -> None:
        """Serve the socket, and see to it that it ends, read or not."""
        self.scope["extensions"][_FRAMES] = {"frames": self}
        await super().run_asgi()
        self.loop.call_later(_CLOSING, self.transport.abort)

    async def send(self, message: Any) -> None:
        """A handshake that is answered with a response is complete, too; uvicorn would complain of an error."""
        await super().send(message)
        if message["type"] == "websocket.accept" and not self.transport.is_closing():
            self.transport.resume_reading()
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """Look at nothing more once it was too much."""
        if self.is_deaf:
            self.transport.pause_reading()
        else:
            super().data_received(data)

    def handle_events(self) -> None:
        """Pass on what is within the limits; then it is the end."""
        reason = ""
        for number in range(len(self.conn.events) if self.handshake_initiated else 0):
            if reason := self._find_excess():
                del self.conn.events[number:]
                break
        super().handle_events()
        if reason:
            self.end(reason)

    def _find_excess(self) -> str:
        """Which limit one more frame exceeds.

        When an address says too much, those of its sockets are closed that have had half of what one may say.
        """
        config, own = self.config, self._name
        most = config.limits.messages_per_socket
        if config.by_socket.take(own):
            return f"{_TOO_MANY}: at most {most} in {PER:.0f} seconds"
        if config.by_address.take(self.subnet) and config.by_socket.count_tokens(own) < most / 2:
            return f"{_TOO_MANY} from your address: at most {config.limits.messages_per_address}"
        return ""

    def end(self, reason: str) -> None:
        """Hear no more, and let the application know why."""
        self.is_deaf, self.close_timeout = True, _FAREWELL
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": reason})

    def tell(self, message: bytes) -> None:
        """Send a message in this turn of the loop, in one frame; a reader that does not keep up is dropped."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() < _UNREAD:
            self.conn.send_text(message)
            if not self._is_flushing:
                self._is_flushing = True
                self.loop.call_soon(self._flush)
        elif not self.is_deaf:
            self.end(_TOO_SLOW)

    def _flush(self) -> None:
        """One write for all that was told in a turn of the loop: the state to a mover, and that the move is kept."""
        self._is_flushing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def say(self, message: msgspec.Struct) -> None:
        """Send a message to this one alone."""
        self.tell(_encode(message))

    def keepalive_timeout(self) -> None:
        """No pong has come: nothing that is sent would be read."""
        self.transport.abort()


class SocketClosed(Exception):
    """The socket is to be closed, with this reason and code."""

    def __init__(self, reason: str, code: int = POLICY) -> None:
        self.reason, self.code = reason, code


class Sockets:
    """Every socket of this process."""

    def __init__(self, rooms: Rooms, limits: Limits, origins: Sequence[str]) -> None:
        """`origins` are those whose pages may come besides our own."""
        self._rooms, self._origins = rooms, origins
        self._open = ConcurrencyLimit(limits.sockets_per_address)

    async def serve(self, socket: WebSocket) -> None:
        """From the handshake until either ends it, and say why if it was us.

        Nobody cancels this: an act that was begun is finished, even if whoever sent it is gone by then.
        """
        address, metrics = asker.get(), self._rooms.services.metrics
        if not self._may_come_from(socket):
            await socket.close(POLICY, "this page may not connect here")  # that is HTTP 403
            return
        await socket.accept()
        if not self._open.acquire(address):
            metrics.dropped.labels("address").inc()
            await socket.close(POLICY, "too many connections from your address; close some and try again")
            return
        with metrics.sockets.track_inprogress():
            try:
                await self._converse(socket.scope["extensions"][_FRAMES]["frames"])
            except WebSocketDisconnect:
                pass
            except SocketClosed as closed:
                metrics.dropped.labels(closed.reason.partition(":")[0][:40]).inc()
                await _close(socket, closed)
            except Exception:
                log.exception("socket")
                await _close(socket, SocketClosed("something went wrong on the server", 1011))
            finally:
                self._open.release(address)

    async def _converse(self, frames: Frames) -> None:
        frames.subnet = asker.get()
        try:
            first = await asyncio.wait_for(_receive(frames), _JOINING)
        except TimeoutError:
            raise SocketClosed(f"{_FIRST}, within {_JOINING:.0f} seconds") from None
        if not isinstance(first, Join):
            raise SocketClosed(_FIRST)
        room = await self._join(first, frames)
        try:
            while True:
                message = await _receive(frames)
                if isinstance(message, Ping):
                    frames.tell(_PONG)
                elif isinstance(message, SocketAct):
                    await _act(room, message, frames)
                else:
                    raise SocketClosed("a socket joins one match, once")
        finally:
            room.audience.leave(frames)

    async def _join(self, message: Join, member: Frames) -> Room:
        try:
            room = await self._rooms.open(message.match, message.since)
            member.sides = room.stored.find_holders(message.seats)
            room.audience.enter(member)
        except Refusal as refusal:
            raise SocketClosed(str(refusal), RESTART if refusal.code == "unavailable" else POLICY) from None
        member.say(room.message(message.since if message.since <= room.length else 0, member.sides))
        return room

    def _may_come_from(self, socket: WebSocket) -> bool:
        """Whether a browser sent this from our own page, or from one that was allowed. Programs send no origin."""
        origin = socket.headers.get("origin")
        if origin is None:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(socket.url.scheme, socket.url.scheme)
        given, ours = parse_origin(origin), parse_origin(f"{scheme}://{socket.headers.get('host', '')}")
        return given is not None and given in (*self._origins, ours)


async def _receive(frames: Frames) -> FromSocket:
    """The next message, if it is one."""
    received: Mapping[str, Any] = await frames.receive()
    if received["type"] == "websocket.disconnect":
        if frames.is_deaf and received.get("reason"):
            raise SocketClosed(received["reason"])
        raise WebSocketDisconnect(received.get("code", 1000))
    if "text" not in received:
        raise SocketClosed("messages are text")
    try:
        message: FromSocket = _decoder.decode(received["text"])
    except INVALID as error:
        raise SocketClosed(f"that is no message: {str(explain(error, FromSocket))[:80]}") from None
    return message


async def _act(room: Room, message: SocketAct, member: Frames) -> None:
    room.answering += 1
    try:
        member.say(await room.finish_act(message.seat, message))
    except Refusal as refusal:
        member.say(Refused(message.turn, refusal.code, str(refusal)))
    finally:
        room.answering -= 1


async def _close(socket: WebSocket, closed: SocketClosed) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(Exception):  # it may be gone already
            await asyncio.wait_for(socket.close(closed.code, closed.reason[:120]), 1)
