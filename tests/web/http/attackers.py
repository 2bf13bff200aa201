"""Clients against a public server, for so many seconds: what they try, and what becomes of it.

python -m tests.web.http.attackers URL SECONDS NUMBER NAME…

In a process of their own, so that whoever is measured meanwhile does not wait for them. Prints what each was told, and
how often.
"""

import asyncio
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from squarely.core.match.match import Match
from squarely.core.rules import registry
from tests.web.http.flooding import GET, HEADS, UPGRADE, Kind, Line, dial, flood, frame, read, upgrade
from tests.web.serving import PATIENCE
from tests.web.visiting import Begun, acted, begin, follow

ASKED = GET % b"/api/openapi.json" + b"\r\n"
HALF = GET % b"/" + b"A: " + b"b" * 1000
LARGE = "size=6,block=4"  # of quad: the largest, and hard to win
FULL = "XOXOXO/XOXOXO/OXOXOX/OXOXOX/XOXOXO/XOXOXO X"
WIDE = "-----/-----/-----/-----/----- A"  # of center, size=5
SERVED = ("/", "/healthz", "/metrics", "/api/games", "/api/openapi.json", "/games/quad", "/puzzles", "/nowhere")


class Attacker:
    def __init__(self, url: str, seconds: float, address: str) -> None:
        self.url, self.address, self._seconds = url, address, seconds
        self.length = 300 if seconds > 10 else 30  # moves of a match, played, taken back and played differently
        self.told: Counter[str] = Counter()

    async def attack(self, name: str) -> Counter[str]:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        async with httpx.AsyncClient(base_url=self.url, timeout=2 * PATIENCE, transport=transport) as self.client:
            await ATTACKS[name](self)
        return self.told

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

    @asynccontextmanager
    async def line(self, is_socket: bool = False) -> AsyncIterator[Line]:
        reader, writer = await (upgrade if is_socket else dial)(self.url, self.address)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def flood(self, opening: bytes, more: bytes) -> None:
        """A head, or frames, without end."""

        async def one() -> str:
            _, answer = await flood(self.url, opening, more, address=self.address)
            return "closed: too many messages" if "too many messages" in answer else answer[:12]

        await self.again(4, one)

    async def say(self, times: int, parts: Iterable[bytes], apart: float, is_socket: bool = False) -> None:
        """Connections on which all that is said, so many seconds apart, and no answer is read."""

        async def one() -> str:
            async with self.line(is_socket) as (_, writer):
                for part in itertools.chain(parts, itertools.repeat(b"")):
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(apart)
                    if writer.transport.is_closing():
                        break
            return "hung up on"

        await self.again(times, one)

    async def stay_silent(self) -> None:
        async def one() -> str:
            async with self.line() as (reader, _):
                await read(reader)
                await asyncio.sleep(0.05)
                return "hung up on"

        await self.again(400, one)

    async def watch_and_never_read(self) -> None:
        """Sockets at a match in which much happens."""
        match, turns = await begin(self.client, "snatchers", "explore"), itertools.count(1)

        async def play() -> str:
            act = {"act": "move", "move": "up 1"} if (turn := next(turns)) % 2 else {"act": "undo"}
            return f"HTTP {(await acted(self.client, match.id, match.first, turn, **act)).status_code}"

        await asyncio.gather(self.join(match, 90), self.again(1, play))

    async def join(self, match: Begun, times: int, *acts: dict[str, object]) -> None:
        await self.say(times, [joining(match), *(frame(json.dumps(act).encode()) for act in acts)], 1 / 15, True)

    async def old_turns(self) -> None:
        """Acts that were played long ago, in a line that was taken back, from many sockets."""
        match = await self.long_match()
        acts: list[dict[str, object]] = [
            {"type": "act", "seat": secret, "turn": self.length - number, "act": "move", "move": "a1"}
            for number, secret in enumerate((match.second, match.first))
        ]
        await self.join(match, 60, *acts * 500)

    async def joins(self) -> None:
        """A socket that joins a long match from its beginning, and another one, and another one."""
        match = await self.long_match()

        async def one() -> str:
            async with self.line(is_socket=True) as (reader, writer):
                writer.write(joining(match))
                await reader.readexactly(100)
            return "joined"

        await self.again(60, one)

    async def rematches(self) -> None:
        match = await begin(self.client, "quad", "here")

        async def one() -> str:
            nonlocal match
            await acted(self.client, match.id, match.first, 1, "resign")
            offered = await acted(self.client, match.id, match.first, 2, "offer", offer="rematch")
            if offered.status_code == 200:
                taken = [(await follow(self.client, match, secret)).json() for secret in (match.second, match.first)]
                match = Begun(taken[0]["match"], taken[0]["secret"], taken[1]["secret"], "")
            return f"HTTP {offered.status_code}"

        await self.again(1, one)

    async def post(self, times: int, path: str, body: dict[str, str]) -> None:
        async def one() -> str:
            answer = await self.client.post(path, json=body)
            if answer.status_code == 201:
                await self.client.get(f"/api/matches/{answer.json()['match']}")
            return f"HTTP {answer.status_code}"

        await self.again(times, one)

    async def get(self, *paths: str) -> None:
        numbers = itertools.count()
        match = await (self.long_match() if "MATCH" in paths[-1] else begin(self.client, "quad", "here"))

        async def one() -> str:
            number = next(numbers)
            path = paths[number % len(paths)].replace("MATCH", match.id).replace("NUMBER", str(number))
            return f"HTTP {(await self.client.get(path)).status_code}"

        await self.again(100, one)

    async def ask_unsolved(self) -> None:
        """Positions that nobody has solved, each asked from an address of its own, all at once and again and again."""
        game, numbers = registry.load("quad", "size=5"), itertools.count()

        async def ask_from(address: str) -> None:
            transport = httpx.AsyncHTTPTransport(local_address=address)
            async with httpx.AsyncClient(base_url=self.url, timeout=2 * PATIENCE, transport=transport) as client:

                async def one() -> str:
                    chance, asked = Random(next(numbers)), Match.of(game)
                    for _ in range(4):
                        asked = asked.play(chance.choice(asked.legal_moves))
                    about = {"options": game.options, "position": game.write_position(asked.position)}
                    answer = await client.get("/api/games/quad/truth", params=about)
                    return "believed" if '"share":0.' in answer.text else f"HTTP {answer.status_code}"

                await self.again(1, one)

        around = self.address.rpartition(".")[0]
        await asyncio.gather(*(ask_from(f"{around}.{100 + number}") for number in range(20)))

    async def long_match(self) -> Begun:
        """A match of a long line, taken back, and another one of the same length."""
        match, acts = await begin(self.client, "quad", "explore", options=LARGE), list[dict[str, str]]()
        for seed in (1, 2):
            chance, line = Random(seed), Match.of(registry.load("quad", LARGE))
            while len(line.moves) < self.length:
                after = line.play(chance.choice(line.legal_moves))
                line = line if after.outcome else after
            acts += [{"act": "undo"}] * len(acts) + [{"act": "move", "move": str(move)} for move in line.moves]
        for turn, act in enumerate(acts, 1):
            done = await acted(self.client, match.id, match.mover(turn), turn, **act)
            assert done.status_code == 200, done.text
        return match


def joining(match: Begun) -> bytes:
    seats = [match.first, match.second]
    return frame(json.dumps({"type": "join", "match": match.id, "seats": seats, "since": 0}).encode())


COMPUTER = {"game": "quad", "options": LARGE, "opponent": "level:9", "side": "second", "position": FULL}
QUESTION = {"game": "center", "options": "size=5", "position": WIDE, "move": "place 0 1"}
ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "nobody": lambda attacker: attacker.again(1, lambda: asyncio.sleep(1, "rested")),
    "short lines in a head": lambda attacker: attacker.flood(*HEADS["short lines"]),
    "one line of a head": lambda attacker: attacker.flood(*HEADS["one line"]),
    "trailers": lambda attacker: attacker.flood(*HEADS["trailers"]),
    "half a request, slowly": lambda attacker: attacker.say(300, [bytes([byte]) for byte in HALF], 0.5),
    "pings": lambda attacker: attacker.flood(UPGRADE, frame(b"x" * 125, Kind.PING) * 100),
    "empty fragments": lambda attacker: attacker.flood(UPGRADE + frame(kind=Kind.BEGIN), frame(kind=Kind.MORE) * 1000),
    "old turns": Attacker.old_turns,
    "computers that think long": lambda attacker: attacker.post(30, "/api/matches", COMPUTER),
    "questions that take long": lambda attacker: attacker.post(32, "/api/puzzles/answer", QUESTION),
    "twenty unsolved positions": Attacker.ask_unsolved,
    "rematches": Attacker.rematches,
    "connections without a word": Attacker.stay_silent,
    "answers nobody reads": lambda attacker: attacker.say(50, itertools.repeat(ASKED * 100), 0.02),
    "news nobody reads": Attacker.watch_and_never_read,
    "GETs": lambda attacker: attacker.get(*SERVED, "/m/MATCH"),
    "pages with any query": lambda attacker: attacker.get("/?NUMBER"),
    "pages, figures and health": lambda attacker: attacker.get("/", "/metrics", "/healthz"),
    "states of a long match": lambda attacker: attacker.get("/api/matches/MATCH"),
    "records of a long match": lambda attacker: attacker.get("/api/matches/MATCH/record"),
    "reviews of a long match": lambda attacker: attacker.get("/api/matches/MATCH/review"),
    "upgrades of no socket": lambda attacker: attacker.flood(UPGRADE.replace(b"/api/socket", b"/nowhere"), b""),
    "joins": Attacker.joins,
}


async def _main(url: str, seconds: str, number: str, *names: str) -> None:
    attackers = [Attacker(url, float(seconds), f"127.0.{number}.{1 + list(ATTACKS).index(name)}") for name in names]
    told = await asyncio.gather(*(each.attack(name) for each, name in zip(attackers, names, strict=True)))
    sys.stdout.write(json.dumps(dict(zip(names, told, strict=True))))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
