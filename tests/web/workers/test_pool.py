"""Who thinks for whom: nobody waits behind somebody else's long question, and what never ends is ended."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from squarely.core.errors import BadPlayer
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.web.http.rate_limits import asker
from squarely.web.protocol.refusals import Refusal
from squarely.web.study import analysis
from squarely.web.workers import pool
from squarely.web.workers.pool import Job, JobQueue, WorkerPool
from tests.patience import PATIENCE, wait_beside
from tests.web.serving import Served, asking
from tests.web.visiting import begin

pytestmark = pytest.mark.anyio

ONCE = Match.of(registry.load("showdown"))


def long(*_: object) -> None:
    """Whatever takes long."""


def quick(*_: object) -> None:
    """What is soon done."""


def new(*_: object) -> None:
    """What nobody has asked before."""


def fill(*jobs: Job) -> JobQueue:
    """A queue of three workers that knows what is quick and what is long, with these jobs in it."""
    queue = JobQueue(3)
    queue.done(Job("", quick), 0.1)
    queue.done(Job("", long), 9.0)
    for job in jobs:
        queue.put(job)
    return queue


def take(queue: JobQueue, many: int) -> list[Job | None]:
    return [queue.take() for _ in range(many)]


def test_addresses_take_turns_and_of_one_what_is_soon_done_goes_first() -> None:
    jobs = [Job(address, quick, asked_at=number) for number, address in enumerate("aaaab")]
    queue = fill(*jobs)
    assert len(queue) == 5
    assert take(queue, 6) == [jobs[0], jobs[4], *jobs[1:4], None]
    assert len(queue) == 0
    queue.done(Job("", new), 0.9)
    jobs = [Job("a", new, asked_at=100.0), Job("a", quick, asked_at=101.0), Job("a", quick, asked_at=200.0)]
    for job in jobs:
        queue.put(job)
    assert take(queue, 3) == [jobs[1], jobs[0], jobs[2]], "but not for ever"


def test_of_one_address_one_long_job_is_at_work() -> None:
    jobs = [Job("a", long), Job("a", long), Job("b", long)]
    queue = fill(*jobs)
    assert take(queue, 3) == [jobs[0], jobs[2], None]
    queue.put(soon := Job("a", quick))
    assert queue.take() is soon, "what is soon done does not wait for it"
    queue.done(jobs[0], 9.0)
    assert queue.take() is jobs[1]


def test_three_addresses_with_hard_questions_leave_a_worker() -> None:
    """Nobody has asked these before: they count as long, so that another's match begins and goes on at once."""
    for question in (new, long):
        hard = [Job(address, question) for address in "abc" for _ in range(8)]
        queue = fill(*hard)
        assert take(queue, 3) == [hard[0], hard[8], None]
        for soon in (analysis.check_can_play, quick):
            queue.put(other := Job("d", soon))
            assert queue.take() is other
            queue.done(other, 0.1)


def test_what_is_known_by_short_work_does_not_take_every_worker() -> None:
    """Late positions teach that something is soon done; then it is not: it gives its worker back, and waits."""
    fresh = [Job("a", quick) for _ in range(4)]
    queue = fill(*fresh)
    assert take(queue, 3) == fresh[:3]
    assert [queue.begin_long(job) for job in fresh[:3]] == [True, False, False], "when each has had its time"
    for job in fresh[1:3]:
        queue.done(job, 2.0, is_whole=False)
        queue.put(job, again=True)
    queue.put(other := Job("b", analysis.check_can_play))
    assert take(queue, 2) == [other, None], "the rest is known to be long by now"


def test_what_nobody_knows_is_taken_for_long_once_and_longer_if_it_was_given_up_early() -> None:
    jobs = [Job("a", new) for _ in range(3)]
    queue = fill(*jobs)
    assert take(queue, 2) == [jobs[0], None]
    queue.done(jobs[0], 0.1)
    assert take(queue, 2) == jobs[1:]
    queue = fill()
    for question in (new, long):
        queue.done(Job("a", question), 0.01, is_whole=False)
        assert not queue.is_soon_done(Job("a", question))


def test_too_many_of_one_address() -> None:
    queue = fill(*(Job("a", new) for _ in range(64)))
    with pytest.raises(Refusal, match="too much of yours is being worked out already") as refused:
        queue.put(Job("a", new))
    assert refused.value.status == 429
    queue.put(Job("b", new))
    queue.put(soon := Job("a", quick))
    assert queue.take() is soon


def test_too_many_in_all() -> None:
    queue = fill(*(Job(str(number), new) for number in range(256)))
    with pytest.raises(Refusal, match="too much is being worked out here already; please ask again later") as refused:
        queue.put(Job("another", new))
    assert refused.value.status == 429
    queue.put(Job("another", quick))


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    workers = WorkerPool()
    yield workers
    await workers.close()


async def ask_as(address: str, workers: WorkerPool, seconds: float) -> None:
    """Whoever is at this address has a worker sleep for so long."""
    asker.set(address)
    await workers.ask(time.sleep, seconds)


def hang(file: Path, seconds: float = PATIENCE) -> None:
    with file.open("a", encoding="ascii") as processes:
        processes.write(f"{os.getpid()}\n")
    time.sleep(seconds)


async def find_processes(file: Path) -> list[int]:
    await wait_beside((), lambda: file.exists() and file.read_text(encoding="ascii").endswith("\n"))
    return [int(pid) for pid in file.read_text(encoding="ascii").split()]


async def until_gone(*processes: int) -> None:
    """Wait until each of them has ended: whoever waited for an answer may be told a moment earlier."""
    await wait_beside((), lambda: all(map(is_gone, processes)))


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.slow
async def test_nobody_waits_for_somebody_elses_long_questions(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = [asyncio.create_task(ask_as("a", workers, 99)) for _ in range(20)]
    await asyncio.sleep(0.1)
    await asyncio.wait_for(asyncio.create_task(ask_as("b", workers, 0.0)), PATIENCE)
    assert not any(task.done() for task in long), "they were not waited for"
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    # What was taken for short gives its worker back, and is answered later.
    monkeypatch.setattr(pool, "_SLICE", 0.5)
    for seconds in (100, 1.0):
        workers._queue.done(Job("", time.sleep, (seconds,)), 0.0)
    jobs = [asyncio.create_task(workers.ask(time.sleep, 100)) for _ in range(3)]
    await asyncio.sleep(0.1)
    assert workers.count_waiting() == 0, "all three are at work"
    await asyncio.wait_for(asyncio.create_task(ask_as("b", workers, 0.0)), PATIENCE)
    assert not any(job.done() for job in jobs), "it did not wait for any of them"
    for job in jobs:
        job.cancel()
    again = [workers.ask(time.sleep, 1.0) for _ in range(3)]
    assert await asyncio.wait_for(asyncio.gather(*again), PATIENCE) == [None] * 3


@pytest.mark.slow
async def test_what_nobody_waits_for_is_not_worked_off(workers: WorkerPool, tmp_path: Path) -> None:
    """Who leaves frees the place in the queue, and the worker."""
    waits: list[float] = []
    workers._on_wait = waits.append
    asked = [asyncio.create_task(workers.ask(hang, tmp_path / str(number))) for number in range(5)]
    hanging = await find_processes(tmp_path / "0")
    assert workers.count_waiting() == 4, "of one address one is at work that nobody knows"
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert workers.count_waiting() == 0
    assert await asyncio.wait_for(workers.ask(os.path.basename, "a/b"), PATIENCE) == "b"
    assert [path.name for path in tmp_path.iterdir()] == ["0"]
    assert len(waits) == 2
    await until_gone(*hanging)


@pytest.mark.slow
async def test_a_worker_that_takes_too_long_or_is_killed_is_replaced_and_what_a_question_raises_is_told(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    long = tmp_path / "long"
    await workers.ask(hang, long, 0)
    with monkeypatch.context() as patch:
        patch.setattr(pool, "_LONGEST", 0.5)
        for _ in range(2):
            with pytest.raises(Refusal, match="that takes too long to work out"):
                await asyncio.wait_for(workers.ask(hang, long), PATIENCE)
    assert await workers.ask(analysis.choose_move, ONCE, "random", 1) in map(str, ONCE.legal_moves)
    ended = await find_processes(long)
    assert len(ended) > 1
    await until_gone(*ended[1:])
    for number in range(2):
        thought = asyncio.create_task(workers.ask(hang, tmp_path / str(number)))
        (pid,) = await find_processes(tmp_path / str(number))
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Refusal, match="the computer lost its thread"):
            await asyncio.wait_for(thought, PATIENCE)
    assert await workers.ask(os.getpid) != pid
    with pytest.raises(ZeroDivisionError) as raised:
        await workers.ask(divmod, 1, 0)
    assert "in _answer" in raised.value.__notes__[0], "with where it was"
    with pytest.raises(BadPlayer, match="'program:ls' is no computer player"):
        await workers.ask(analysis.check_can_play, ONCE, "program:ls")


async def test_whether_a_computer_can_play_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.of(registry.load("quad", "size=6,block=4"))
    monkeypatch.setattr("squarely.players.level.LevelPlayer.choose", None)
    analysis.check_can_play(match, "level:9")


@pytest.mark.slow
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
        await until_gone(*workers)
    await asyncio.sleep(0.2)
    assert "semaphore" not in server.log
    assert "Traceback" not in server.log
