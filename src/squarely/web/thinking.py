"""Thinking: what takes long is done in other processes, so that nobody's move waits for somebody else's question."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from squarely.web.refusals import Refusal

T = TypeVar("T")

WORKERS = 1
_QUESTIONS = "squarely.web.study.questions"
_PATIENCE = 60.0  # seconds for one answer


class Thinking:
    """Worker processes that answer questions. They end with the server, however it ends."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def wake(self) -> None:
        """Start the workers, so that the first question does not wait for them."""
        self._pool = self._pool or self._started()
        for _ in range(self._workers):
            self._pool.submit(import_module, _QUESTIONS)

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """The answer. A Refusal if it takes too long or the worker died over it; what the question raises otherwise."""
        pool = self._pool = self._pool or self._started()
        try:
            thought = asyncio.get_running_loop().run_in_executor(pool, question, *about)
            return await asyncio.wait_for(thought, _PATIENCE)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise Refusal("unavailable", "the computer lost its thread; please ask again", wait=1) from None
        except TimeoutError:
            raise Refusal("unavailable", "that takes too long to work out; please ask again later", wait=10) from None

    def close(self) -> None:
        """End the workers, whatever they are thinking about."""
        if self._pool:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=_end_with_the_server)


def _end_with_the_server() -> None:
    """A server that is killed takes its workers with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    server = parent_process()
    if server:

        def wait() -> None:
            server.join()
            os._exit(0)

        threading.Thread(target=wait, daemon=True).start()
