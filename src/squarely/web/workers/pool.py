"""A pool of worker processes for what takes long, so that nobody's move waits for somebody else's question."""

import asyncio
import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from squarely.core.rules.game import Game
from squarely.web.http.rate_limits import asker
from squarely.web.protocol.refusals import Refusal
from squarely.web.workers.fair_queue import FairQueue, QueuedJob
from squarely.web.workers.worker import LENGTH

T = TypeVar("T")

WORKERS = 3  # one for whoever takes long, one for the next of these, one for everybody else
_PATIENCE = 60.0  # seconds for one answer, waiting included
_LONGEST = 30.0  # seconds of work on it
_REMEMBERED = 8  # games that a worker knows from before
_COMMAND = (sys.executable, "-P", "-m", "squarely.web.workers.worker")


@dataclass
class _PendingQuestion:
    """A question, and whoever waits for its answer."""

    question: Callable[..., Any]
    about: tuple[Any, ...]
    game: tuple[str, ...]
    answer: "asyncio.Future[Any]"


class WorkerDied(Exception):
    """A worker has ended before it had an answer."""


class Worker:
    """One process that answers one question at a time."""

    def __init__(self) -> None:
        self.is_busy = False
        self.games: deque[tuple[str, ...]] = deque(maxlen=_REMEMBERED)  # that it was asked about
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()

    async def wake(self) -> asyncio.subprocess.Process:
        """Start the process, unless it runs."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                pipe = asyncio.subprocess.PIPE
                self._process = await asyncio.create_subprocess_exec(*_COMMAND, stdin=pipe, stdout=pipe)
                self.games.clear()
                _send(self._process, pickle.dumps([each or os.getcwd() for each in sys.path]))
            return self._process

    async def answer(self, asked: _PendingQuestion) -> Any:
        """What the process says; what it raises. Died if it has died over it."""
        call = await asyncio.to_thread(pickle.dumps, (asked.question, asked.about))
        process = await self.wake()
        self.games.append(asked.game)
        assert process.stdout
        try:
            _send(process, call)
            head = await process.stdout.readexactly(LENGTH.size)
            given = await process.stdout.readexactly(LENGTH.unpack(head)[0])
        except (EOFError, OSError):
            raise WorkerDied from None
        found, error = pickle.loads(given)
        if error:
            raise error
        return found

    async def end(self) -> None:
        """End the process, whatever it is thinking about."""
        async with self._starting:
            if self._process:
                with suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()
                self._process = None


class WorkerPool:
    """Workers that answer questions, those of one address in turn with those of others."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._workers = [Worker() for _ in range(workers)]
        self._queue: FairQueue[_PendingQuestion] = FairQueue(workers)
        self._waiting: set[QueuedJob[_PendingQuestion]] = set()
        self._tasks: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    def wake(self) -> None:
        """Start the workers, so that the first question does not wait for them."""
        for worker in self._workers:
            self._start(worker.wake())

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """The answer. A Refusal if it takes too long or the worker died over it; what the question raises otherwise."""
        if self._is_closed:
            raise _refuse_stopped()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        game = _find_game(about)
        words = [each for each in about if isinstance(each, str)][:1]
        job = QueuedJob(
            asker.get(), (question.__qualname__, *game, *words), _PendingQuestion(question, about, game, answer)
        )
        self._queue.put(job)
        self._waiting.add(job)
        self._assign_work()
        try:
            return await asyncio.wait_for(answer, _PATIENCE)
        except TimeoutError:
            raise _refuse_slow() from None
        finally:
            self._queue.drop(job)
            self._waiting.discard(job)

    async def close(self) -> None:
        """End the workers, whatever they are thinking about, and say so to whoever waits."""
        self._is_closed = True
        for job in self._waiting:
            if not job.what.answer.done():
                job.what.answer.set_exception(_refuse_stopped())
        ending = list(self._tasks)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    def _assign_work(self) -> None:
        """Give work to those who have none."""
        while idle := [worker for worker in self._workers if not worker.is_busy]:
            job = None if self._is_closed else self._queue.take()
            if job is None:
                return
            worker = next((each for each in idle if job.what.game in each.games), idle[0])
            worker.is_busy = True
            self._start(self._work(worker, job))

    async def _work(self, worker: Worker, job: QueuedJob[_PendingQuestion]) -> None:
        """Have a question answered; a worker that does not answer in time, or for nobody, is ended and replaced."""
        begun, answer = time.monotonic(), job.what.answer
        working = asyncio.ensure_future(worker.answer(job.what))
        try:
            await asyncio.wait({working, answer}, timeout=_LONGEST, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                _pass_on(working, answer)
            elif not answer.done():
                answer.set_exception(_refuse_slow())
        finally:
            self._queue.done(job, time.monotonic() - begun)
            if not working.done() or isinstance(working.exception(), WorkerDied):
                working.cancel()
                await worker.end()
                if not self._is_closed:
                    await worker.wake()
            worker.is_busy = False
            self._assign_work()

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _pass_on(working: "asyncio.Future[Any]", answer: "asyncio.Future[Any]") -> None:
    error = working.exception()
    if answer.done():  # whoever asked has left
        return
    if isinstance(error, WorkerDied):
        answer.set_exception(Refusal("unavailable", "the computer lost its thread; please ask again", wait=1))
    elif error:
        answer.set_exception(error)
    else:
        answer.set_result(working.result())


def _send(process: asyncio.subprocess.Process, message: bytes) -> None:
    assert process.stdin
    process.stdin.write(LENGTH.pack(len(message)) + message)


def _find_game(about: tuple[Any, ...]) -> tuple[str, ...]:
    """The game that a question is about, with its options: of a match, itself, or its name."""
    game = getattr(about[0], "game", about[0]) if about else None
    return (game.name, game.options) if isinstance(game, Game) else (str(game),)


def _refuse_slow() -> Refusal:
    return Refusal("unavailable", "that takes too long to work out; please ask again later", wait=30)


def _refuse_stopped() -> Refusal:
    return Refusal("unavailable", "the server stops for a moment; please ask again", wait=2)
