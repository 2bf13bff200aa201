"""One client against a public server, for so many seconds: what it tries, and what becomes of it.

python -m tests.web.http.attackers NAME URL SECONDS [ADDRESS]

In a process of its own, so that whoever is measured meanwhile does not wait for the attacker. Prints what it was told,
and how often.
"""

import asyncio
import contextlib
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import WebSocketException

from squarely.core.match.match import Match
from squarely.core.rules import registry
from tests.web.http.flooding import HEADS, UPGRADE, flood, frames
from tests.web.http.holding import ask_and_never_read, ask_for_everything, stay_silent, watch_and_never_read
from tests.web.serving import PATIENCE
from tests.web.visiting import Begun, Visitor, acted, bearer, begin, joined

Told: TypeAlias = "Counter[str]"

LONG, SHORT = 300, 30  # moves of a match, played, taken back and played differently
LARGE = "size=6,block=4"  # of quad: the largest, and hard to win
FULL = "XOXOXO/XOXOXO/OXOXOX/OXOXOX/XOXOXO/XOXOXO X"
WIDE = "-----/-----/-----/-----/----- A"  # of center, size=5


class Attacker:
    """A client that attacks for so long."""

    def __init__(self, url: str, seconds: float, address: str = "127.0.0.1") -> None:
        self.url = url
        self.address = address
        self.length = LONG if seconds > 10 else SHORT
        self.told: Told = Counter()
        self._seconds = seconds

    async def attack(self, name: str) -> None:
        """The attack of this name, until the time is over."""
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        async with httpx.AsyncClient(base_url=self.url, timeout=2 * PATIENCE, transport=transport) as client:
            await ATTACKS[name](self, client)

    async def again(self, times: int, one: Callable[[], Awaitable[str]]) -> None:
        """So many at once, each again and again, whatever happens to it."""
        until = time.monotonic() + self._seconds

        async def repeat() -> None:
            while time.monotonic() < until:
                try:
                    self.told[await asyncio.wait_for(one(), max(1.0, until - time.monotonic()))] += 1
                except (OSError, TimeoutError, httpx.HTTPError, WebSocketException, AssertionError) as error:
                    self.told[type(error).__name__] += 1
                await asyncio.sleep(0)

        await asyncio.gather(*(repeat() for _ in range(times)))

    async def heads(self, kind: str, times: int = 4) -> None:
        """Heads without end."""

        async def one() -> str:
            sent, answer = await flood(self.url, *HEADS[kind], address=self.address)
            return answer[:12] or f"hung up on after {sent >> 20} MB"

        await self.again(times, one)

    async def frames(self, opening: str, more: str) -> None:
        """Frames without end, nothing of what comes back is looked at."""

        async def one() -> str:
            _, answer = await flood(self.url, UPGRADE + opening, more, address=self.address)
            return "closed: too many messages" if "too many messages" in answer else answer[:12]

        await self.again(4, one)

    async def half(self) -> None:
        """Connections that ask for something slowly, and hundreds of them."""
        parts = urlsplit(self.url)

        async def one() -> str:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(self.address, 0))
            try:
                for byte in "GET / HTTP/1.1\r\nHost: localhost\r\nA: " + "b" * 1000:
                    writer.write(byte.encode())
                    with contextlib.suppress(TimeoutError):
                        if answer := await asyncio.wait_for(reader.read(100), 0.5):
                            return answer[:12].decode()
                return "never hung up on"
            finally:
                writer.close()

        await self.again(300, one)

    async def upgrades(self) -> None:
        """Upgrades of a path that has no socket."""

        async def one() -> str:
            _, answer = await flood(self.url, UPGRADE.replace("/api/socket", "/nowhere"), "", 0, self.address)
            return answer[:12]

        await self.again(20, one)

    async def old_turns(self, client: httpx.AsyncClient) -> None:
        """Acts that were played long ago, in a line that was taken back, from many sockets."""
        match = await long_match(client, self.length)

        async def one() -> str:
            async with joined_quietly(self.url, match, local_addr=(self.address, 0)) as visitor:
                for number in range(1000):
                    secret = (match.second, match.first)[number % 2]
                    await visitor.say(type="act", seat=secret, turn=self.length - number % 2, act="move", move="a1")
                    await asyncio.sleep(1 / 15)
            return "never hung up on"

        await self.again(60, one)

    async def computers(self, client: httpx.AsyncClient) -> None:
        """Computers that have to think for long, in many matches."""

        async def one() -> str:
            body = {"game": "quad", "options": LARGE, "opponent": "level:9", "side": "second"}
            answer = await client.post("/api/matches", json={**body, "position": FULL})
            if answer.status_code == 201:
                await client.get(f"/api/matches/{answer.json()['match']}")
            return f"HTTP {answer.status_code}"

        await self.again(30, one)

    async def questions(self, client: httpx.AsyncClient) -> None:
        """Questions that take long."""

        async def one() -> str:
            body = {"game": "center", "options": "size=5", "position": WIDE, "move": "place 0 1"}
            return f"HTTP {(await client.post('/api/puzzles/answer', json=body)).status_code}"

        await self.again(32, one)

    async def requests(self, client: httpx.AsyncClient, *paths: str) -> None:
        """The same again and again, of a long match where one is named."""
        has_match = any("MATCH" in path for path in paths)
        numbers = itertools.count()
        match = await long_match(client, self.length) if has_match else None

        async def one() -> str:
            path = paths[sum(self.told.values()) % len(paths)]
            path = path.replace("MATCH", match.id) if match else path.replace("NUMBER", str(next(numbers)))
            return f"HTTP {(await client.get(path)).status_code}"

        await self.again(100, one)

    async def joins(self, client: httpx.AsyncClient) -> None:
        """A socket that joins a long match from its beginning, and another one, and another one."""
        match = await long_match(client, self.length)

        async def one() -> str:
            async with joined_quietly(self.url, match, local_addr=(self.address, 0)):
                return "joined"

        await self.again(60, one)

    async def rematches(self, client: httpx.AsyncClient) -> None:
        """One rematch after the other."""
        match = await begin(client, "quad", "here")

        async def one() -> str:
            nonlocal match
            await acted(client, match.id, match.first, 1, "resign")
            offered = await acted(client, match.id, match.first, 2, "offer", offer="rematch")
            if offered.status_code == 200:
                seats = [
                    (await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(secret))).json()
                    for secret in (match.second, match.first)
                ]
                match = Begun(seats[0]["match"], seats[0]["secret"], seats[1]["secret"], "")
            return f"HTTP {offered.status_code}"

        await self.again(1, one)


async def long_match(client: httpx.AsyncClient, length: int) -> Begun:
    """A match of a long line, taken back, and another one of the same length."""
    match = await begin(client, "quad", "explore", options=LARGE)
    acts = [*_line(1, length), *({"act": "undo"} for _ in range(length)), *_line(2, length)]
    for turn, act in enumerate(acts, 1):
        done = await acted(client, match.id, (match.second, match.first)[turn % 2], turn, **act)
        assert done.status_code == 200, done.text
    return match


def _line(seed: int, length: int) -> list[dict[str, Any]]:
    """Moves that end nothing."""
    chance, match = Random(seed), Match.of(registry.load("quad", LARGE))
    while len(match.moves) < length:
        after = match.play(chance.choice(match.legal_moves))
        match = match if after.outcome else after
    return [{"act": "move", "move": str(move)} for move in match.moves]


@contextlib.asynccontextmanager
async def joined_quietly(url: str, match: Begun, **how: Any):  # type: ignore[no-untyped-def]
    """Somebody at a match who does not listen."""

    class Server:
        """As much of one as a visitor needs."""

        def __init__(self) -> None:
            self.url = url

    async with joined(Server(), match.id, [match.first, match.second], **how) as visitor:  # type: ignore[arg-type]
        listening = asyncio.create_task(_listen(visitor))
        try:
            yield visitor
        finally:
            listening.cancel()


async def _listen(visitor: Visitor) -> None:
    async for _ in visitor.connection:
        pass


ATTACKS: dict[str, Callable[[Attacker, httpx.AsyncClient], Awaitable[None]]] = {
    "nobody": lambda attacker, _: attacker.again(1, lambda: asyncio.sleep(1, "rested")),
    "short lines in a head": lambda attacker, _: attacker.heads("short lines"),
    "one line of a head": lambda attacker, _: attacker.heads("one line"),
    "trailers": lambda attacker, _: attacker.heads("trailers"),
    "half a request, slowly": lambda attacker, _: attacker.half(),
    "pings": lambda attacker, _: attacker.frames("", frames(0x89, b"x" * 125, 100)),
    "empty fragments": lambda attacker, _: attacker.frames(frames(0x01, count=1), frames(0x00)),
    "old turns": Attacker.old_turns,
    "computers that think long": Attacker.computers,
    "questions that take long": Attacker.questions,
    "rematches": Attacker.rematches,
    "connections without a word": stay_silent,
    "answers nobody reads": ask_and_never_read,
    "news nobody reads": watch_and_never_read,
    "GETs": ask_for_everything,
    "states of a long match": lambda attacker, client: attacker.requests(client, "/api/matches/MATCH"),
    "records of a long match": lambda attacker, client: attacker.requests(client, "/api/matches/MATCH/record"),
    "reviews of a long match": lambda attacker, client: attacker.requests(client, "/api/matches/MATCH/review"),
    "pages, figures and health": lambda attacker, client: attacker.requests(client, "/", "/metrics", "/healthz"),
    "pages with any query": lambda attacker, client: attacker.requests(client, "/?NUMBER"),
    "upgrades of no socket": lambda attacker, _: attacker.upgrades(),
    "joins": Attacker.joins,
}


async def _main(name: str, url: str, seconds: str, *address: str) -> None:
    attacker = Attacker(url, float(seconds), *address)
    await attacker.attack(name)
    sys.stdout.write(json.dumps(attacker.told))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
