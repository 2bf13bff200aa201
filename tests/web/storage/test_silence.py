"""A database that does not answer, behind a proxy that swallows everything: nobody waits for it without end."""

import asyncio
from pathlib import Path

import pytest

from squarely.web.storage import postgresql as storage
from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, Served, asking, house
from tests.web.storage.stubborn_players import tournament
from tests.web.storage.swallowing_proxy import proxy
from tests.web.visiting import acted, paired, state

pytestmark = pytest.mark.anyio


async def test_a_silent_database_holds_nothing_up_for_long(postgresql: PostgreSQL, tmp_path: Path) -> None:
    with proxy(postgresql.port) as between:
        url = postgresql.new().replace(f":{postgresql.port}/", f":{between.port}/")
        limit = "--limit=messages_per_socket=100000"
        with await asyncio.to_thread(Served, tmp_path, limit, database=url) as server:
            async with tournament(server, 2) as played, asking(server) as client:
                await played.goes_on()
                between.swallows = True
                await played.until(lambda: bool(played.refused))
                assert "this could not be saved: the database cannot be reached (" in played.refused[-1]
                sick = await client.get("/healthz")
                assert sick.status_code == 503
                assert not sick.json()["error"].rstrip().endswith(":")
                between.swallows = False
                await played.goes_on()
                await played.end()
                assert (await client.get("/healthz")).status_code == 200
                match = await paired(client)
                between.swallows = True
                move = asyncio.create_task(acted(client, match.id, match.first, 1, "move", move="right 1"))
                await asyncio.sleep(0.3)
                assert await asyncio.to_thread(server.stop) == 0
                assert (await move).status_code == 503
        assert "traceback" not in server.log.lower()


async def test_a_listener_on_a_dead_line_hears_again(postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of the one that only listens is lost and never closed; the other goes on writing."""
    monkeypatch.setattr(storage, "_HEARTBEAT", 0.3)
    monkeypatch.setattr(storage, "_ANSWERING", 0.5)
    url = postgresql.new()
    with proxy(postgresql.port) as between:
        lost = url.replace(f":{postgresql.port}/", f":{between.port}/")
        async with house(url) as here, house(lost) as there, asking(here) as client, asking(there) as away:
            match = await paired(client)
            assert (await state(away, match.id))["turn"] == 0
            between.swallows = True
            await asyncio.sleep(1)
            assert (await acted(client, match.id, match.first, 1, "move", move="right 1")).status_code == 200
            between.swallows = False
            async with asyncio.timeout(PATIENCE):
                while (await away.get(f"/api/matches/{match.id}")).json()["state"]["turn"] != 1:
                    await asyncio.sleep(0.05)
