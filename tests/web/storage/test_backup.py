"""A copy of the matches, taken while they are played, and put back: whole, private, and with all that was promised."""

import asyncio
import os
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from squarely.cli import MISTAKE
from squarely.web.http.limits import Limits
from squarely.web.storage.database import MIGRATIONS
from tests.patience import wait_beside
from tests.terminal.driving import Desk, refusal
from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, asking, house
from tests.web.storage.keeping import add, find, insert, journal, match, moved
from tests.web.visiting import joined, paired

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SERVING = Path(__file__).resolve().parents[3] / "docs" / "serving.md"


def refused(what: str, copy: Path, database: Path, *more: str) -> str:
    """What is said where no copy is made, or put back."""
    return refusal(what, str(copy), "--database", f"sqlite:///{database}", *more)


async def kept_in(path: Path, turns: int = 3) -> Path:
    async with journal(f"sqlite:///{path}") as kept:
        await insert(kept, match())
        await asyncio.gather(*(add(kept, moved(number + 1)) for number in range(turns)))
    return path


async def test_a_backup_while_a_match_is_played_has_every_move_that_was_acknowledged_before(
    desk: Desk, tmp_path: Path, file: str
) -> None:
    copy, elsewhere, done = tmp_path / "copy.db", tmp_path / "elsewhere" / "matches.db", 0
    unlimited = Limits(messages_per_socket=10**6, messages_per_address=10**6)
    async with house(file, unlimited) as here, asking(here) as client:
        pair = await paired(client)
        async with joined(here, pair.id, [pair.first, pair.second]) as player:

            async def play() -> None:
                nonlocal done
                while True:
                    await player.move(pair, done + 1)
                    done += 1
                    await asyncio.sleep(0.01)

            playing = asyncio.create_task(play())
            for _ in range(2):  # the second copy replaces the first
                promised = done
                said = await asyncio.to_thread(desk.squarely, "backup", str(copy), "--database", file)
                most = done + 1
                assert (said.code, said.err) == (0, "")
                await wait_beside([playing], lambda played=most + 5: done >= played)  # type: ignore[misc]
            playing.cancel()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir() if "part" in each.name or "copy.db-" in each.name] == []
    put_back = desk.squarely("restore", str(copy), "--database", f"sqlite:///{elsewhere}")
    assert (put_back.code, put_back.out.split(" has ")[1], put_back.err) == (0, said.out.split(" has ")[1], "")
    async with journal(f"sqlite:///{elsewhere}") as kept:
        _, events = await find(kept, pair.id) or (None, [])
    assert said.out == f"{copy} has 1 match with {len(events)} turns.\n"
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert 0 < promised <= len(events) <= most < done


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
