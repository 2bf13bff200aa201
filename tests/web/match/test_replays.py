"""A match that is not in memory is replayed: a little at a time, and not without end for one address."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.match import room
from squarely.web.match.stored_match import StoredMatch
from squarely.web.storage import match_rows
from squarely.web.storage.database import Database
from tests.web.serving import House, asking, house
from tests.web.storage.keeping import match
from tests.web.visiting import connected, step

pytestmark = pytest.mark.anyio

LONG = 200  # turns
NAMES = [f"long-match-{number}" for number in range(6)]


def keep_long(connection: Database, name: str) -> None:
    """A match of many turns."""
    match_rows.insert_match(connection, match(name, kind="here", made_at=time.time()))
    for turn in range(1, LONG + 1):
        event = Event(turn, Side((turn - 1) % 2), "move", step(turn), at=1.0)
        match_rows.add_event(connection, name, event)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    async with house(f"sqlite:///{tmp_path}/matches.db") as house_:
        for name in NAMES:
            await house_.app.rooms.services.keep(partial(keep_long, name=name))
        yield house_


async def test_replays_are_counted_by_address_over_http_and_sockets(here: House) -> None:
    here.app.rooms.services.replayed = RateLimiter(2 * LONG, 60)
    async with asking(here) as client:
        for name, status in zip(NAMES, (200, 200, 429), strict=False):
            answer = await client.get(f"/api/matches/{name}")
            assert answer.status_code == status, answer.text
        assert answer.json()["error"].startswith("too many long matches from your address; try again in ")
        assert (await client.get(f"/api/matches/{NAMES[0]}")).status_code == 200, "that one is in memory"
    async with connected(here) as visitor:
        await visitor.say(type="join", match=NAMES[3])
        assert (await visitor.closed())[1].startswith("too many long matches from your address")


async def test_of_many_that_are_replayed_one_has_its_turn(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two turns of the event loop at most one slice is worked, however many matches are asked for."""
    monkeypatch.setattr(room, "_SLICE", 0.0)
    added, most, add = 0, 0, StoredMatch.add

    def counted(self: StoredMatch, event: Event) -> StoredMatch:
        nonlocal added
        added += 1
        return add(self, event)

    monkeypatch.setattr(StoredMatch, "add", counted)
    opening = [asyncio.create_task(here.app.rooms.open(name)) for name in NAMES]
    while not all(task.done() for task in opening):
        before = added
        await asyncio.sleep(0)
        most = max(most, added - before)
    assert added == LONG * len(NAMES)
    assert 1 <= most <= 2
