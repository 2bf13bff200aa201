"""The journal: nothing is answered before it is kept, and a wrong job harms only itself."""

import asyncio
import threading
from functools import partial
from typing import Any

import pytest

from squarely.web.storage import match_rows
from squarely.web.storage.database import Database, Row, StorageTrouble
from squarely.web.storage.journal import Journal
from tests.patience import PATIENCE
from tests.web.postgres import PostgreSQL
from tests.web.storage.keeping import NAME, find, insert, journal, match, moved

pytestmark = pytest.mark.anyio


class Watched(Database):
    """A database that keeps nothing, writes down what is done to it, and waits at its gate."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.gate = threading.Event()
        self.gate.set()
        self.trouble = False

    def begin(self) -> None:
        self.done.append("begin")

    def execute(self, sql: str, **_: object) -> list[Row]:
        if sql.startswith("SELECT COALESCE"):
            return [(2,)]
        self.done.append(sql)
        return []

    def commit(self) -> None:
        self.gate.wait()
        if self.trouble:
            raise StorageTrouble("the disk is full")
        self.done.append("commit")

    def rollback(self) -> None:
        self.done.append("rollback")


async def test_an_answer_comes_after_its_commit_and_what_waits_shares_the_next_and_its_trouble() -> None:
    """Jobs about several matches are done in one order, and those about one as they came."""
    watched = Watched()
    kept = Journal(watched)
    kept.open(lambda _match, _turn: None)

    def ask(name: str) -> "asyncio.Future[str]":
        def run(connection: Any) -> str:
            connection.execute(name)
            return name.upper()

        return asyncio.ensure_future(kept.run(run, name[:-1]))

    async def begin() -> "asyncio.Future[str]":
        watched.gate.clear()
        watched.done.clear()
        first = ask("first1")
        while "first1" not in watched.done:
            await asyncio.sleep(0.001)
        return first

    first, came = await begin(), ["b1", "a1", "c1", "a2", "b2", "a3"]
    rest = [ask(name) for name in came]
    await asyncio.sleep(0.02)
    assert not first.done()
    assert watched.done == ["begin", "first1"]
    watched.gate.set()
    assert await asyncio.gather(first, *rest) == ["FIRST1", *(name.upper() for name in came)]
    together = ["begin", "a1", "a2", "a3", "b1", "b2", "c1", "commit"]
    assert watched.done == ["begin", "first1", "commit", *together]
    first, watched.trouble = await begin(), True
    rest = [ask("second"), ask("third")]
    watched.gate.set()
    answers = await asyncio.gather(first, *rest, return_exceptions=True)
    assert [str(each) for each in answers] == ["the disk is full"] * 3
    assert "commit" not in watched.done
    watched.trouble = False
    assert await ask("fourth") == "FOURTH"
    kept.close()


@pytest.mark.slow
async def test_two_processes_in_each_others_way_both_get_through(postgresql: PostgreSQL) -> None:
    """Each locks a match and then the other's: the database ends one of them, and it is tried again."""
    url = postgresql.new()
    met, tries = threading.Barrier(2), {"ab": 0, "ba": 0}

    def crossing(order: str) -> Any:
        def run(connection: Any) -> str:
            tries[order] += 1
            match_rows.set_offer(connection, f"match-{order[0]}", order)
            if tries[order] == 1:
                met.wait(PATIENCE)
            match_rows.set_offer(connection, f"match-{order[1]}", order)
            return order

        return run

    async with journal(url) as one, journal(url) as two:
        for name in "ab":
            await insert(one, match(f"match-{name}"))
        done = await asyncio.gather(one.run(crossing("ab")), two.run(crossing("ba")))
        assert list(done) == ["ab", "ba"]
    assert max(tries.values()) > 1


async def test_a_wrong_job_pays_alone(database: str) -> None:
    def wrong(connection: Any) -> None:
        match_rows.add_event(connection, NAME, moved(9))
        raise ZeroDivisionError

    def nonsense(connection: Any) -> None:
        connection.execute("INSERT INTO turns (match) VALUES (NULL)")

    async with journal(database) as kept:
        await insert(kept, match())
        jobs: list[Any] = [partial(match_rows.add_event, match=NAME, event=moved(number)) for number in range(1, 6)]
        jobs[2:2] = [wrong, nonsense]
        answers = await asyncio.gather(*map(kept.run, jobs), return_exceptions=True)
        assert [answer for answer in answers if answer is not True] == [answers[2], answers[3]]
        assert isinstance(answers[2], ZeroDivisionError)
        assert isinstance(answers[3], Exception)
        assert not isinstance(answers[3], StorageTrouble), "the database is well, the job is not"
        assert await find(kept) == (match(), [moved(number) for number in range(1, 6)])


async def test_whoever_does_not_wait_for_an_answer_harms_nobody(database: str) -> None:
    """And closing finishes what was asked for."""
    async with journal(database) as kept:
        leaving = asyncio.ensure_future(kept.run(partial(match_rows.insert_match, row=match())))
        leaving.cancel()
        await asyncio.sleep(0)
        assert leaving.cancelled()
        assert await find(kept) == (match(), [])
        asked = [kept.run(partial(match_rows.insert_match, row=match(f"match-{n:06}"))) for n in range(300)]
        await asyncio.to_thread(kept.close)
        await asyncio.wait_for(asyncio.gather(*asked), PATIENCE)
    async with journal(database) as again:
        assert await again.run(lambda connection: connection.execute("SELECT COUNT(*) FROM matches")) == [(301,)]
