"""A pool of worker processes for what takes long, so that moves never wait for questions.

One rule admits jobs to workers: a job is long unless its kind is known to be soon done, of one address one long job is
at work, and of all workers one is left for what is soon done. What was wrongly taken for that waits again, as long.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from squarely.core.rules.game import Game
from squarely.web.http.rate_limits import asker
from squarely.web.protocol.refusals import Refusal

T = TypeVar("T")

WORKERS = 3
SOON = 1.0  # seconds
_SLICE = 2.0  # seconds that something may take which is soon done
_LONGEST = 30.0  # seconds of work on anything
_PATIENCE = 60.0  # seconds for one answer, waiting included
_WEIGHT = 60.0  # a second of work counts like that many of waiting
_WAITING, _WAITING_IN_ALL = 64, 256  # jobs of one address, and of all
_KINDS = 1000  # whose time is remembered
_REMEMBERED = 8  # games that a worker knows from before
_QUICK = {"check_can_play", "draw_link"}  # questions that are soon done, until they were not
_SLOW = ("unavailable", "that takes too long to work out; please ask again later", 30.0)
_DIED = ("unavailable", "the computer lost its thread; please ask again", 1.0)
_STOPPED = ("unavailable", "the server stops for a moment; please ask again", 2.0)
_COMMAND = (sys.executable, "-P", "-m", "squarely.web.workers.worker")


@dataclass(eq=False)
class Job:
    """A question of an address, and the future of its answer."""

    address: str
    question: Callable[..., Any]
    about: tuple[Any, ...] = ()
    answer: "asyncio.Future[Any] | None" = None
    asked_at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Find the game that it is about, and its kind: what takes about as long."""
        game = getattr(self.about[0], "game", self.about[0]) if self.about else None
        self.game = (game.name, game.options) if isinstance(game, Game) else (str(game),)
        words = [each for each in self.about if isinstance(each, str)][:1]
        self.kind = (self.question.__qualname__, *self.game, *words)

    def settle(self, found: Any, error: Exception | None) -> None:
        """Resolve the futures that still wait."""
        if self.answer and not self.answer.done():
            self.answer.set_exception(error) if error else self.answer.set_result(found)


class JobQueue:
    """Which job is next: addresses take turns, and of one address what is soon done goes before what takes long."""

    def __init__(self, workers: int) -> None:
        self._most = max(1, workers - 1)  # long jobs at work
        self._waiting: OrderedDict[str, list[Job]] = OrderedDict()
        self.long: set[Job] = set()  # at work
        self._took: OrderedDict[tuple[str, ...], float] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, job: Job, again: bool = False) -> None:
        """Wait in turn; a Refusal if too many do, or too many of the same address, unless it is soon done or was begun
        before.
        """
        if len(self) >= _WAITING_IN_ALL and not (again or self.is_soon_done(job)):
            raise Refusal("busy", "too much is being worked out here already; please ask again later", wait=5)
        jobs = self._waiting.setdefault(job.address, [])
        if len(jobs) >= _WAITING and not (again or self.is_soon_done(job)):
            raise Refusal("busy", "too much of yours is being worked out already; please ask again later", wait=5)
        jobs.append(job)

    def take(self) -> Job | None:
        """What is to be done next, if anything may."""
        for address, jobs in self._waiting.items():
            for job in sorted(jobs, key=lambda each: each.asked_at + _WEIGHT * self._took.get(each.kind, SOON)):
                if self.is_soon_done(job) or self.begin_long(job):
                    self.drop(job)
                    if address in self._waiting:
                        self._waiting.move_to_end(address)
                    return job
        return None

    def is_soon_done(self, job: Job) -> bool:
        return self._took.get(job.kind, 0.0 if job.question.__qualname__ in _QUICK else SOON) < SOON

    def begin_long(self, job: Job) -> bool:
        """Count a job as a long one at work, if there may be one more."""
        if len(self.long) >= self._most or any(job.address == other.address for other in self.long):
            return False
        self.long.add(job)
        return True

    def drop(self, job: Job) -> None:
        jobs = self._waiting.get(job.address, [])
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.address]

    def done(self, job: Job, seconds: float, is_whole: bool = True) -> None:
        """It was at work for so long. What was not finished teaches only that it takes at least that."""
        self.long.discard(job)
        before = self._took.pop(job.kind, seconds if is_whole else SOON)
        self._took[job.kind] = (3 * before + seconds) / 4 if is_whole and seconds < before else max(before, seconds)
        if len(self._took) > _KINDS:
            self._took.popitem(last=False)


class Worker:
    """One process that answers one question at a time."""

    def __init__(self) -> None:
        self.is_busy = False
        self.games: deque[tuple[str, ...]] = deque(maxlen=_REMEMBERED)  # that it was asked about
        self._process: subprocess.Popen[bytes] | None = None

    def wake(self) -> None:
        """Start the process, unless it runs."""
        if self._process is None or self._process.poll() is not None:
            self._asked, theirs = Pipe()
            command, pipe = [*_COMMAND, str(theirs.fileno())], subprocess.PIPE  # by which it knows that we are here
            with theirs:
                self._process = subprocess.Popen(command, stdin=pipe, pass_fds=[theirs.fileno()])
            self._asked.send([each or os.getcwd() for each in sys.path])
            self.games.clear()

    async def answer(self, job: Job) -> None:
        """Hand out what the process says or raises; a Refusal if it has died over it."""
        try:
            self.wake()
            self.games.append(job.game)
            found, error = await asyncio.to_thread(_ask, self._asked, (job.question, job.about))
        except (EOFError, OSError):
            await self.end()
            found, error = None, Refusal(*_DIED)
        except Exception as raised:
            found, error = None, raised
        job.settle(found, error)

    async def end(self) -> None:
        """End the process, whatever it is thinking about."""
        if self._process:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)


class WorkerPool:
    """Workers that answer questions. A question without a waiting client is dropped, even while it is at work."""

    def __init__(self, workers: int = WORKERS, on_wait: Callable[[float], None] = lambda _: None) -> None:
        """`on_wait` is told how long each job has waited."""
        self._workers = [Worker() for _ in range(workers)]
        self._queue = JobQueue(workers)
        self._on_wait = on_wait
        self._jobs: set[Job] = set()  # waiting or at work
        self._tasks: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    def wake(self) -> None:
        """Start the workers, so that the first question does not wait for them."""
        for worker in self._workers:
            worker.wake()

    def count_waiting(self) -> int:
        return len(self._queue)

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """The answer. A Refusal if it takes too long or the worker died over it; what the question raises otherwise."""
        if self._is_closed:
            raise Refusal(*_STOPPED)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = Job(asker.get(), question, about, answer)
        self._queue.put(job)
        self._jobs.add(job)
        self._assign_work()
        try:
            return await asyncio.wait_for(answer, _PATIENCE)
        except TimeoutError:
            raise Refusal(*_SLOW) from None
        finally:
            self._queue.drop(job)
            self._jobs.discard(job)

    async def close(self) -> None:
        """End the workers, whatever they are thinking about, and fail what still waits."""
        self._is_closed = True
        for job in self._jobs:
            job.settle(None, Refusal(*_STOPPED))
        await asyncio.gather(*self._tasks, *(worker.end() for worker in self._workers))

    def _assign_work(self) -> None:
        while idle := [worker for worker in self._workers if not worker.is_busy]:
            job = None if self._is_closed else self._queue.take()
            if job is None:
                return
            self._on_wait(time.monotonic() - job.asked_at)
            worker = next((each for each in idle if job.game in each.games), idle[0])
            worker.is_busy = True
            task = asyncio.ensure_future(self._work(worker, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, worker: Worker, job: Job) -> None:
        """Have a question answered; a worker that is late, or whose clients have left, is ended and replaced."""
        assert job.answer
        begun, answer = time.monotonic(), job.answer
        working = asyncio.ensure_future(worker.answer(job))
        if job not in self._queue.long:
            await asyncio.wait([answer], timeout=_SLICE)
        if answer.done() or job in self._queue.long or self._queue.begin_long(job):
            await asyncio.wait([answer], timeout=max(0, begun + _LONGEST - time.monotonic()))
            job.settle(None, Refusal(*_SLOW))
        self._queue.done(job, time.monotonic() - begun, is_whole=working.done())
        if not working.done():
            working.cancel()
            await worker.end()
        if not self._is_closed:
            await asyncio.to_thread(worker.wake)  # to begin a process takes longer than a move may
        worker.is_busy = False
        if not answer.done():  # it was taken for soon done, and is long
            self._queue.put(job, again=True)
        self._assign_work()


def _ask(process: "Connection[Any, Any]", call: Any) -> Any:
    process.send(call)
    return process.recv()
