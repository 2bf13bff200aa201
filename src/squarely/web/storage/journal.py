"""The journal: one thread that writes, so that every commit carries all that has come in during the one before.

What a job returns is handed out after the commit, never before: nothing is acknowledged that is not kept.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from squarely.web.storage.database import Conflict, Database, News, StorageTrouble, upgrade

T = TypeVar("T")
Job: TypeAlias = Callable[[Database], T]

_APART = 0.004  # seconds from one commit to the next: a single job does not wait, a crowd shares
_TOGETHER = 128  # jobs of one commit
_TRIES = 5  # at a commit that another process is in the way of


class _Asked(NamedTuple):
    job: Job[Any]
    about: str
    answer: "asyncio.Future[Any]"


class Journal:
    """Runs jobs on a database, in the order in which they come, each wholly or not at all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._is_closing = self._is_dead = False  # dead: there was trouble while closing, so nothing more is tried

    def open(self, news: News) -> None:
        """Bring the database up to date and begin. BadOption or StorageTrouble if that cannot be."""
        upgrade(self._database)
        self._database.listen(news)
        self._thread.start()

    def run(self, job: Job[T], about: str = "") -> Awaitable[T]:
        """What the job gives, once it is committed. StorageTrouble if it is not.

        The jobs of one commit are run in the order of the matches they are about: processes that take their locks in
        one order cannot deadlock.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.put(_Asked(job, about, answer))
        return answer

    def close(self) -> None:
        """Finish what was asked for, unless the database does not answer; then release it."""
        if self._thread.is_alive():
            self._asked.put(None)
            self.give_up()
            self._thread.join()
        self._database.close()

    def give_up(self) -> None:
        """The server stops: a database that does not answer soon is not asked again."""
        self._is_closing = True
        self._database.hurry()

    def _write(self) -> None:
        """Commit what was asked for, in batches, until that is None."""
        next_at = 0.0  # when the next commit may begin
        while (first := self._asked.get()) is not None:
            time.sleep(max(0.0, next_at - time.monotonic()))
            next_at = time.monotonic() + _APART
            batch = [first]
            while len(batch) < _TOGETHER and not self._asked.empty():
                if (more := self._asked.get()) is None:
                    self._asked.put(None)
                    break
                batch.append(more)
            self._answer(sorted(batch, key=lambda asked: asked.about))

    def _answer(self, batch: list[_Asked]) -> None:
        """Commit a batch and hand out its results. If a job is wrong, each is committed alone: only that one fails."""
        results: list[Any]
        try:
            results = self._commit(batch)
        except StorageTrouble as trouble:
            self._is_dead = self._is_closing
            results = [trouble] * len(batch)
        except Exception as error:
            if len(batch) > 1:
                for asked in batch:
                    self._answer([asked])
                return
            results = [error]
        loop = batch[0].answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_set_results, batch, results)

    def _commit(self, batch: list[_Asked], tries: int = _TRIES) -> list[Any]:
        if self._is_dead:
            raise StorageTrouble("the server stops")
        try:
            self._database.begin()
            results = [asked.job(self._database) for asked in batch]
            self._database.commit()
        except BaseException as error:
            self._database.rollback()
            if isinstance(error, Conflict) and tries > 1:
                return self._commit(batch, tries - 1)
            raise
        return results


def _set_results(batch: list[_Asked], results: list[Any]) -> None:
    for asked, result in zip(batch, results, strict=True):
        if asked.answer.done():  # the caller was cancelled
            continue
        if isinstance(result, Exception):
            asked.answer.set_exception(result)
        else:
            asked.answer.set_result(result)
