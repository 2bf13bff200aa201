"""Who thinks for whom: nobody waits behind somebody else's long question, and what never ends is ended."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.web.http.rate_limits import asker
from squarely.web.protocol.refusals import Refusal
from squarely.web.study import analysis
from squarely.web.workers import pool
from squarely.web.workers.fair_queue import FairQueue, QueuedJob
from squarely.web.workers.pool import WorkerPool
from tests.web.serving import PATIENCE, Served, asking
from tests.web.visiting import begin

pytestmark = pytest.mark.anyio

ONCE = Match.of(registry.load("showdown"))


class TestTheQueue:
    """What is served next, one job after the other."""

    def queue(self, workers: int = 3, **took: float) -> FairQueue[str]:
        queue: FairQueue[str] = FairQueue(workers)
        for kind, seconds in took.items():
            queue.done(QueuedJob("", (kind,), ""), seconds)
        return queue

    def test_addresses_take_turns(self) -> None:
        queue = self.queue(quick=0.1)
        for number, address in enumerate("aaaab"):
            queue.put(QueuedJob(address, ("quick",), f"{address}{number}", number))
        assert [taken(queue) for _ in range(6)] == ["a0", "b4", "a1", "a2", "a3", ""]

    def test_of_one_address_one_long_job_is_at_work(self) -> None:
        queue = self.queue(long=9.0, quick=0.1)
        jobs = [QueuedJob(*each) for each in (("a", ("long",), "1"), ("a", ("long",), "2"), ("b", ("long",), "3"))]
        for job in jobs:
            queue.put(job)
        assert [taken(queue) for _ in range(3)] == ["1", "3", ""]
        queue.put(QueuedJob("a", ("quick",), "4"))
        assert taken(queue) == "4", "what is soon done does not wait for it"
        queue.done(jobs[0], 9.0)
        assert taken(queue) == "2"

    def test_what_nobody_knows_is_taken_for_long_once(self) -> None:
        queue = self.queue()
        first, second, third = (QueuedJob("a", ("new",), text) for text in "123")
        for job in (first, second, third):
            queue.put(job)
        assert [taken(queue), taken(queue)] == ["1", ""]
        queue.done(first, 0.1)
        assert [taken(queue), taken(queue)] == ["2", "3"]

    def test_one_worker_is_left_for_what_is_soon_done(self) -> None:
        queue = self.queue(3, long=9.0, quick=0.1)
        for address in "abcd":
            queue.put(QueuedJob(address, ("long",), address))
        queue.put(QueuedJob("e", ("quick",), "e"))
        assert [taken(queue) for _ in range(4)] == ["a", "b", "e", ""]

    def test_of_one_address_what_is_soon_done_goes_first(self) -> None:
        queue = self.queue(long=0.9, quick=0.1)
        queue.put(QueuedJob("a", ("long",), "1", 100.0))
        queue.put(QueuedJob("a", ("quick",), "2", 101.0))
        queue.put(QueuedJob("a", ("quick",), "3", 200.0))
        assert [taken(queue) for _ in range(3)] == ["2", "1", "3"], "but not for ever"

    def test_too_many_of_one_address(self) -> None:
        queue = self.queue(quick=0.1)
        for _ in range(64):
            queue.put(QueuedJob("a", ("new",), ""))
        with pytest.raises(Refusal, match="too much of yours is being worked out already") as refused:
            queue.put(QueuedJob("a", ("new",), ""))
        assert refused.value.status == 429
        queue.put(QueuedJob("b", ("new",), ""))
        queue.put(QueuedJob("a", ("quick",), "soon done"))
        assert taken(queue) == "soon done"


def taken(queue: FairQueue[str]) -> str:
    job = queue.take()
    return job.what if job else ""


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    workers = WorkerPool()
    workers.wake()
    yield workers
    await workers.close()


async def asked_by(address: str, workers: WorkerPool, seconds: float) -> float:
    """How long whoever is at this address has to wait for a job of this length."""
    begun = time.monotonic()
    asker.set(address)
    await workers.ask(time.sleep, seconds)
    return time.monotonic() - begun


async def test_nobody_waits_for_somebody_elses_long_questions(workers: WorkerPool) -> None:
    long = [asyncio.create_task(asked_by("a", workers, 2.0)) for _ in range(20)]
    await asyncio.sleep(0.1)
    other = asyncio.create_task(asked_by("b", workers, 0.0))
    done, _ = await asyncio.wait([*long, other], return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    assert done <= {other, long[0]}
    await asyncio.wait_for(other, PATIENCE)
    assert sum(task.done() for task in long) < 10, "they were not waited for"
    for task in long:
        task.cancel()


async def test_what_takes_too_long_is_ended(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hanging = tmp_path / "processes"
    await workers.ask(hang, hanging, False)
    monkeypatch.setattr(pool, "_LONGEST", 1.0)
    for _ in range(2):
        with pytest.raises(Refusal, match="that takes too long to work out"):
            await asyncio.wait_for(workers.ask(hang, hanging), PATIENCE)
    monkeypatch.undo()
    assert await workers.ask(analysis.choose_move, ONCE, "random", 1) in map(str, ONCE.legal_moves)
    processes = [int(pid) for pid in hanging.read_text(encoding="ascii").split()]
    assert len(processes) > 1
    await until_gone(processes)


def hang(file: Path, for_ever: bool = True) -> None:
    """Write down which process this is, and never answer."""
    with file.open("a", encoding="ascii") as processes:
        processes.write(f"{os.getpid()}\n")
    while for_ever:
        pass


async def test_a_worker_that_is_killed_is_replaced(workers: WorkerPool, tmp_path: Path) -> None:
    for number in range(2):
        file = tmp_path / str(number)
        thought = asyncio.create_task(workers.ask(hang, file))
        async with asyncio.timeout(PATIENCE):
            while not (file.exists() and (written := file.read_text(encoding="ascii")).endswith("\n")):
                await asyncio.sleep(0.02)
        pid = int(written)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Refusal, match="the computer lost its thread"):
            await asyncio.wait_for(thought, PATIENCE)
    assert await workers.ask(os.getpid) != pid


async def test_what_a_question_raises_is_told_with_where_it_was(workers: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        await workers.ask(divmod, 1, 0)
    assert "in _answer" in raised.value.__notes__[0]
    with pytest.raises(FileNotFoundError):
        await workers.ask(os.stat, "/nowhere")


async def test_whether_a_computer_can_play_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.of(registry.load("quad", "size=6,block=4"))
    monkeypatch.setattr("squarely.players.level.LevelPlayer.choose", None)
    analysis.check_can_play(match, "level:9")


async def test_a_killed_server_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither processes nor complaints about what they shared."""
    with Served(tmp_path) as server:
        async with asking(server) as client:
            await begin(client, "center", "level:3", side="second")
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        workers = [int(pid) for pid in children.read_text(encoding="ascii").split()]
        assert len(workers) == pool.WORKERS
        os.kill(workers[0], signal.SIGKILL)
        server.stop(signal.SIGKILL)
        await until_gone(workers)
    await asyncio.sleep(0.2)
    assert "semaphore" not in server.log
    assert "Traceback" not in server.log


async def until_gone(processes: list[int]) -> None:
    """Wait until each of them has ended: whoever waited for an answer may be told a moment earlier."""
    async with asyncio.timeout(PATIENCE):
        while not all(map(is_gone, processes)):
            await asyncio.sleep(0.05)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, even if nobody has asked yet how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
