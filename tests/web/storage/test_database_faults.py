"""A database that is restarted, locked or without room: a clear answer, nothing acknowledged lost, and play goes on."""

import asyncio
import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, Served, asking
from tests.web.storage.stubborn_players import tournament

pytestmark = pytest.mark.anyio

RESTARTS = 3
LIMIT = "--limit=messages_per_socket=100000"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(file: Path) -> None:
    """Write until there is no room."""
    with file.open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


async def sick(server: Served) -> None:
    """Nothing can be saved, and whoever asks about the server's health is told so, and why."""
    async with asking(server) as client, asyncio.timeout(PATIENCE):
        while (told := await client.get("/healthz")).status_code == 200:  # there may just have been room
            await asyncio.sleep(0.05)
    assert told.status_code == 503
    assert told.json()["error"].startswith("nothing can be saved: the disk cannot be written to (")


async def healthy(server: Served) -> None:
    async with asking(server) as client:
        assert (await client.get("/healthz")).text == "ok\n"


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_postgresql_restarted_in_the_middle(postgresql: PostgreSQL, tmp_path: Path, mode: str) -> None:
    with Served(tmp_path, LIMIT, database=postgresql.new()) as server:
        async with tournament(server) as played:
            for _ in range(RESTARTS):
                await played.goes_on()
                await asyncio.to_thread(postgresql.stop, mode)
                try:
                    told = len(played.refused)
                    await played.until(lambda told=told: len(played.refused) > told)  # type: ignore[misc]
                    assert "this could not be saved: the database cannot be reached" in played.refused[-1]
                finally:
                    await asyncio.to_thread(postgresql.start)
            await played.goes_on()
            await played.end()


async def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    with Served(tmp_path, LIMIT, database=f"sqlite:///{small_disk}/matches.db") as server:
        async with tournament(server) as played:
            await played.goes_on()
            ballast = small_disk / "ballast"
            with pytest.raises(OSError, match="No space left"):
                fill(ballast)
            await played.until(lambda: bool(played.refused))
            assert "this could not be saved: the disk cannot be written to" in played.refused[-1]
            await sick(server)
            ballast.unlink()
            await played.goes_on()
            await healthy(server)
            await played.end()


async def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The same without a disk of its own: a quota that is used up, and raised later."""
    with Served(tmp_path, LIMIT) as server:
        async with tournament(server) as played:
            await played.goes_on()
            _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            grown = (tmp_path / "matches.db-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (grown, most))
            await played.until(lambda: bool(played.refused))
            assert "this could not be saved: the disk cannot be written to" in played.refused[-1]
            await sick(server)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
            await played.goes_on()
            await healthy(server)
            await played.end()


async def test_a_locked_database(tmp_path: Path) -> None:
    with Served(tmp_path, LIMIT) as server:
        async with tournament(server) as played:
            await played.goes_on()
            other = sqlite3.connect(tmp_path / "matches.db", isolation_level=None, timeout=10)
            other.execute("BEGIN EXCLUSIVE")
            await played.until(lambda: bool(played.refused))
            assert "this could not be saved: the database is locked by another program" in played.refused[-1]
            kept = played.acknowledged
            await asyncio.sleep(0.5)
            assert played.acknowledged == kept, "nothing is acknowledged that is not kept"
            other.execute("ROLLBACK")
            other.close()
            await played.goes_on()
            await played.end()
