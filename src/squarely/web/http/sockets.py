"""The socket: one match, live. Whoever is on it hears of every turn, and acts if they prove that a seat is theirs."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from squarely.core.rules.game import Side
from squarely.serving.households import ConnectionLimiter, household_of
from squarely.web.http.error_responses import describe_error
from squarely.web.http.limits import Limits
from squarely.web.http.origins import parse_origin, read_allowed_origin
from squarely.web.http.rate_limits import MESSAGE, PER, QUEUED, RateCounter, RateLimiter, asker
from squarely.web.http.socket_frames import POLICY, RESTART, TOO_BIG, TOO_MANY, TOO_SLOW, Frames, find_frames
from squarely.web.match.room import Room
from squarely.web.match.rooms import Rooms
from squarely.web.protocol.messages import FromSocket, Join, Ping, Pong, Refused, SocketAct, StateMessage
from squarely.web.protocol.refusals import Refusal

log = logging.getLogger("squarely.web")

_JOINING = 20.0  # seconds from connecting to the first message
_PONG = msgspec.json.encode(Pong())
_decoder = msgspec.json.Decoder(FromSocket)
_encode = msgspec.json.Encoder().encode


class SocketClosed(Exception):
    """The socket is to be closed, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class RoomMember:
    """A socket in a room. What it does not take at once waits; one that does not keep up is dropped."""

    def __init__(self, frames: Frames) -> None:
        self.sides: Sequence[Side] = ()
        self._frames = frames
        self._waiting: deque[bytes] = deque()
        frames.on_writable = self._go_on

    def tell(self, message: bytes) -> None:
        """Send a message, after those that wait."""
        if not self._waiting and self._frames.write_text(message):
            return
        if len(self._waiting) < QUEUED:
            self._waiting.append(message)
            if len(self._waiting) == QUEUED:
                self._frames.end_for(TOO_SLOW)

    def say(self, message: StateMessage | msgspec.Struct) -> None:
        """Send a message to this one alone."""
        self.tell(_encode(message))

    def _go_on(self) -> None:
        """It has read what was sent."""
        while self._waiting and self._frames.write_text(self._waiting[0]):
            self._waiting.popleft()


class Sockets:
    """Every socket of this process."""

    def __init__(self, rooms: Rooms, limits: Limits, origins: Sequence[str]) -> None:
        self._rooms, self._limits = rooms, limits
        self._origins = {read_allowed_origin(each) for each in origins}
        self._door = ConnectionLimiter(limits.sockets_per_address)
        self._said = RateLimiter(max(limits.messages_per_address, limits.messages_per_socket), PER)

    async def serve(self, socket: WebSocket) -> None:
        """From the handshake to the end."""
        address = household_of(socket.client.host) if socket.client else ""
        asker.set(address)
        if not self._may_come_from(socket) or self._said.count(address):
            await socket.close(POLICY, "this page, or so many at once, may not connect here")  # that is HTTP 403
            return
        await socket.accept()
        if not self._door.admit(address):
            self._count("address")
            await socket.close(POLICY, "too many connections from your address; close some and try again")
            return
        self._rooms.services.metrics.sockets += 1
        try:
            await self._stay(socket)
        finally:
            self._rooms.services.metrics.sockets -= 1
            self._door.release(address)

    async def _stay(self, socket: WebSocket) -> None:
        """Converse until either ends it, and say why if it was us.

        Nobody cancels this: an act that was begun is finished, even if whoever sent it is gone by then.
        """
        try:
            await self._converse(find_frames(socket.scope))
        except WebSocketDisconnect:
            pass
        except SocketClosed as closed:
            self._count(closed.args[0])
            await _close(socket, closed.code, str(closed))
        except Exception:
            log.exception("socket")
            await _close(socket, 1011, "something went wrong on the server")

    async def _converse(self, frames: Frames) -> None:
        member, share = RoomMember(frames), RateCounter(max(1, self._limits.messages_per_socket // 2), PER)
        room = await self._join(await self._receive_first(frames, share), member)
        try:
            while True:
                message = await self._receive(frames, share)
                if isinstance(message, Ping):
                    member.tell(_PONG)
                elif isinstance(message, SocketAct):
                    await _act(room, message, member)
                else:
                    raise SocketClosed(POLICY, "a socket joins one match, once")
        finally:
            room.audience.leave(member)

    async def _join(self, message: FromSocket, member: RoomMember) -> Room:
        if not isinstance(message, Join):
            raise SocketClosed(POLICY, "the first message on a socket is join")
        try:
            room = await self._rooms.open(message.match, message.since)
            member.sides = room.stored.find_holders(message.seats)
            room.audience.enter(member)
        except Refusal as refusal:
            raise SocketClosed(POLICY if refusal.code != "unavailable" else RESTART, str(refusal)) from None
        since = message.since if message.since <= room.length else 0
        member.say(room.message(since, member.sides))
        return room

    async def _receive_first(self, frames: Frames, share: RateCounter) -> FromSocket:
        try:
            return await asyncio.wait_for(self._receive(frames, share), _JOINING)
        except TimeoutError:
            raise SocketClosed(
                POLICY, f"the first message on a socket is join, within {_JOINING:.0f} seconds"
            ) from None

    async def _receive(self, frames: Frames, share: RateCounter) -> FromSocket:
        """The next message, if it is one.

        When an address says too much, those of its sockets are closed that have had their share.
        """
        received: Mapping[str, Any] = await frames.receive()
        if received["type"] == "websocket.disconnect":
            raise self._end(received)
        text = received.get("text")
        if text is None:
            raise SocketClosed(POLICY, "messages are text")
        if len(text) > MESSAGE or len(text.encode()) > MESSAGE:
            raise SocketClosed(TOO_BIG, f"a message has at most {MESSAGE} bytes")
        quiet = share.take(1)
        if self._said.count(asker.get()) and not quiet:
            raise SocketClosed(POLICY, f"{TOO_MANY} from your address: at most {self._limits.messages_per_address}")
        try:
            message: FromSocket = _decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise SocketClosed(POLICY, f"that is no message: {describe_error(error, FromSocket)[:80]}") from None
        return message

    def _end(self, received: Mapping[str, Any]) -> Exception:
        """Why no more is received."""
        reason = received.get("reason")
        if reason == TOO_MANY:
            return SocketClosed(POLICY, f"{TOO_MANY}: at most {self._limits.messages_per_socket} in {PER:.0f} seconds")
        if reason == TOO_SLOW:
            return SocketClosed(POLICY, TOO_SLOW)
        return WebSocketDisconnect(received.get("code", 1000))

    def _may_come_from(self, socket: WebSocket) -> bool:
        """Whether a browser sent this from our own page, or from one that was allowed. Programs send no origin."""
        origin = socket.headers.get("origin")
        if origin is None:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(socket.url.scheme, socket.url.scheme)
        ours = parse_origin(f"{scheme}://{socket.headers.get('host', '')}")
        given = parse_origin(origin)
        return given is not None and given in self._origins | {ours}

    def _count(self, why: str) -> None:
        self._rooms.services.metrics.dropped[why.partition(":")[0][:40]] += 1


async def _act(room: Room, message: SocketAct, member: RoomMember) -> None:
    room.answering += 1
    try:
        member.say(await room.finish_act(message.seat, message))
    except Refusal as refusal:
        member.say(Refused(message.turn, refusal.code, str(refusal)))
    finally:
        room.answering -= 1


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(Exception):  # it may be gone already
            await asyncio.wait_for(socket.close(code, reason[:120]), 1)
