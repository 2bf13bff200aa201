"""Another player, at another address, while one client attacks: how long each move takes, and what the server needs."""

import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import peak, worked
from tests.web.serving import PATIENCE, Served
from tests.web.visiting import Begun, Visitor, acted, begin, joined, paired, step

ELSEWHERE = "127.0.0.2"  # every address that begins like this is this machine
PACE = 0.25  # seconds between two moves


class Seen(NamedTuple):
    """What somebody else saw of an attack."""

    moves: list[float]  # seconds to the acknowledgement of each
    answers: list[float]  # seconds to the computer's move and to the truth
    busy: float  # of one core, the server without its workers
    memory: int  # kilobytes of the server, at most
    told: dict[str, Counter[str]]  # what each attacker was told, and how often


@asynccontextmanager
async def elsewhere(server: Served) -> AsyncIterator[httpx.AsyncClient]:
    """A client at another address."""
    transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
    async with httpx.AsyncClient(base_url=server.url, timeout=3 * PATIENCE, transport=transport) as client:
        yield client


async def watched(server: Served, attacks: Sequence[str], seconds: float) -> Seen:
    """Attacks of so many seconds, each from an address of its own, and another player in the middle of them."""
    async with elsewhere(server) as client:
        match = await paired(client)
        alone = await begin(client, "center", "explore")
        computer = await begin(client, "center", "level:4")
        await answered(client, alone, computer)  # once before, so that everything is loaded that has to be
        async with (
            joined(server, match.id, [match.first], local_addr=(ELSEWHERE, 0)) as first,
            joined(server, match.id, [match.second], local_addr=(ELSEWHERE, 0)) as second,
        ):
            attackers = [
                await attacking(server, attack, seconds, f"127.0.{1 + number}.{1 + list(ATTACKS).index(attack)}")
                for number, attack in enumerate(attacks)
            ]
            told = asyncio.gather(*(attacker.communicate() for attacker in attackers))
            begun, working = time.monotonic(), worked(server.process.pid)
            moves: list[float] = []
            answers: list[float] = []
            asking = asyncio.create_task(asked_on(client, alone, computer, answers))
            try:
                while not (asking.done() or (told.done() and answers)):
                    moves.append(await moved(match, (first, second), len(moves) + 1))
                    await asyncio.sleep(PACE)
                if asking.done():
                    asking.result()
            finally:
                asking.cancel()
                for attacker in attackers:
                    if attacker.returncode is None:
                        attacker.kill()
                await asyncio.gather(asking, told, return_exceptions=True)
            busy = (worked(server.process.pid) - working) / (time.monotonic() - begun)
        assert not any(attacker.returncode for attacker in attackers)
        answered_with: dict[str, Counter[str]] = defaultdict(Counter)
        for attack, (said, _) in zip(attacks, await told, strict=True):
            answered_with[attack].update(msgspec.json.decode(said))
        return Seen(moves, answers, busy, peak(server.process.pid), answered_with)


async def attacking(server: Served, attack: str, seconds: float, address: str) -> asyncio.subprocess.Process:
    """An attacker at work."""
    command = ["-m", "tests.web.http.attackers", attack, server.url, str(seconds), address]
    return await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)


async def moved(match: Begun, players: tuple[Visitor, Visitor], turn: int) -> float:
    """The seconds that a move takes to be acknowledged."""
    begun, seat = time.perf_counter(), (turn - 1) % 2
    said = await players[seat].act((match.first, match.second)[seat], turn, "move", move=step(turn))
    assert said["type"] == "done", said
    return time.perf_counter() - begun


async def asked_on(client: httpx.AsyncClient, alone: Begun, computer: Begun, answers: list[float]) -> None:
    """Ask for the truth and for a computer's move, again and again."""
    while True:
        begun = time.perf_counter()
        await answered(client, alone, computer)
        answers.append(time.perf_counter() - begun)
        await asyncio.sleep(1)


async def answered(client: httpx.AsyncClient, alone: Begun, computer: Begun) -> None:
    """The truth of one match, and a computer's move in the other one, which is then taken back."""
    assert (await client.get(f"/api/matches/{alone.id}/truth")).status_code == 200
    told = await told_of(client, computer)
    await acted(client, computer.id, computer.first, told["turn"] + 1, "move", move=told["legal"][0]["move"])
    while (told := await told_of(client, computer))["mover"] != "first":
        await asyncio.sleep(0.02)
    assert (await acted(client, computer.id, computer.first, told["turn"] + 1, "undo")).status_code == 200


async def told_of(client: httpx.AsyncClient, match: Begun) -> dict[str, Any]:
    """How a match stands."""
    answer = await client.get(f"/api/matches/{match.id}?since=1000000")
    state: dict[str, Any] = answer.json()["state"]
    return state


def percentile(seconds: list[float], percent: int) -> float:
    """What so many of a hundred do not exceed, in milliseconds."""
    ordered = sorted(seconds)
    return 1e3 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def served(folder: Path, **variables: str) -> Served:
    """A server with the limits it comes with; only a long match is prepared faster than anybody plays."""
    return Served(folder, "--limit=acts_per_address=100000", "--log=warning", **variables)
