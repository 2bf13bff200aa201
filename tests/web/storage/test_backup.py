"""A copy of the matches, taken while they are played, and put back: whole, private, and with all that was promised."""

import asyncio
import os
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from squarely.cli import MISTAKE
from squarely.web.storage import match_rows
from squarely.web.storage.database import MIGRATIONS
from tests.web.load.crowd import Crowd, gathered
from tests.web.load.faults import serve
from tests.web.load.ledger import Said
from tests.web.postgres import PostgreSQL
from tests.web.serving import COMMAND, PATIENCE
from tests.web.storage.keeping import journal, match, moved

pytestmark = pytest.mark.anyio

SERVING = Path(__file__).resolve().parents[3] / "docs" / "serving.md"
SOCKETS, PACE = 40, 0.05


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)


def refused(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert done.returncode == MISTAKE, done.stdout
    return done.stderr.removeprefix("squarely: ").rstrip("\n")


async def kept_in(path: Path, turns: int = 3) -> Path:
    """A database with one match."""
    async with journal(f"sqlite:///{path}") as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        for number in range(1, turns + 1):
            assert await kept.run(partial(match_rows.add_event, match=match().id, event=moved(number)))
    return path


def acknowledged(crowd: Crowd) -> list[Said]:
    """What was promised to somebody by now."""
    return [said for said in crowd.ledger.said if said.is_acknowledged]


async def check_promises(crowd: Crowd, folder: Path, database: str, promised: list[Said], taken_by: float) -> None:
    """A server on the restored database has every turn that was promised, and none that was sent later."""
    folder.mkdir()
    with await asyncio.to_thread(serve, folder, database) as again:
        crowd.servers.append(again)
        kept = await crowd.read(len(crowd.servers) - 1)  # which replays each match
    late = {said.act for said in crowd.ledger.said} - {said.act for said in crowd.ledger.said if said.sent < taken_by}
    there = {(name, turn.turn, turn.side, turn.move) for name, turns in kept.items() for turn in turns}
    assert len(promised) > SOCKETS
    assert [said for said in promised if said.act not in there] == []
    assert not late & there
    assert late, "it was played on meanwhile"
    assert all([turn.turn for turn in turns] == list(range(1, len(turns) + 1)) for turns in kept.values())


async def test_a_backup_while_a_crowd_plays_has_every_move_that_was_acknowledged_before(tmp_path: Path) -> None:
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere" / "matches.db"
    database = f"sqlite:///{tmp_path}/matches.db"
    with await asyncio.to_thread(serve, tmp_path, database) as server:
        async with gathered([server], SOCKETS, PACE) as crowd:
            for _ in range(2):  # the second copy replaces the first
                await crowd.plays(1)
                promised = acknowledged(crowd)
                done = await asyncio.to_thread(run, "backup", copy, "--database", database)
                taken_by = time.monotonic()
                assert (done.returncode, done.stderr) == (0, "")
                assert re.fullmatch(rf".*/copy\.db has {SOCKETS // 2} matches with \d+ turns\.\n", done.stdout)
                await crowd.plays(0.5)
            assert copy.stat().st_mode & 0o777 == 0o600
            assert [each.name for each in tmp_path.iterdir() if "part" in each.name or "copy.db-" in each.name] == []
            put_back = await asyncio.to_thread(run, "restore", copy, "--database", f"sqlite:///{elsewhere}")
            assert (put_back.returncode, put_back.stderr) == (0, "")
            assert put_back.stdout.split(" has ")[1] == done.stdout.split(" has ")[1]
            await crowd.rest()
            await check_promises(crowd, tmp_path / "restored", f"sqlite:///{elsewhere}", promised, taken_by)
            assert crowd.ledger.unsaved == 0, "nobody was disturbed"


async def test_postgresql_is_saved_and_put_back_with_its_own_commands(tmp_path: Path, postgresql: PostgreSQL) -> None:
    """As docs/serving.md has them, word for word."""
    commands = re.findall(r"^pg_(?:dump|restore) .*$", SERVING.read_text(encoding="utf-8"), re.MULTILINE)
    assert [each.split()[0] for each in commands] == ["pg_dump", "pg_restore"]
    url, empty = postgresql.new(), postgresql.new()
    with await asyncio.to_thread(serve, tmp_path, url) as server:
        async with gathered([server], SOCKETS, PACE) as crowd:
            await crowd.plays(1)
            promised = acknowledged(crowd)
            for command, of in zip(commands, (url, empty), strict=True):
                shell = command.replace("postgresql://HOST/NAME", of)
                await asyncio.to_thread(subprocess.run, shell, shell=True, cwd=tmp_path, check=True, timeout=PATIENCE)
                if command.startswith("pg_dump"):
                    taken_by = time.monotonic()
                    await crowd.plays(0.5)
            await crowd.rest()
            await check_promises(crowd, tmp_path / "restored", empty, promised, taken_by)
    told = refused("backup", tmp_path / "copy.db", "--database", url)
    assert told.startswith("PostgreSQL has its own command for this: pg_dump ")


async def test_a_database_that_is_there_is_replaced_only_if_asked(tmp_path: Path) -> None:
    copy, there = await kept_in(tmp_path / "copy.db", 2), await kept_in(tmp_path / "there.db", 5)
    stale = tmp_path / "there.db-wal"
    stale.write_bytes(b"of a server that was killed")
    where = ("--database", f"sqlite:///{there}")
    assert refused("restore", copy, *where) == f"{there} exists; --force replaces it"
    done = run("restore", copy, *where, "--force")
    assert done.stdout == f"{there} has 1 match with 2 turns.\n", done.stderr
    assert not stale.exists()
    async with journal(f"sqlite:///{there}") as kept:
        found = await kept.run(partial(match_rows.find_match, match=match().id))
        assert found == (match(), [moved(1), moved(2)])
        in_use = refused("restore", copy, *where, "--force")
        assert in_use == f"another squarely serve uses {there}; stop it, or name another database with --database"
        assert await kept.run(partial(match_rows.add_event, match=match().id, event=moved(3)))


@pytest.mark.parametrize("how", ["damaged", "cut off", "newer", "a diary", "another database", "empty"])
async def test_a_file_that_cannot_be_put_back_is_refused_and_changes_nothing(tmp_path: Path, how: str) -> None:
    copy, there = await kept_in(tmp_path / "copy.db", 400), await kept_in(tmp_path / "there.db")
    content, says = copy.read_bytes(), "cannot be read as a database of Squarely ("
    if how == "damaged":
        copy.write_bytes(content[:4096] + os.urandom(8192) + content[12288:])
        says = ""  # it depends on what is hit
    elif how == "cut off":
        copy.write_bytes(content[: len(content) // 2])
        says = ""
    elif how == "newer":
        with closing(sqlite3.connect(copy, isolation_level=None)) as newer:
            newer.execute("INSERT INTO migrations (number) VALUES (99)")
        says = f"was written by a newer Squarely (version 99 of its tables; this one knows {len(MIGRATIONS)})"
    elif how == "a diary":
        copy.write_text("Dear diary, " * 1000)
    else:
        copy.write_bytes(b"")
        if how == "another database":
            with closing(sqlite3.connect(copy)) as other:
                other.execute("CREATE TABLE recipes (name TEXT)")
    before = there.read_bytes()
    told = refused("restore", copy, "--force", "--database", f"sqlite:///{there}")
    assert told.startswith(f"{copy} ")
    assert says in told
    assert there.read_bytes() == before


async def test_a_backup_is_written_over_nothing_else(tmp_path: Path) -> None:
    there = await kept_in(tmp_path / "matches.db")
    where = ("--database", f"sqlite:///{there}")
    assert refused("backup", there, *where) == f"{there} is the database itself; name another file"
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    assert "exists already and is not a database" in refused("backup", diary, *where)
    assert diary.read_text() == "Dear diary"
    missing = tmp_path / "missing.db"
    told = refused("backup", tmp_path / "copy.db", "--database", f"sqlite:///{missing}")
    assert told == f"there is no database at {missing}; name yours with --database"
    assert not missing.exists()
