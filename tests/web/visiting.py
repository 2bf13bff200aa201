"""Visitors: what a page does, without the page. Everything that they are told is kept."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.web.serving import PATIENCE, House, Json, Served

T = TypeVar("T")
Message = TypeVar("Message", bound=msgspec.Struct)
_ROUND = ("right 1", "left 1", "left 1", "right 1")


def step(turn: int) -> str:
    """A move of snatchers for this turn; they go back and forth, so that there is one for any turn."""
    return _ROUND[(turn - 1) % len(_ROUND)]


@dataclass(frozen=True)
class Begun:
    """A match and the secrets of both seats, where they are taken."""

    id: str
    first: str
    second: str
    invitation: str

    def mover(self, turn: int) -> str:
        """The secret of whoever has this turn, if all turns are moves."""
        return (self.second, self.first)[turn % 2]


async def begin(client: httpx.AsyncClient, game: str = "snatchers", opponent: str = "link", **more: Any) -> Begun:
    answer = await client.post("/api/matches", json={"game": game, "opponent": opponent, **more})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    secrets = {seat["side"]: seat["secret"] for seat in told["seats"]}
    return Begun(told["match"], secrets.get("first", ""), secrets.get("second", ""), told["invitation"] or "")


async def paired(client: httpx.AsyncClient, game: str = "snatchers", **more: Any) -> Begun:
    """Begin a match by link whose invitation was accepted, the beginner sitting first."""
    begun = await begin(client, game, **more)
    taken = await take(client, begun)
    assert taken.status_code == 201, taken.text
    return Begun(begun.id, begun.first, taken.json()["secret"], begun.invitation)


async def take(client: httpx.AsyncClient, match: Begun, **more: str) -> httpx.Response:
    return await client.post(f"/api/matches/{match.id}/seat", json={"invitation": match.invitation, **more})


async def follow(client: httpx.AsyncClient, match: Begun, secret: str) -> httpx.Response:
    return await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(secret))


async def acted(client: httpx.AsyncClient, match: str, secret: str, turn: int, act: str, **more: Any) -> httpx.Response:
    body = {"turn": turn, "act": act, **more}
    return await client.post(f"/api/matches/{match}/turns", json=body, headers=bearer(secret))


async def moved(client: httpx.AsyncClient, match: Begun, turn: int) -> httpx.Response:
    return await acted(client, match.id, match.mover(turn), turn, "move", move=step(turn))


async def asked_until(ask: Callable[[], Awaitable[T]], is_so: Callable[[T], object]) -> T:
    """Ask again and again, until the answer is like this."""
    async with asyncio.timeout(PATIENCE):
        while not is_so(answer := await ask()):
            await asyncio.sleep(0.02)
    return answer


async def state(client: httpx.AsyncClient, match: str) -> Json:
    told: Json = (await client.get(f"/api/matches/{match}")).json()["state"]
    return told


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"} if secret else {}


def socket_url(server: Served | House) -> str:
    return server.url.replace("http", "ws", 1) + "/api/socket"


class Visitor:
    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Json] = []

    async def say(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def hear(self) -> Json:
        message: Json = json.loads(await asyncio.wait_for(self.connection.recv(), PATIENCE))
        self.heard.append(message)
        return message

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The first message that is like this; those before it are kept as well."""
        while not wanted(message := await self.hear()):
            pass
        return message

    async def answer(self) -> Json:
        """What is said about the visitor's own act."""
        return await self.until(lambda message: message["type"] in ("done", "refused"))

    async def turn(self, turn: int) -> Json:
        """The state in which the match has come to this turn, which may have been heard before."""
        return await self.learn(lambda message: message["type"] == "state" and message["state"]["turn"] >= turn)

    async def learn(self, wanted: Callable[[Json], bool]) -> Json:
        """The first message that is like this, among those heard before as well."""
        return next(filter(wanted, self.heard), None) or await self.until(wanted)

    async def act(self, secret: str, turn: int, act: str, **more: Any) -> Json:
        await self.say(type="act", seat=secret, turn=turn, act=act, **more)
        return await self.answer()

    async def move(self, match: Begun, turn: int) -> None:
        said = await self.act(match.mover(turn), turn, "move", move=step(turn))
        assert said["type"] == "done", said

    async def closed(self) -> tuple[int, str]:
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        return self.connection.close_code or 0, self.connection.close_reason or ""

    @property
    def turns(self) -> list[int]:
        return [turn["turn"] for message in self.heard if message["type"] == "state" for turn in message["turns"]]


@asynccontextmanager
async def connected(server: Served | House, **more: Any) -> AsyncIterator[Visitor]:
    async with connect(socket_url(server), compression=None, proxy=None, close_timeout=1, **more) as connection:
        yield Visitor(connection)


@asynccontextmanager
async def joined(
    server: Served | House, match: str, seats: Sequence[str] = (), since: int = 0, **more: Any
) -> AsyncIterator[Visitor]:
    """Somebody at a match, who has heard how it stands."""
    async with connected(server, **more) as visitor:
        await visitor.say(type="join", match=match, seats=list(seats), since=since)
        await visitor.until(lambda message: message["type"] == "state")
        yield visitor


def posted(message: Message) -> Message:
    """The message, after it was JSON and was checked against its type."""
    back = msgspec.json.decode(msgspec.json.encode(message), type=type(message))
    assert back == message
    return back
