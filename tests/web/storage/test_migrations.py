"""An older database is brought up to date on start; a newer one is refused; a file is one server's, and private."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from squarely.core.errors import BadOption
from squarely.web.storage import database as schema
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Journal
from tests.patience import PATIENCE
from tests.web.postgres import PostgreSQL
from tests.web.storage.keeping import add, find, insert, journal, match, moved

pytestmark = pytest.mark.anyio

ALL = schema.MIGRATIONS
IN_USE = r"another squarely serve uses .*/{}; stop it, or name another database with --database"


async def read_versions(kept: Journal) -> list[int]:
    rows = await kept.run(lambda connection: connection.execute("SELECT number FROM migrations ORDER BY number"))
    return [number for (number,) in rows]


async def test_an_old_database_is_upgraded_and_loses_nothing_and_a_newer_one_is_refused(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(ALL) > 1
    monkeypatch.setattr(schema, "MIGRATIONS", ALL[:1])
    async with journal(database) as old:
        await insert(old, match())
        await add(old, moved(1))
        assert await read_versions(old) == [1]
    monkeypatch.setattr(schema, "MIGRATIONS", ALL)
    async with journal(database) as new:
        assert await read_versions(new) == list(range(1, len(ALL) + 1))
        assert await find(new) == (match(), [moved(1)])
    # One that fails in the middle changes nothing.
    whole, broken = "CREATE TABLE half (x BIGINT)", "ALTER TABLE nowhere ADD COLUMN x BIGINT"
    monkeypatch.setattr(schema, "MIGRATIONS", (*ALL, (whole, broken)))
    with pytest.raises(Exception, match="nowhere"):
        async with journal(database):
            pass
    monkeypatch.setattr(schema, "MIGRATIONS", (*ALL, (whole,)))
    async with journal(database) as newer:
        assert await read_versions(newer) == list(range(1, len(ALL) + 2))
    monkeypatch.setattr(schema, "MIGRATIONS", ALL)
    with pytest.raises(BadOption, match=rf"newer Squarely \(version {len(ALL) + 1} of its tables; this one knows"):
        async with journal(database):
            pass


@pytest.mark.slow
async def test_two_processes_may_upgrade_one_postgresql_at_once(postgresql: PostgreSQL) -> None:
    url, pipe = postgresql.new(), subprocess.PIPE
    program = (
        "import sys; from squarely.web.storage import open_journal;"
        "journal = open_journal(sys.argv[1]); sys.stdin.readline();"
        "journal.open(lambda match, turn: None); journal.close(); print('up to date')"
    )
    command = [sys.executable, "-c", program, url]
    many = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(2)]
    assert [each.communicate("go\n", PATIENCE)[0] for each in many] == ["up to date\n"] * 2
    async with journal(url) as check:
        assert await read_versions(check) == list(range(1, len(ALL) + 1))


async def test_a_second_server_on_one_file_is_refused_whatever_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    symbolic, hard = tmp_path / "symbolic.db", tmp_path / "hard.db"
    async with journal(f"sqlite:///{path}") as first:
        await insert(first, match())
        symbolic.symlink_to(path)
        hard.hardlink_to(path)
        for other in (path, symbolic, hard, path):
            with pytest.raises(StorageTrouble, match=IN_USE.format(other.name)):
                async with journal(f"sqlite:///{other}"):
                    pass
            for lock in tmp_path.glob("*lock*"):
                lock.unlink()
        assert await add(first, moved(1))
    for other in (symbolic, hard):
        async with journal(f"sqlite:///{other}") as later:
            assert await find(later) == (match(), [moved(1)])


async def test_a_file_is_nobody_elses_to_read_and_an_old_one_becomes_so(file: str, tmp_path: Path) -> None:
    """With its companions, as a server leaves them that was killed."""
    before = os.umask(0)
    try:
        async with journal(file) as kept:
            await insert(kept, match())
            assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("matches.db*")} == {0o600}
            copies = {path: path.read_bytes() for path in tmp_path.glob("matches.db*")}
        for path, content in copies.items():
            path.write_bytes(content)
            path.chmod(0o664)
        async with journal(file) as kept:
            assert await find(kept)
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("matches.db*")}
            assert modes == dict.fromkeys(("matches.db", "matches.db-wal", "matches.db-shm"), 0o600)
    finally:
        os.umask(before)
