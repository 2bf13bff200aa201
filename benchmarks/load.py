"""Matches by the thousand on one server process: how long a move takes to the other seat, and how many there can be.

    python benchmarks/load.py [--quick]

Moves are sent when they are due, whatever has become of those before them, and each is timed from that moment. At the
end every match is read again: it must hold exactly the moves that were sent. A bare echo is measured in the same run.
"""

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import uvloop
from pairs import Echo, Pair, Played, begun, planned

HERE = Path(__file__).parent
AT_ONCE = 200  # moves on their way while as many as possible are played
LIMITS = (
    "requests_per_address",
    "acts_per_address",
    "connections_per_address",
    "matches_per_address",
    "messages_per_address",
    "messages_per_socket",
    "sockets_per_address",
)


class Size(NamedTuple):
    """How much is to be done."""

    matches: int
    rate: int  # moves a second
    seconds: int
    rush: int  # seconds of as many as possible

    def __str__(self) -> str:
        sockets = f"{2 * self.matches:,} sockets in {self.matches:,} matches"
        return f"{sockets}, {self.rate:,} moves a second for {self.seconds} s"


FULL, QUICK = Size(1000, 1000, 30, 10), Size(100, 200, 3, 2)


class Times(NamedTuple):
    """How long something took, in seconds."""

    half: float
    most: float  # 99 of 100
    longest: float

    @classmethod
    def of(cls, seconds: list[float]) -> "Times":
        """The median, the 99th percentile and the longest."""
        ordered = sorted(seconds)
        return cls(ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])

    def __str__(self) -> str:
        return " / ".join(f"{1e3 * each:.1f}" for each in self)


class Figures(NamedTuple):
    """What one server did."""

    times: Times
    per_second: float  # at most
    memory: float  # bytes a socket
    cost: float  # seconds of its processor for each, while paced
    driving: float  # the same of the driver's
    done: int


async def paced(pairs: list[Pair], size: Size) -> None:
    """One message after another, each when it is due, then wait for the last to arrive."""
    first, number = time.perf_counter(), 0
    while number < size.rate * size.seconds:
        due = first + number / size.rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        pairs[number % len(pairs)].say(due)
        number += 1
    await arrived(pairs, number)


async def rush(pairs: list[Pair], seconds: float) -> float:
    """As many messages a second as there can be, with so many pairs always having one on its way."""
    first, before = time.perf_counter(), sum(len(pair.times) for pair in pairs)
    resting = pairs[AT_ONCE:]

    def next_one(pair: Pair) -> None:
        """Whoever has rested longest goes on."""
        resting.append(pair)
        if time.perf_counter() < first + seconds:
            resting.pop(0).say(time.perf_counter())

    for pair in pairs:
        pair.on_arrival = partial(next_one, pair)
    for pair in pairs[:AT_ONCE]:
        pair.say(time.perf_counter())
    await asyncio.sleep(seconds)
    return (sum(len(pair.times) for pair in pairs) - before) / (time.perf_counter() - first)


async def arrived(pairs: list[Pair], count: int) -> None:
    """Wait for this many to arrive; not for ever."""
    patience = time.perf_counter() + 60
    while sum(len(pair.times) for pair in pairs) < count and time.perf_counter() < patience:
        await asyncio.sleep(0.05)


@contextmanager
def running(*command: str) -> Iterator[tuple[str, int]]:
    """A server process: its address and its number."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1], process.pid
        finally:
            process.terminate()


def memory(process: int) -> int:
    """The bytes that a process has in memory."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def worked(process: int) -> float:
    """The seconds that a process has computed, all its threads together."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text(encoding="ascii").split()[0]) for each in threads) / 1e9


async def measured(pairs: list[Pair], process: int, size: Size) -> Figures:
    """What a server does for these pairs."""
    before = memory(process)
    for pair in pairs:
        for line in pair.lines:
            await line.connect()
        if isinstance(pair, Played):
            await pair.join()
    await asyncio.sleep(0.5)
    each = (memory(process) - before) / (2 * len(pairs))
    working, driving = worked(process), time.process_time()
    await paced(pairs, size)
    count = sum(len(pair.times) for pair in pairs)
    cost, driving = (worked(process) - working) / count, (time.process_time() - driving) / count
    times = Times.of([seconds for pair in pairs for seconds in pair.times])
    per_second = await rush(pairs, size.rush)
    await arrived(pairs, sum(pair.sent for pair in pairs))
    await asyncio.sleep(0.5)
    lost = [line.closed for pair in pairs for line in pair.lines if line.closed]
    assert not lost, f"{len(lost)} sockets were closed: {lost[0]}"
    return Figures(times, per_second, each, cost, driving, sum(pair.sent for pair in pairs))


async def echoed(size: Size) -> Figures:
    """The bare echo."""
    with running(sys.executable, str(HERE / "echo.py")) as (address, process):
        pairs: list[Pair] = [Echo(f"{address}/api/socket") for _ in range(size.matches)]
        return await measured(pairs, process, size)


async def served(size: Size) -> Figures:
    """Squarely, with every match read again at the end."""
    squarely = str(Path(sys.executable).parent / "squarely")
    with tempfile.TemporaryDirectory() as folder:
        settings = [f"--database=sqlite:///{folder}/load.db", *(f"--limit={name}={10**6}" for name in LIMITS)]
        with (
            running(squarely, "serve", "--port=0", "--log=warning", *settings) as (address, process),
            ThreadPoolExecutor(8) as pool,
        ):
            plans = [planned(seed) for seed in range(20)]
            matches = pool.map(begun, [address] * size.matches)
            played = [Played(address, *match, plans[number % 20]) for number, match in enumerate(matches)]
            figures = await measured(list(played), process, size)
            assert sum(pool.map(Played.kept, played)) == figures.done
            return figures


def measurements(size: Size) -> Iterator[tuple[str, Figures]]:
    """Squarely and the echo, one after the other."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    yield "squarely", uvloop.run(served(size))
    yield "echo", uvloop.run(echoed(size))


def main() -> None:
    """Measure and print."""
    size = QUICK if "--quick" in sys.argv[1:] else FULL
    print(
        f"{2 * size.matches:,} sockets in {size.matches:,} matches, {size.rate:,} moves a second for {size.seconds} s"
    )
    for name, found in measurements(size):
        print(
            f"{name}: p50 / p99 / max {found.times} ms, {1e3 * found.cost:.2f} ms of processor each "
            f"(the driver: {1e3 * found.driving:.2f}), "
            f"at most {found.per_second:,.0f} a second, {found.memory / 1024:.1f} KB a socket, {found.done:,} in all",
            flush=True,
        )
    print("every match holds exactly the moves that were sent")


if __name__ == "__main__":
    main()
