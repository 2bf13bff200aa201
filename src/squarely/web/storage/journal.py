"""The journal: one thread that writes, so that every commit carries all that has come in during the one before.

What a job returns is handed out after the commit, never before: nothing is acknowledged that is not kept.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from squarely.play.events import Event
from squarely.web.storage.database import Conflict, Connection, Database, MatchEvent, News, StorageTrouble
from squarely.web.storage.match_rows import add_event
from squarely.web.storage.schema import upgrade

T = TypeVar("T")
Job: TypeAlias = Callable[[Connection], T]

_APART = 0.004  # seconds from one commit to the next: whoever is alone does not wait, a crowd shares
_TOGETHER = 128  # jobs of one commit
_TRIES = 5  # at a commit that another process is in the way of
_GLANCE = 0.1  # seconds between two looks whether there is still an answer, when we close
_LEAVING = 0.5  # seconds that the thread has to end when there is none


class _PendingJob(NamedTuple):
    job: Job[Any] | None
    event: MatchEvent | None  # that is to be kept, where that is all
    about: str
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]"


class Journal:
    """Runs jobs on a database, in the order in which they come, each wholly or not at all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending: queue.SimpleQueue[_PendingJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._next_at = 0.0  # when the next commit may begin
        self._leaving = False  # whether what was asked for is given up

    def open(self, news: News) -> None:
        """Bring the database up to date and begin. BadOption or StorageTrouble if that cannot be."""
        upgrade(self._database)
        self._database.listen(news)
        self._thread.start()

    def run(self, job: Job[T], about: str = "") -> Awaitable[T]:
        """What the job gives, once it is committed. StorageTrouble if it is not.

        Jobs about different matches are done in the order of their names, whichever came first: processes that take
        their locks in one order cannot deadlock.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._pending.put(_PendingJob(job, None, about, loop, answer))
        return answer

    def add_event(self, match: str, event: Event) -> Awaitable[bool]:
        """Keep an event: False if another process has kept one of that number. StorageTrouble if it cannot be."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool] = loop.create_future()
        self._pending.put(_PendingJob(None, (match, event), match, loop, answer))
        return answer

    def close(self) -> None:
        """Finish what was asked for, unless the database does not answer; then let go."""
        if self._thread.is_alive():
            self._pending.put(None)
        while self._thread.is_alive() and not self._leaving:
            self._thread.join(_GLANCE)
            self.give_up()
        if self._thread.is_alive():
            self._thread.join(_LEAVING)
        self._database.close()

    def give_up(self) -> None:
        """We close: whoever waits for a database that does not answer any more is told so."""
        if self._thread.is_alive():
            self._leaving = self._leaving or self._database.interrupt()

    def _write(self) -> None:
        while (asked := self._pending.get()) is not None:
            if (early := self._next_at - time.monotonic()) > 0:
                time.sleep(early)
            self._next_at = time.monotonic() + _APART
            batch = [asked]
            while len(batch) < _TOGETHER and not self._pending.empty():
                if (more := self._pending.get()) is None:
                    self._commit(batch)
                    return
                batch.append(more)
            self._commit(batch)

    def _commit(self, batch: list[_PendingJob]) -> None:
        batch.sort(key=lambda asked: asked.about)
        try:
            results = self._commit_together(batch)
        except StorageTrouble as trouble:
            _deliver([(asked, None, trouble) for asked in batch])
        except Exception as error:  # one of the jobs is wrong: it alone shall pay for it
            if len(batch) == 1:
                _deliver([(batch[0], None, error)])
                return
            for asked in batch:
                self._commit([asked])
        else:
            _deliver([(asked, result, None) for asked, result in zip(batch, results, strict=True)])

    def _commit_together(self, batch: list[_PendingJob]) -> list[Any]:
        for left in reversed(range(_TRIES)):
            try:
                return self._try_batch(batch)
            except Conflict:
                if not left:
                    raise
        raise AssertionError("a last try fails or does not")

    def _try_batch(self, batch: list[_PendingJob]) -> list[Any]:
        if self._leaving:
            raise StorageTrouble("the server stops")
        try:
            connection = self._database.begin()
            events = [asked.event for asked in batch if asked.event]
            if len(events) == len(batch) and connection.add_events(events):
                results: list[Any] = [True] * len(batch)
            else:
                results = [_run(asked, connection) for asked in batch]
            self._database.commit()
        except BaseException:
            self._database.rollback()
            raise
        return results


def _run(asked: _PendingJob, connection: Connection) -> Any:
    if asked.event:
        return add_event(connection, *asked.event)
    if asked.job:
        return asked.job(connection)
    raise AssertionError("there is always something to do")


def _deliver(answers: list[tuple[_PendingJob, Any, BaseException | None]]) -> None:
    """Hand out the answers of one commit, waking each event loop once."""
    for loop in {asked.loop for asked, _, _ in answers}:
        mine = [answer for answer in answers if answer[0].loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_set_all, mine)


def _set_all(mine: list[tuple[_PendingJob, Any, BaseException | None]]) -> None:
    for asked, result, error in mine:
        if asked.answer.done():  # whoever asked has left
            continue
        if error is None:
            asked.answer.set_result(result)
        else:
            asked.answer.set_exception(error)
