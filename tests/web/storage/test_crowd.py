"""A crowd plays while servers are killed and databases fall silent, restart or have no room: a clear answer, nothing
lost, doubled or refused untruly, and play goes on.

The short form; `make soak` has 500 sockets and ten kills.
"""

import asyncio
import resource
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from squarely.web.storage import postgresql as storage
from tests.thorough import many
from tests.web.load.crowd import Crowd, gathered
from tests.web.load.faults import serve
from tests.web.load.ledger import Outage
from tests.web.load.run import SHORT, on_postgresql, on_sqlite
from tests.web.load.verdict import judge
from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, asking, house
from tests.web.storage.swallowing_proxy import proxy
from tests.web.visiting import acted, paired, state, step

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.thorough
async def test_a_crowd_on_sqlite_while_its_server_is_killed(tmp_path: Path) -> None:
    size = SHORT._replace(sockets=40, kills=many(8), pause=0.3)
    verdict = await on_sqlite(size, tmp_path)
    assert verdict.is_clean, str(verdict)
    assert verdict.figures["servers killed"] == size.kills
    assert verdict.figures["acknowledged again"]


@pytest.mark.xdist_group("crowd_on_postgresql")
async def test_a_crowd_on_postgresql_with_two_servers(postgresql: PostgreSQL, tmp_path: Path) -> None:
    verdict = await on_postgresql(SHORT._replace(sockets=24, pause=0.3), tmp_path, postgresql)
    assert verdict.is_clean, str(verdict)
    assert verdict.figures["black holes"] == SHORT.holes
    assert verdict.refusals["unavailable"], "whoever could not move was told"


@asynccontextmanager
async def playing(folder: Path, database: str) -> AsyncIterator[Crowd]:
    """A crowd at one server, and in the end a verdict."""
    with await asyncio.to_thread(serve, folder, database) as server:
        async with gathered([server], sockets=16, pace=0.1) as crowd:
            await crowd.plays(0.2)
            yield crowd
            await crowd.rest()
            verdict = judge(crowd.ledger, await crowd.read(0))
            assert verdict.is_clean, str(verdict)


@asynccontextmanager
async def down(crowd: Crowd, put_out: Callable[[], object], says: str) -> AsyncIterator[None]:
    """Something is put out of order before, which is told in these words, and right within: then play goes on."""
    unsaved = crowd.ledger.unsaved
    crowd.ledger.outages.append(Outage(time.monotonic(), {0}))
    await asyncio.to_thread(put_out)
    await crowd.until(lambda: crowd.ledger.unsaved > unsaved)
    assert says in [said.reason for said in crowd.ledger.refused() if said.answer == "unavailable"][-1]
    yield
    crowd.ledger.outages[-1].mended = time.monotonic()
    await crowd.goes_on(0)


async def test_postgresql_restarted_in_the_middle(postgresql: PostgreSQL, tmp_path: Path) -> None:
    async with playing(tmp_path, postgresql.new()) as crowd:
        for mode in ("fast", "immediate"):
            says = "this could not be saved: the database cannot be reached"
            async with down(crowd, partial(postgresql.stop, mode), says):
                await asyncio.to_thread(postgresql.start)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    mounted = subprocess.run(mounting, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def run_out_of_room(crowd: Crowd, full: Callable[[], object], empty: Callable[[], object]) -> None:
    """Nothing can be saved, and whoever asks about the server's health is told so, and why; then there is room."""
    async with asking(crowd.servers[0]) as client:
        async with down(crowd, full, "this could not be saved: the disk cannot be written to"):
            async with asyncio.timeout(PATIENCE):
                while (sick := await client.get("/healthz")).status_code == 200:  # there may just have been room
                    await asyncio.sleep(0.05)
            assert sick.status_code == 503
            assert sick.json()["error"].startswith("nothing can be saved: the disk cannot be written to (")
            empty()
        assert (await client.get("/healthz")).text == "ok\n"


async def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    ballast = small_disk / "ballast"

    def fill() -> None:
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    async with playing(tmp_path, f"sqlite:///{small_disk}/matches.db") as crowd:
        await run_out_of_room(crowd, fill, ballast.unlink)


async def test_a_file_that_may_not_grow(tmp_path: Path, file: str) -> None:
    """The same without a disk of its own: a quota that is used up, and raised later."""
    async with playing(tmp_path, file) as crowd:
        process, log = crowd.servers[0].process.pid, tmp_path / "matches.db-wal"
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)

        def limit(size: int) -> None:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size, most))

        await run_out_of_room(crowd, lambda: limit(log.stat().st_size), lambda: limit(most))


async def test_a_silent_database_holds_nothing_up_for_long(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a proxy that swallows everything."""
    monkeypatch.setattr(storage, "_ANSWERING", 0.5)
    with proxy(postgresql.port) as between:
        async with house(between.stands_before(postgresql.new())) as here, asking(here) as client:
            match = await paired(client)
            between.swallows = True
            refused = await acted(client, match.id, match.first, 1, "move", move=step(1))
            assert refused.status_code == 503
            assert "this could not be saved: the database cannot be reached (" in refused.json()["error"]
            sick = await client.get("/healthz")
            assert sick.status_code == 503
            assert not sick.json()["error"].rstrip().endswith(":")
            assert "postgres@" not in sick.text, "the address may hold a password"
            between.swallows = False
            async with asyncio.timeout(PATIENCE):
                while (await acted(client, match.id, match.first, 1, "move", move=step(1))).status_code != 200:
                    await asyncio.sleep(0.1)
            assert (await client.get("/healthz")).status_code == 200
            between.swallows, lost = True, between.lost
            move = asyncio.create_task(acted(client, match.id, match.second, 2, "move", move=step(2)))
            while between.lost == lost:
                await asyncio.sleep(0.01)
            await here.app.say_farewell()
            assert (await move).status_code == 503


async def test_a_listener_on_a_dead_line_hears_again(postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of the one that only listens is lost and never closed; the other goes on writing."""
    monkeypatch.setattr(storage, "_HEARTBEAT", 0.3)
    monkeypatch.setattr(storage, "_ANSWERING", 0.5)
    url = postgresql.new()
    with proxy(postgresql.port) as between:
        lost = between.stands_before(url)
        async with house(url) as here, house(lost) as there, asking(here) as client, asking(there) as away:
            match = await paired(client)
            assert (await state(away, match.id))["turn"] == 0
            between.swallows = True
            async with asyncio.timeout(PATIENCE):
                while not between.lost:
                    await asyncio.sleep(0.01)
                assert (await acted(client, match.id, match.first, 1, "move", move=step(1))).status_code == 200
                between.swallows = False
                while (await state(away, match.id))["turn"] != 1:
                    await asyncio.sleep(0.05)
