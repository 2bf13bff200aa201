"""The socket: one match, live. Whoever is on it hears of every turn, and acts if they prove that a seat is theirs."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from squarely.core.game import Side
from squarely.serving.connection_limits import ConnectionLimiter, household_of
from squarely.web.http.error_responses import describe_error
from squarely.web.http.origins import parse_origin, read_allowed_origin
from squarely.web.http.rate_limits import MESSAGE, PER, QUEUED, Limits, RateCounter, RateLimiter, asker
from squarely.web.http.socket_frames import TOO_MANY
from squarely.web.match.room import Room
from squarely.web.match.rooms import Rooms
from squarely.web.protocol.messages import FromSocket, Join, Ping, Pong, Refused, SocketAct, StateMessage
from squarely.web.protocol.refusals import Refusal

log = logging.getLogger("squarely.web")

POLICY, TOO_BIG, RESTART = 1008, 1009, 1012  # codes of the protocol
_JOINING = 20.0  # seconds from connecting to the first message
_PONG = msgspec.json.encode(Pong())
_decoder = msgspec.json.Decoder(FromSocket)


class SocketClosed(Exception):
    """The socket is to be closed, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class RoomMember:
    """A socket in a room. What it is told waits in a queue; one that does not keep up is dropped."""

    def __init__(self, socket: WebSocket) -> None:
        self.sides: Sequence[Side] = ()
        self.too_slow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket = socket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUED)

    def tell(self, message: bytes) -> None:
        """Queue a message."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            if not self.too_slow.done():
                self.too_slow.set_exception(SocketClosed(POLICY, "you do not keep up; join again"))

    def say(self, message: StateMessage | msgspec.Struct) -> None:
        """Queue a message for this one alone."""
        self.tell(msgspec.json.encode(message))

    async def send(self) -> None:
        """Send what is queued, for ever."""
        while True:
            message = await self._queue.get()
            await self._socket.send_text(message.decode())


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
        """Send and receive until either ends, and say why if it was us."""
        member = RoomMember(socket)
        work = [*map(asyncio.ensure_future, (self._converse(socket, member), member.send())), member.too_slow]
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                ended.result()
        except WebSocketDisconnect:
            pass
        except SocketClosed as closed:
            self._count(closed.args[0])
            await _close(socket, closed.code, str(closed))
        except Exception:
            log.exception("socket")
            await _close(socket, 1011, "something went wrong on the server")
        finally:
            for each in work:
                each.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    async def _converse(self, socket: WebSocket, member: RoomMember) -> None:
        share = RateCounter(max(1, self._limits.messages_per_socket // 2), PER)
        room = await self._join(await self._receive_first(socket, share), member)
        try:
            while True:
                message = await self._receive(socket, share)
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

    async def _receive_first(self, socket: WebSocket, share: RateCounter) -> FromSocket:
        try:
            return await asyncio.wait_for(self._receive(socket, share), _JOINING)
        except TimeoutError:
            raise SocketClosed(
                POLICY, f"the first message on a socket is join, within {_JOINING:.0f} seconds"
            ) from None

    async def _receive(self, socket: WebSocket, share: RateCounter) -> FromSocket:
        """The next message, if it is one.

        When an address says too much, those of its sockets are closed that have had their share.
        """
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            if received.get("reason") == TOO_MANY:
                most = self._limits.messages_per_socket
                raise SocketClosed(POLICY, f"{TOO_MANY}: at most {most} in {PER:.0f} seconds")
            raise WebSocketDisconnect(received.get("code", 1000))
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
        member.say(await room.act(message.seat, message))
    except Refusal as refusal:
        member.say(Refused(message.turn, refusal.code, str(refusal)))
    finally:
        room.answering -= 1


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(Exception):  # it may be gone already
            await asyncio.wait_for(socket.close(code, reason[:120]), 1)
