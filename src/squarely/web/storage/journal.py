"""The journal: one thread that writes, so that every commit carries all that has come in during the one before.

What a job returns is handed out after the commit, never before: nothing is acknowledged that is not kept.
"""

import asyncio
import queue
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from squarely.web.storage.database import Conflict, Database, News, StorageTrouble, upgrade
from squarely.web.storage.match_rows import MatchEvent, add_events

T = TypeVar("T")
Job: TypeAlias = Callable[[Database], T]

_APART = 0.004  # seconds from one commit to the next: a single job does not wait, a crowd shares
_TOGETHER = 128  # jobs of one commit
_TRIES = 5  # at a commit that another process is in the way of


class _Asked(NamedTuple):
    job: Job[Any]
    about: str
    answer: "asyncio.Future[Any]"


_Answer: TypeAlias = tuple[_Asked, Any, BaseException | None]


class Journal:
    """Runs jobs on a database, in the order in which they come, each wholly or not at all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._next_at = 0.0  # when the next commit may begin
        self._is_closing = self._is_dead = False  # dead: there was trouble while closing, so nothing more is tried

    def open(self, news: News) -> None:
        """Bring the database up to date and begin. BadOption or StorageTrouble if that cannot be."""
        upgrade(self._database)
        self._database.listen(news)
        self._thread.start()

    def run(self, job: Job[T], about: str = "") -> Awaitable[T]:
        """What the job gives, once it is committed. StorageTrouble if it is not.

        Events of one commit are kept by one statement. Other jobs follow, in the order of the matches they are about:
        processes that take their locks in one order cannot deadlock.
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
        while (asked := self._asked.get()) is not None:
            if (early := self._next_at - time.monotonic()) > 0:
                time.sleep(early)
            self._next_at = time.monotonic() + _APART
            batch = [asked]
            while len(batch) < _TOGETHER and not self._asked.empty():
                if (more := self._asked.get()) is None:
                    self._commit(batch)
                    return
                batch.append(more)
            self._commit(batch)

    def _commit(self, batch: list[_Asked]) -> None:
        batch.sort(key=lambda asked: asked.about)
        try:
            results = self._commit_together(batch)
        except StorageTrouble as trouble:
            self._is_dead = self._is_closing
            _deliver([(asked, None, trouble) for asked in batch])
        except Exception as error:  # one of the jobs is wrong: it alone fails
            if len(batch) == 1:
                _deliver([(batch[0], None, error)])
                return
            for asked in batch:
                self._commit([asked])
        else:
            _deliver([(asked, result, None) for asked, result in zip(batch, results, strict=True)])

    def _commit_together(self, batch: list[_Asked]) -> list[Any]:
        for _ in range(_TRIES - 1):
            try:
                return self._try_batch(batch)
            except Conflict:
                continue
        return self._try_batch(batch)

    def _try_batch(self, batch: list[_Asked]) -> list[Any]:
        if self._is_dead:
            raise StorageTrouble("the server stops")
        try:
            self._database.begin()
            added = Counter(
                add_events(self._database, [each.job for each in batch if isinstance(each.job, MatchEvent)])
            )
            results = [self._find_result(asked.job, added) for asked in batch]
            self._database.commit()
        except BaseException:
            self._database.rollback()
            raise
        return results

    def _find_result(self, job: Job[Any], added: Counter[tuple[str, int]]) -> Any:
        if not isinstance(job, MatchEvent):
            return job(self._database)
        key = job.match, job.event.number
        added[key] -= 1  # of two with one number, one was added
        return added[key] >= 0


def _deliver(answers: list[_Answer]) -> None:
    """Hand out the answers of one commit, waking the event loop once."""
    loop = answers[0][0].answer.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(_set_all, answers)


def _set_all(answers: list[_Answer]) -> None:
    for asked, result, error in answers:
        if asked.answer.done():  # the caller was cancelled
            continue
        if error is None:
            asked.answer.set_result(result)
        else:
            asked.answer.set_exception(error)
