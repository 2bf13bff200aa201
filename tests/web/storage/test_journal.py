"""The journal: nothing is answered before it is kept, and a wrong job harms only itself."""

import asyncio
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from squarely.web.storage import match_rows, open_journal
from squarely.web.storage.database import Database, Row, StorageTrouble
from squarely.web.storage.journal import Journal
from tests.patience import PATIENCE
from tests.web.postgres import PostgreSQL
from tests.web.storage.keeping import journal, match, moved

pytestmark = pytest.mark.anyio


class Watched(Database):
    """A database that keeps nothing, writes down what is done to it, and waits at the gates it is given."""

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


def job(name: str) -> Any:
    def run(connection: Any) -> str:
        connection.execute(name)
        return name.upper()

    return run


async def watched() -> tuple[Watched, Journal]:
    database = Watched()
    opening = Journal(database)
    opening.open(lambda _match, _turn: None)
    database.done.clear()
    return database, opening


async def test_an_answer_comes_after_its_commit_and_what_waits_shares_the_next() -> None:
    database, opening = await watched()
    database.gate.clear()
    first = asyncio.ensure_future(opening.run(job("one")))
    while "one" not in database.done:
        await asyncio.sleep(0.001)
    rest = [asyncio.ensure_future(opening.run(job(name))) for name in ("two", "three", "four")]
    await asyncio.sleep(0.02)
    assert not first.done()
    assert database.done == ["begin", "one"]
    database.gate.set()
    assert await asyncio.gather(first, *rest) == ["ONE", "TWO", "THREE", "FOUR"]
    assert database.done == ["begin", "one", "commit", "begin", "two", "three", "four", "commit"]
    opening.close()


async def test_trouble_with_the_database_is_told_to_everybody_who_shared_the_commit() -> None:
    database, opening = await watched()
    database.gate.clear()
    database.trouble = True
    asked = [asyncio.ensure_future(opening.run(job(name))) for name in ("one", "two", "three")]
    await asyncio.sleep(0.01)
    database.gate.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [str(each) for each in answers] == ["the disk is full"] * 3
    assert "commit" not in database.done
    database.trouble = False
    assert await opening.run(job("four")) == "FOUR"
    opening.close()


async def test_jobs_about_several_matches_are_done_in_one_order_and_those_about_one_as_they_came() -> None:
    database, opening = await watched()
    database.gate.clear()
    first = asyncio.ensure_future(opening.run(job("first")))
    while "first" not in database.done:
        await asyncio.sleep(0.001)
    came = ["b1", "a1", "c1", "a2", "b2", "a3"]
    rest = [asyncio.ensure_future(opening.run(job(name), about=name[0])) for name in came]
    database.gate.set()
    assert await asyncio.gather(first, *rest) == ["FIRST", *(name.upper() for name in came)]
    assert database.done == ["begin", "first", "commit", "begin", "a1", "a2", "a3", "b1", "b2", "c1", "commit"]
    opening.close()


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
            await one.run(partial(match_rows.insert_match, row=match(f"match-{name}")))
        done = await asyncio.gather(one.run(crossing("ab")), two.run(crossing("ba")))
        assert list(done) == ["ab", "ba"]
    assert min(tries.values()) == 1 < max(tries.values())


async def test_a_wrong_job_pays_alone(database: str) -> None:
    def wrong(connection: Any) -> None:
        match_rows.add_event(connection, "abcdefghijkl", moved(9))
        raise ZeroDivisionError

    def nonsense(connection: Any) -> None:
        connection.execute("INSERT INTO turns (match) VALUES (NULL)")

    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        jobs: list[Any] = [partial(match_rows.add_event, match="abcdefghijkl", event=moved(n)) for n in range(1, 6)]
        jobs[2:2] = [wrong, nonsense]
        answers = await asyncio.gather(*map(kept.run, jobs), return_exceptions=True)
        assert [answer for answer in answers if answer is not True] == [answers[2], answers[3]]
        assert isinstance(answers[2], ZeroDivisionError)
        assert isinstance(answers[3], Exception)
        assert not isinstance(answers[3], StorageTrouble), "the database is well, the job is not"
        found = await kept.run(partial(match_rows.find_match, match="abcdefghijkl"))
        assert found
        assert [turn.number for turn in found[1]] == [1, 2, 3, 4, 5]


async def test_a_damaged_file_is_said_to_be_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"
    async with journal(url) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
    file = tmp_path / "matches.db"
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * (file.stat().st_size - 4096))
    damaged = open_journal(url)
    with pytest.raises(StorageTrouble, match=r"the database cannot be used \(database disk image is malformed\)"):
        damaged.open(lambda _match, _turn: None)
    damaged.close()


async def test_whoever_does_not_wait_for_an_answer_harms_nobody(database: str) -> None:
    async with journal(database) as kept:
        leaving = asyncio.ensure_future(kept.run(partial(match_rows.insert_match, row=match())))
        leaving.cancel()
        await asyncio.sleep(0)
        assert leaving.cancelled()
        assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl")) == (match(), [])


async def test_closing_finishes_what_was_asked_for(database: str) -> None:
    async with journal(database) as kept:
        asked = [kept.run(partial(match_rows.insert_match, row=match(f"match-{n:06}"))) for n in range(600)]
        await asyncio.to_thread(kept.close)
        await asyncio.wait_for(asyncio.gather(*asked), PATIENCE)
    async with journal(database) as again:
        assert await again.run(lambda connection: connection.execute("SELECT COUNT(*) FROM matches")) == [(600,)]
