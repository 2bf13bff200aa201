"""The socket: one match, live. Whoever is on it hears of every turn, and acts if they prove that a seat is theirs."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from squarely.connections import Doorkeeper, household
from squarely.game import Side
from squarely.web.complaints import complaint
from squarely.web.frames import TOO_MANY
from squarely.web.limits import MESSAGE, PER, QUEUED, Limits, Meter, Tally, asker
from squarely.web.messages import FromSocket, Join, Ping, Pong, Refused, SocketAct, StateMessage
from squarely.web.origins import allowed, origin_of
from squarely.web.refusals import Refusal
from squarely.web.seats import held
from squarely.web.table import Table
from squarely.web.tables import Tables

log = logging.getLogger("squarely.web")

POLICY, TOO_BIG, RESTART = 1008, 1009, 1012  # codes of the protocol
_JOINING = 20.0  # seconds from connecting to the first message
_PONG = msgspec.json.encode(Pong())
_decoder = msgspec.json.Decoder(FromSocket)


class Closed(Exception):
    """The socket is to be closed, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Member:
    """A socket at a table. What it is told waits in a queue; one that does not keep up is dropped."""

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
                self.too_slow.set_exception(Closed(POLICY, "you do not keep up; join again"))

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

    def __init__(self, tables: Tables, limits: Limits, origins: Sequence[str]) -> None:
        self._tables, self._limits = tables, limits
        self._origins = {allowed(each) for each in origins}
        self._door = Doorkeeper(limits.sockets_per_address)
        self._said = Meter(max(limits.messages_per_address, limits.messages_per_socket), PER)

    async def serve(self, socket: WebSocket) -> None:
        """From the handshake to the end."""
        address = household(socket.client.host) if socket.client else ""
        asker.set(address)
        if not self._may_come_from(socket) or self._said.count(address):
            await socket.close(POLICY, "this page, or so many at once, may not connect here")  # that is HTTP 403
            return
        await socket.accept()
        if not self._door.enter(address):
            self._count("address")
            await socket.close(POLICY, "too many connections from your address; close some and try again")
            return
        self._tables.metrics.sockets += 1
        try:
            await self._stay(socket)
        finally:
            self._tables.metrics.sockets -= 1
            self._door.leave(address)

    async def _stay(self, socket: WebSocket) -> None:
        """Send and receive until either ends, and say why if it was us."""
        member = Member(socket)
        work = [*map(asyncio.ensure_future, (self._converse(socket, member), member.send())), member.too_slow]
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                ended.result()
        except WebSocketDisconnect:
            pass
        except Closed as closed:
            self._count(closed.args[0])
            await _close(socket, closed.code, str(closed))
        except Exception:
            log.exception("socket")
            await _close(socket, 1011, "something went wrong on the server")
        finally:
            for each in work:
                each.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    async def _converse(self, socket: WebSocket, member: Member) -> None:
        share = Tally(max(1, self._limits.messages_per_socket // 2), PER)
        table = await self._join(await self._heard_first(socket, share), member)
        try:
            while True:
                message = await self._heard(socket, share)
                if isinstance(message, Ping):
                    member.tell(_PONG)
                elif isinstance(message, SocketAct):
                    await _act(table, message, member)
                else:
                    raise Closed(POLICY, "a socket joins one match, once")
        finally:
            table.leave(member)

    async def _join(self, message: FromSocket, member: Member) -> Table:
        if not isinstance(message, Join):
            raise Closed(POLICY, "the first message on a socket is join")
        try:
            table = await self._tables.table(message.match, message.since)
            member.sides = held(table.proceedings.kept, message.seats)
            table.enter(member)
        except Refusal as refusal:
            raise Closed(POLICY if refusal.code != "unavailable" else RESTART, str(refusal)) from None
        since = message.since if message.since <= table.proceedings.turn else 0
        member.say(table.message(since, member.sides))
        return table

    async def _heard_first(self, socket: WebSocket, share: Tally) -> FromSocket:
        try:
            return await asyncio.wait_for(self._heard(socket, share), _JOINING)
        except TimeoutError:
            raise Closed(POLICY, f"the first message on a socket is join, within {_JOINING:.0f} seconds") from None

    async def _heard(self, socket: WebSocket, share: Tally) -> FromSocket:
        """The next message, if it is one.

        When an address says too much, those of its sockets are closed that have had their share.
        """
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            if received.get("reason") == TOO_MANY:
                most = self._limits.messages_per_socket
                raise Closed(POLICY, f"{TOO_MANY}: at most {most} in {PER:.0f} seconds")
            raise WebSocketDisconnect(received.get("code", 1000))
        text = received.get("text")
        if text is None:
            raise Closed(POLICY, "messages are text")
        if len(text) > MESSAGE or len(text.encode()) > MESSAGE:
            raise Closed(TOO_BIG, f"a message has at most {MESSAGE} bytes")
        quiet = share.take(1)
        if self._said.count(asker.get()) and not quiet:
            raise Closed(POLICY, f"{TOO_MANY} from your address: at most {self._limits.messages_per_address}")
        try:
            message: FromSocket = _decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Closed(POLICY, f"that is no message: {complaint(error, FromSocket)[:80]}") from None
        return message

    def _may_come_from(self, socket: WebSocket) -> bool:
        """Whether a browser sent this from our own page, or from one that was allowed. Programs send no origin."""
        origin = socket.headers.get("origin")
        if origin is None:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(socket.url.scheme, socket.url.scheme)
        ours = origin_of(f"{scheme}://{socket.headers.get('host', '')}")
        given = origin_of(origin)
        return given is not None and given in self._origins | {ours}

    def _count(self, why: str) -> None:
        self._tables.metrics.dropped[why.partition(":")[0][:40]] += 1


async def _act(table: Table, message: SocketAct, member: Member) -> None:
    table.answering += 1
    try:
        member.say(await table.act(message.seat, message))
    except Refusal as refusal:
        member.say(Refused(message.turn, refusal.code, str(refusal)))
    finally:
        table.answering -= 1


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(Exception):  # it may be gone already
            await asyncio.wait_for(socket.close(code, reason[:120]), 1)
