"""A copy of the matches, taken while they are played, and put back: whole, private, and with all that was promised."""

import asyncio
import os
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from squarely.cli import MISTAKE
from squarely.web.storage.database import MIGRATIONS
from tests.terminal.driving import Desk, refusal
from tests.web.load.crowd import gathered
from tests.web.load.faults import serve
from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE
from tests.web.storage.keeping import add, find, insert, journal, match, moved

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SERVING = Path(__file__).resolve().parents[3] / "docs" / "serving.md"
SOCKETS, PACE = 16, 0.05


def refused(what: str, copy: Path, database: Path, *more: str) -> str:
    """What is said where no copy is made, or put back."""
    return refusal(what, str(copy), "--database", f"sqlite:///{database}", *more)


async def kept_in(path: Path, turns: int = 3) -> Path:
    """A database with one match."""
    async with journal(f"sqlite:///{path}") as kept:
        await insert(kept, match())
        await asyncio.gather(*(add(kept, moved(number + 1)) for number in range(turns)))
    return path


async def test_a_backup_while_a_crowd_plays_has_every_move_that_was_acknowledged_before(
    desk: Desk, tmp_path: Path
) -> None:
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere" / "matches.db"
    database = f"sqlite:///{tmp_path}/matches.db"
    with await asyncio.to_thread(serve, tmp_path, database) as server:
        async with gathered([server], SOCKETS, PACE) as crowd:
            for _ in range(2):  # the second copy replaces the first
                await crowd.plays(0.2)
                promised = {said.act for said in crowd.ledger.said if said.is_acknowledged}
                done = await asyncio.to_thread(desk.squarely, "backup", str(copy), "--database", database)
                taken_by = time.monotonic()
                assert (done.code, done.err) == (0, "")
                assert re.fullmatch(rf".*/copy\.db has {SOCKETS // 2} matches with \d+ turns\.\n", done.out)
                await crowd.plays(0.2)
            assert copy.stat().st_mode & 0o777 == 0o600
            assert [each.name for each in tmp_path.iterdir() if "part" in each.name or "copy.db-" in each.name] == []
            restoring = ("restore", str(copy), "--database", f"sqlite:///{elsewhere}")
            put_back = await asyncio.to_thread(desk.squarely, *restoring)
            assert (put_back.code, put_back.out.split(" has ")[1], put_back.err) == (0, done.out.split(" has ")[1], "")
            await crowd.rest()
            assert crowd.ledger.unsaved == 0, "nobody was disturbed"
        sent = {said.act: said.sent for said in reversed(crowd.ledger.said)}  # when it was first
        with await asyncio.to_thread(serve, tmp_path / "elsewhere", f"sqlite:///{elsewhere}") as again:
            crowd.servers = [again]
            kept = await crowd.read(0)  # which replays each match
    there = {(name, turn.turn, turn.side, turn.move) for name, turns in kept.items() for turn in turns}
    late = {act for act, at in sent.items() if at >= taken_by}
    assert len(promised) > SOCKETS
    assert promised <= there
    assert late, "it was played on meanwhile"
    assert not late & there
    assert all([turn.turn for turn in turns] == list(range(1, len(turns) + 1)) for turns in kept.values())


async def test_postgresql_is_saved_and_put_back_with_its_own_commands(tmp_path: Path, postgresql: PostgreSQL) -> None:
    """As docs/serving.md has them, word for word."""
    commands = re.findall(r"^pg_(?:dump|restore) .*$", SERVING.read_text(encoding="utf-8"), re.MULTILINE)
    assert [each.split()[0] for each in commands] == ["pg_dump", "pg_restore"]
    url, empty = postgresql.new(), postgresql.new()
    async with journal(url) as kept:
        await insert(kept, match())
        await add(kept, moved(1))
        for command, of in zip(commands, (url, empty), strict=True):
            shell = command.replace("postgresql://HOST/NAME", of)
            await asyncio.to_thread(subprocess.run, shell, shell=True, cwd=tmp_path, check=True, timeout=PATIENCE)
            await add(kept, moved(2))  # which comes too late
    async with journal(empty) as restored:
        assert await find(restored) == (match(), [moved(1)])
    told = refusal("backup", str(tmp_path / "copy.db"), "--database", url)
    assert told.startswith("PostgreSQL has its own command for this: pg_dump ")


async def test_a_database_that_is_there_is_replaced_only_if_asked_and_if_it_can_be(desk: Desk, tmp_path: Path) -> None:
    """What is no whole copy of a database that we know changes nothing."""
    copy, there = await kept_in(tmp_path / "copy.db", 400), await kept_in(tmp_path / "there.db")
    before, content = there.read_bytes(), copy.read_bytes()
    assert refused("restore", copy, there) == f"{there} exists; --force replaces it"
    with closing(sqlite3.connect(copy, isolation_level=None)) as newer:
        newer.execute("INSERT INTO migrations (number) VALUES (99)")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    none, knows = "cannot be read as a database of Squarely (", f"this one knows {len(MIGRATIONS)}"
    for wrong, says in [
        (content[:4096] + os.urandom(8192) + content[12288:], ""),  # it depends on what is hit
        (content[: len(content) // 2], ""),
        (copy.read_bytes(), f"was written by a newer Squarely (version 99 of its tables; {knows})"),
        (b"Dear diary, " * 1000, none),
        ((tmp_path / "other.db").read_bytes(), none),
        (b"", none),
    ]:
        copy.write_bytes(wrong)
        assert refused("restore", copy, there, "--force").startswith(f"{copy} {says}")
        assert there.read_bytes() == before
    copy.write_bytes(content)
    stale = tmp_path / "there.db-wal"
    stale.write_bytes(b"of a server that was killed")
    done = desk.squarely("restore", str(copy), "--database", f"sqlite:///{there}", "--force")
    assert done.out == f"{there} has 1 match with 400 turns.\n", done.err
    assert not stale.exists()
    async with journal(f"sqlite:///{there}") as kept:
        assert await find(kept, after=398) == (match(), [moved(399), moved(400)])
        in_use = refused("restore", copy, there, "--force")
        assert in_use == f"another squarely serve uses {there}; stop it, or name another database with --database"
        assert await add(kept, moved(401))


async def test_a_backup_is_written_over_nothing_else(desk: Desk, tmp_path: Path) -> None:
    there, diary, missing = await kept_in(tmp_path / "matches.db"), tmp_path / "diary.txt", tmp_path / "missing.db"
    said = desk.squarely("backup", str(there), "--database", f"sqlite:///{there}")
    assert said == (MISTAKE, "", f"squarely: {there} is the database itself; name another file\n")
    diary.write_text("Dear diary")
    assert "exists already and is not a database" in refused("backup", diary, there)
    assert diary.read_text() == "Dear diary"
    told = refused("backup", tmp_path / "copy.db", missing)
    assert told == f"there is no database at {missing}; name yours with --database"
    assert not missing.exists()
