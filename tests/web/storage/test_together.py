"""Events that are kept by one commit, and the log that is copied into the file meanwhile."""

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from squarely.play.events import Event
from squarely.web.storage import match_rows, sqlite
from squarely.web.storage.journal import Journal
from tests.web.storage.keeping import journal, match, moved

pytestmark = pytest.mark.anyio

NAMES = ["abcdefghijkl", "bcdefghijklm", "cdefghijklmn"]


async def begun(kept: Journal, *names: str) -> None:
    for name in names:
        await kept.run(partial(match_rows.insert_match, row=match(name)))


def add(kept: Journal, name: str, event: Event) -> Awaitable[bool]:
    return kept.run(partial(match_rows.add_event, match=name, event=event), name)


async def found(kept: Journal, name: str) -> list[Event]:
    kept_match = await kept.run(lambda connection: match_rows.find_match(connection, name))
    assert kept_match is not None
    return kept_match[1]


async def test_events_of_many_matches_are_kept_as_they_were_given(database: str) -> None:
    async with journal(database) as kept:
        await begun(kept, *NAMES)
        events = [moved(number, at=1763300000.123456 + number / 7) for number in range(1, 101)]
        answers = await asyncio.gather(*(add(kept, name, event) for event in events for name in NAMES))
        assert answers == [True] * 300
        for name in NAMES:
            assert await found(kept, name) == events


async def test_one_that_is_there_already_spoils_nothing_for_the_others(database: str) -> None:
    async with journal(database) as kept:
        await begun(kept, *NAMES)
        assert await add(kept, NAMES[1], moved(1))
        wanted = [(NAMES[0], 1), (NAMES[1], 1), ("no-such-game", 1), (NAMES[2], 1), (NAMES[1], 2)]
        answers = await asyncio.gather(*(add(kept, name, moved(number)) for name, number in wanted))
        assert answers == [True, False, False, True, True]
        assert [len(await found(kept, name)) for name in NAMES] == [1, 2, 1]


async def test_a_log_that_has_grown_too_long_is_copied_by_the_one_who_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is begun anew: it does not grow for ever."""
    monkeypatch.setattr(sqlite, "_SETTINGS", (*sqlite._SETTINGS, "wal_autocheckpoint=10"))
    path, alone = tmp_path / "matches.db", tmp_path / "alone.db"
    async with journal(f"sqlite:///{path}") as kept:
        await begun(kept, NAMES[0])
        for number in range(1, 300):
            assert await add(kept, NAMES[0], moved(number))
        assert path.with_name("matches.db-wal").stat().st_size < 40 * 4096
        assert (count(path, alone) or 0) > 200


def count(path: Path, alone: Path) -> int | None:
    """The events in the file itself; None while there is not even a table of them."""
    shutil.copy(path, alone)
    with closing(sqlite3.connect(f"file:{alone}?immutable=1", uri=True)) as read:
        try:
            return int(read.execute("SELECT COUNT(*) FROM turns").fetchone()[0])
        except sqlite3.DatabaseError:
            return None
