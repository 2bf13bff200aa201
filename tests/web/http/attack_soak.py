"""Every attack for a quarter of a minute, with another player in the middle of it: what they saw, as a table.

python -m tests.web.http.attack_soak [SECONDS [ATTACK…]]

Each from one address, and from three. Ends with 1 if of a hundred moves of another player more than one took longer
than 100 ms, or the server needed more than 300 MB. Where that is so while nobody attacks, this machine is too busy.
"""

import asyncio
import contextlib
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import click
import httpx
import msgspec

from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import MEMORY, peak
from tests.web.serving import PATIENCE, Served
from tests.web.visiting import Begun, acted, begin, joined, paired, state

ADDRESSES = (1, 3)  # that attack at once
MOST = 100  # milliseconds of 99 moves of a hundred
ELSEWHERE = "127.0.0.2"  # every address that begins like this is this machine
PACE = 0.13  # seconds between two moves


class Seen(NamedTuple):
    """What another player, at another address, saw of an attack."""

    moves: list[float]  # milliseconds to the acknowledgement of each
    answers: list[float]  # milliseconds to the computer's move and to the truth
    memory: int  # kilobytes of the server, at most
    told: dict[str, Counter[str]]  # what each attacker was told, and how often


async def watch(server: Served, groups: Sequence[Sequence[str]], seconds: float) -> Seen:
    transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
    async with httpx.AsyncClient(base_url=server.url, timeout=3 * PATIENCE, transport=transport) as client:
        match = await paired(client)
        alone, computer = await begin(client, "showdown", "explore"), await begin(client, "snatchers", "level:4")
        await ask(client, alone, computer)  # once before, so that everything is loaded that has to be
        answers, moves = list[float](), list[float]()

        async def ask_on() -> None:
            while not (told.done() and answers):
                begun = time.perf_counter()
                await ask(client, alone, computer)
                answers.append(1e3 * (time.perf_counter() - begun))
                await asyncio.sleep(1)

        async with (
            joined(server, match.id, [match.first], local_addr=(ELSEWHERE, 0)) as first,
            joined(server, match.id, [match.second], local_addr=(ELSEWHERE, 0)) as second,
            attacking(server, groups, seconds) as told,
        ):
            asking = asyncio.create_task(ask_on())
            while not asking.done():
                turn, began = len(moves) + 1, time.perf_counter()
                await (second, first)[turn % 2].move(match, turn)
                moves.append(1e3 * (time.perf_counter() - began))
                await asyncio.sleep(PACE)
            await asking
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for said, _ in await told:
            for attack, heard in msgspec.json.decode(said).items():
                found[attack].update(heard)
        return Seen(moves, answers, peak(server.process.pid), found)


@contextlib.asynccontextmanager
async def attacking(
    server: Served, groups: Sequence[Sequence[str]], seconds: float
) -> AsyncIterator["asyncio.Future[Any]"]:
    """Attackers at work, and what they will have said."""
    attackers, pipe = [], asyncio.subprocess.PIPE
    for number, attacks in enumerate(groups, 1):
        command = ["-m", "tests.web.http.attackers", server.url, str(seconds), str(number), *attacks]
        attackers.append(await asyncio.create_subprocess_exec(sys.executable, *command, stdout=pipe))
    told = asyncio.gather(*(attacker.communicate() for attacker in attackers))
    try:
        yield told
    finally:
        for attacker in attackers:
            if attacker.returncode is None:
                attacker.kill()
        await asyncio.gather(told, return_exceptions=True)
    assert not any(attacker.returncode for attacker in attackers)


async def ask(client: httpx.AsyncClient, alone: Begun, computer: Begun) -> None:
    """The truth of one match, and a computer's move in the other one, which is then taken back."""
    assert (await client.get(f"/api/matches/{alone.id}/truth")).status_code == 200
    told = await state(client, computer.id)
    await acted(client, computer.id, computer.first, told["turn"] + 1, "move", move=told["legal"][0]["move"])
    while (told := await state(client, computer.id))["mover"] != "first":
        await asyncio.sleep(0.02)
    assert (await acted(client, computer.id, computer.first, told["turn"] + 1, "undo")).status_code == 200


def serve(folder: Path) -> Served:
    """A server with the limits it comes with; only a long match is prepared faster than anybody plays."""
    return Served(folder, "--limit=acts_per_address=100000", "--log=warning")


def percentile(times: list[float], percent: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def write_row(seen: Seen) -> str:
    moves = f"{len(seen.moves)}, {percentile(seen.moves, 50):.1f} / {percentile(seen.moves, 99):.1f}"
    answers = f"{percentile(seen.answers, 50):.0f} / {max(seen.answers):.0f}"
    told = ", ".join(f"{what}: {count}" for each in seen.told.values() for what, count in sorted(each.items()))
    return f"{moves} | {answers} | {seen.memory >> 10} | {told}"


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    click.echo("| attack | moves, p50 / p99 ms | computer and truth, p50 / max | MB | the attacker was told |")
    click.echo("|---|---|---|---|---|")
    failed = False
    for attack, addresses in product(sys.argv[2:] or ATTACKS, ADDRESSES):
        with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
            try:
                watching = watch(server, [[attack]] * addresses, seconds)
                seen = asyncio.run(asyncio.wait_for(watching, 6 * seconds + 120))
            except (AssertionError, OSError, TimeoutError) as error:
                server.process.kill()
                row, is_bad = f"did not stand it: {type(error).__name__} {str(error)[:60]}", True
            else:
                row, is_bad = write_row(seen), percentile(seen.moves, 99) > MOST or seen.memory > MEMORY
        click.echo(f"| {attack}, {addresses} | {row} |")
        failed |= is_bad
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
