"""A crowd plays while servers are killed and databases fall silent, restart or have no room: a clear answer, nothing
lost, doubled or refused untruly, and play goes on.

The short form; `make soak` has 500 sockets and ten kills.
"""

import asyncio
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from squarely.web.storage import postgresql as storage
from tests.patience import wait_beside
from tests.thorough import many
from tests.web.load.crowd import Crowd, gathered, serve
from tests.web.load.ledger import judge
from tests.web.load.run import SHORT, on_postgresql, on_sqlite
from tests.web.postgres import PostgreSQL, proxy
from tests.web.serving import asking, house
from tests.web.visiting import asked_until, moved, paired, state

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.thorough
async def test_a_crowd_on_sqlite_while_its_server_is_killed(tmp_path: Path) -> None:
    size = SHORT._replace(sockets=40, kills=many(8), pause=0.3)
    verdict = await on_sqlite(size, tmp_path)
    assert not verdict.wrong, str(verdict)
    assert verdict.figures["servers killed"] == size.kills
    assert verdict.figures["acknowledged again"]


@pytest.mark.xdist_group("crowd_on_postgresql")
async def test_a_crowd_on_postgresql_with_two_servers(postgresql: PostgreSQL, tmp_path: Path) -> None:
    verdict = await on_postgresql(SHORT._replace(sockets=24, pause=0.3), tmp_path, postgresql)
    assert not verdict.wrong, str(verdict)
    assert verdict.figures["black holes"] == SHORT.holes
    assert verdict.figures["refused as unavailable"], "whoever could not move was told"


@asynccontextmanager
async def playing(folder: Path, database: str) -> AsyncIterator[Crowd]:
    with await asyncio.to_thread(serve, folder, database) as server:
        async with gathered([server], sockets=16, pace=0.1) as crowd:
            await crowd.plays(0.2)
            yield crowd
            await crowd.rest()
            verdict = judge(crowd.ledger, await crowd.read(0))
            assert not verdict.wrong, str(verdict)


@asynccontextmanager
async def down(crowd: Crowd, put_out: Callable[[], object], says: str) -> AsyncIterator[None]:
    """Something is put out of order before, which is told in these words, and right within: then play goes on."""
    async with crowd.outage(says, 0):
        await asyncio.to_thread(put_out)
        await crowd.is_refused()
        assert says in [said.reason for said in crowd.ledger.refused() if said.answer == "unavailable"][-1]
        yield


async def test_postgresql_restarted_in_the_middle(postgresql: PostgreSQL, tmp_path: Path) -> None:
    async with playing(tmp_path, postgresql.new()) as crowd:
        for mode in ("fast", "immediate"):
            says = "this could not be saved: the database cannot be reached"
            async with down(crowd, partial(postgresql.stop, mode), says):
                await asyncio.to_thread(postgresql.start)


async def test_a_file_that_may_not_grow(tmp_path: Path, file: str) -> None:
    """A quota is used up: whoever asks about the server's health is told so, too, and why; then it is raised."""
    async with playing(tmp_path, file) as crowd, asking(crowd.servers[0]) as client:
        process, log = crowd.servers[0].process.pid, tmp_path / "matches.db-wal"
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)

        def limit() -> None:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (log.stat().st_size, most))

        async with down(crowd, limit, "this could not be saved: the disk cannot be written to"):
            sick = await asked_until(lambda: client.get("/healthz"), lambda answer: answer.status_code == 503)
            assert sick.json()["error"].startswith("nothing can be saved: the disk cannot be written to (")
            resource.prlimit(process, resource.RLIMIT_FSIZE, (most, most))
        assert (await client.get("/healthz")).text == "ok\n"


async def test_a_silent_database_holds_nothing_up_for_long(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_ANSWERING", 1.5)
    with proxy(postgresql.port) as between:
        async with house(between.stands_before(postgresql.new())) as here, asking(here) as client:
            match = await paired(client)
            between.swallows = True
            refused = await moved(client, match, 1)
            assert refused.status_code == 503
            assert "this could not be saved: the database cannot be reached (" in refused.json()["error"]
            sick = await client.get("/healthz")
            assert sick.status_code == 503
            assert not sick.json()["error"].rstrip().endswith(":")
            assert "postgres@" not in sick.text, "the address may hold a password"
            between.swallows = False
            await asked_until(lambda: moved(client, match, 1), lambda answer: answer.status_code == 200)
            assert (await client.get("/healthz")).status_code == 200
            between.swallows, lost = True, between.lost
            move = asyncio.create_task(moved(client, match, 2))
            await wait_beside((), lambda: between.lost > lost)
            await here.app.say_farewell()
            assert (await move).status_code == 503


async def test_a_listener_on_a_dead_line_hears_again(postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of the one that only listens is lost and never closed; the other goes on writing."""
    monkeypatch.setattr(storage, "_HEARTBEAT", 0.3)
    monkeypatch.setattr(storage, "_ANSWERING", 1.5)
    url = postgresql.new()
    with proxy(postgresql.port) as between:
        lost = between.stands_before(url)
        async with house(url) as here, house(lost) as there, asking(here) as client, asking(there) as away:
            match = await paired(client)
            assert (await state(away, match.id))["turn"] == 0
            between.swallows = True
            await wait_beside((), lambda: between.lost > 0)
            assert (await moved(client, match, 1)).status_code == 200
            between.swallows = False
            await asked_until(lambda: state(away, match.id), lambda told: told["turn"] == 1)
