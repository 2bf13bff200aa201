"""An older database is brought up to date on start; a newer one is refused."""

import asyncio
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from squarely.core.errors import BadOption
from squarely.web.storage import database as schema
from squarely.web.storage import match_rows, open_journal
from squarely.web.storage.database import StorageTrouble
from tests.web.postgres import PostgreSQL
from tests.web.storage.keeping import journal, match, moved

pytestmark = pytest.mark.anyio

ALL = schema.MIGRATIONS


async def test_a_database_of_the_first_version_is_upgraded_and_loses_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(ALL) > 1
    monkeypatch.setattr(schema, "MIGRATIONS", ALL[:1])
    async with journal(database) as old:
        await old.run(partial(match_rows.insert_match, row=match()))
        await old.run(partial(match_rows.add_event, match="abcdefghijkl", event=moved(1)))
        assert await versions(old) == [1]
    monkeypatch.setattr(schema, "MIGRATIONS", ALL)
    async with journal(database) as new:
        assert await versions(new) == list(range(1, len(ALL) + 1))
        assert await new.run(partial(match_rows.find_match, match="abcdefghijkl")) == (match(), [moved(1)])


async def test_a_newer_database_is_refused_and_left_as_it_is(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*ALL, ("CREATE TABLE tomorrow (x BIGINT)",)))
    async with journal(database) as newer:
        assert await versions(newer) == [*range(1, len(ALL) + 1), len(ALL) + 1]
    monkeypatch.setattr(schema, "MIGRATIONS", ALL)
    refused = open_journal(database)
    with pytest.raises(BadOption, match=rf"newer Squarely \(version {len(ALL) + 1} of its tables; this one knows"):
        refused.open(lambda _match, _turn: None)
    refused.close()


async def test_an_upgrade_that_fails_in_the_middle_changes_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
    broken = ("CREATE TABLE half (x BIGINT)", "ALTER TABLE nowhere ADD COLUMN x BIGINT")
    monkeypatch.setattr(schema, "MIGRATIONS", (*ALL, broken))
    half = open_journal(database)
    with pytest.raises(Exception, match="nowhere"):
        half.open(lambda _match, _turn: None)
    half.close()
    monkeypatch.setattr(schema, "MIGRATIONS", (*ALL, ("CREATE TABLE half (x BIGINT)",)))
    async with journal(database) as mended:
        assert await versions(mended) == list(range(1, len(ALL) + 2))


def test_two_processes_may_upgrade_one_postgresql_at_once(postgresql: PostgreSQL) -> None:
    url = postgresql.new()
    program = (
        "import sys; from squarely.web.storage import open_journal;"
        "journal = open_journal(sys.argv[1]); sys.stdin.readline();"
        "journal.open(lambda match, turn: None); journal.close(); print('up to date')"
    )
    many = [
        subprocess.Popen([sys.executable, "-c", program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [each.communicate("go\n", 60)[0] for each in many] == ["up to date\n"] * 2
    check = open_journal(url)
    check.open(lambda _match, _turn: None)
    assert asyncio.run(versions_of(url)) == list(range(1, len(ALL) + 1))
    check.close()


async def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"
    async with journal(url) as first:
        second = open_journal(url)
        with pytest.raises(
            StorageTrouble, match=r"another squarely serve uses .*/matches\.db; stop it, or name another"
        ):
            second.open(lambda _match, _turn: None)
        second.close()
        await first.run(partial(match_rows.insert_match, row=match()))
    async with journal(url) as third:
        assert await third.run(partial(match_rows.find_match, match="abcdefghijkl")) == (match(), [])


@pytest.mark.parametrize("how", ["symlink", "hard link", "lock file removed"])
async def test_a_second_server_is_refused_whatever_the_file_is_called(tmp_path: Path, how: str) -> None:
    file, other = tmp_path / "matches.db", tmp_path / "other.db"
    async with journal(f"sqlite:///{file}") as first:
        await first.run(partial(match_rows.insert_match, row=match()))
        if how == "symlink":
            other.symlink_to(file)
        elif how == "hard link":
            other.hardlink_to(file)
        else:
            other = file
            for lock in tmp_path.glob("*lock*"):
                lock.unlink()
        second = open_journal(f"sqlite:///{other}")
        with pytest.raises(StorageTrouble, match=rf"another squarely serve uses .*/{other.name}; stop it"):
            second.open(lambda _match, _turn: None)
        second.close()
        assert await first.run(partial(match_rows.find_match, match="abcdefghijkl")) == (match(), [])


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_written_to_a_file_that_is_gone(tmp_path: Path, replaced: bool) -> None:
    """What is written there would be lost when the server ends."""
    file = tmp_path / "matches.db"
    async with journal(f"sqlite:///{file}") as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        file.rename(tmp_path / "moved.db")
        if replaced:
            file.touch()
        with pytest.raises(StorageTrouble):
            await kept.run(partial(match_rows.add_event, match="abcdefghijkl", event=moved(1)))
        file.unlink(missing_ok=True)
        (tmp_path / "moved.db").rename(file)
        assert await kept.run(partial(match_rows.add_event, match="abcdefghijkl", event=moved(1)))


async def test_a_new_file_is_nobody_elses_to_read(tmp_path: Path) -> None:
    async with journal(f"sqlite:///{tmp_path}/matches.db") as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("matches.db*")} == {0o600}


async def test_an_old_file_becomes_private_with_its_companions(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"
    before = os.umask(0)
    try:
        async with journal(url) as kept:
            await kept.run(partial(match_rows.insert_match, row=match()))
            for path in tmp_path.glob("matches.db*"):
                path.chmod(0o644)
            copies = {path: path.read_bytes() for path in tmp_path.glob("matches.db*")}
        for path, content in copies.items():  # as a server leaves them that was killed
            path.write_bytes(content)
            path.chmod(0o664)
        assert len(copies) == 3
        async with journal(url) as kept:
            assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl"))
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("matches.db*")}
            assert modes == dict.fromkeys(("matches.db", "matches.db-wal", "matches.db-shm"), 0o600)
    finally:
        os.umask(before)


async def versions(kept: object) -> list[int]:
    rows = await kept.run(  # type: ignore[attr-defined]
        lambda connection: connection.execute("SELECT number FROM migrations ORDER BY number")
    )
    return [number for (number,) in rows]


async def versions_of(url: str) -> list[int]:
    async with journal(url) as kept:
        return await versions(kept)
