"""A server that stops: everybody is told, what is in flight is kept, and it does not take long."""

import asyncio
import signal
import threading
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from squarely.web.storage.sqlite import SQLite
from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, Served, asking, house
from tests.web.visiting import acted, begin, joined, paired, state, step

pytestmark = pytest.mark.anyio

SOCKETS = 100  # as many as may watch one match
FULL = ("XOXOXO", "OXOXOX")
WIDE = "---/---/--- A"  # of center


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_sockets_are_told_and_what_was_done_is_kept(
    tmp_path: Path, how: signal.Signals, kind: str, request: pytest.FixtureRequest
) -> None:
    url = ""
    if kind == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgresql")
        url = server.new()
    served = Served(tmp_path, database=url)
    async with asking(served) as client:
        match = await paired(client)
        async with (
            joined(served, match.id, [match.first, match.second]) as player,
            joined(served, match.id) as watching,
        ):
            done = 0

            async def play() -> None:
                nonlocal done
                while True:
                    secret = (match.first, match.second)[done % 2]
                    if (await player.act(secret, done + 1, "move", move=step(done + 1)))["type"] == "done":
                        done += 1

            playing = asyncio.create_task(play())
            await watching.turn(3)
            served.process.send_signal(how)
            code, reason = await watching.closed()
            with pytest.raises(ConnectionClosed):
                await playing
        assert await asyncio.to_thread(served.process.wait, PATIENCE) == 0
        assert watching.heard[-1] == {
            "type": "bye",
            "message": "the server stops for a moment; your match is kept",
            "retry": 2.0,
        }
        assert (code, reason) == (1012, "")
    assert "traceback" not in served.log.lower()
    with Served(tmp_path, database=url) as again:
        async with asking(again) as client:
            kept = (await state(client, match.id))["turn"]
            assert done <= kept <= done + 1, "all that was acknowledged, and at most what was in flight"


async def test_an_act_in_flight_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit takes its time; meanwhile the server is told to stop."""
    url = f"sqlite:///{tmp_path}/matches.db"
    slow, commit, begun = threading.Event(), SQLite.commit, threading.Event()

    def later(self: SQLite) -> None:
        if slow.is_set():
            begun.set()
            time.sleep(0.5)
        commit(self)

    monkeypatch.setattr(SQLite, "commit", later)
    async with house(url) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id, [match.first]) as first:
            slow.set()
            await first.say(type="act", seat=match.first, turn=1, act="move", move="right 1")
            await asyncio.to_thread(begun.wait)
            farewell = asyncio.create_task(here.app.say_farewell())
            assert await first.answer() == {"type": "done", "turn": 1, "again": False}
            await first.until(lambda message: message["type"] == "bye")
            await farewell
        slow.clear()
    async with house(url) as later_on, asking(later_on) as client:
        assert (await state(client, match.id))["turn"] == 1


async def test_it_stops_while_a_computer_thinks(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        async with asking(served) as client:
            match = await begin(client, "quad", "level:9")
            await acted(client, match.id, match.first, 1, "move", move="B2")
            assert await asyncio.to_thread(served.stop) == 0
        assert "traceback" not in served.log.lower()


async def test_it_stops_with_many_sockets_and_worker_processes_that_think(tmp_path: Path) -> None:
    with Served(tmp_path, "--limit=sockets_per_address=1000") as served:
        async with asking(served) as client, AsyncExitStack() as crowd:
            match = await paired(client)
            watching = [await crowd.enter_async_context(joined(served, match.id)) for _ in range(SOCKETS)]
            large = {"options": "size=6,block=4", "position": "/".join([*FULL, *FULL, *FULL]) + " X", "side": "second"}
            for _ in range(3):
                await client.post("/api/matches", json={"game": "quad", "opponent": "level:9", **large})
            assert await asyncio.to_thread(served.stop) == 0
            ends = await asyncio.gather(*(visitor.closed() for visitor in watching))
            assert {code for code, _ in ends} == {1012}
            assert all(visitor.heard[-1]["type"] == "bye" for visitor in watching)
        assert "traceback" not in served.log.lower()


async def test_it_stops_with_an_open_request_an_idle_connection_and_a_question(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        port = int(served.url.rpartition(":")[2])
        _, idle = await asyncio.open_connection("127.0.0.1", port)
        _, half = await asyncio.open_connection("127.0.0.1", port)
        half.write(
            b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 99\r\n\r\n{"
        )
        async with asking(served) as client:
            match = await begin(client, "center", "explore", options="size=5")
            question = asyncio.create_task(client.get(f"/api/matches/{match.id}/truth"))
            await asyncio.sleep(0.3)
            assert await asyncio.to_thread(served.stop) == 0
            assert (await question).status_code == 503
        idle.close()
        half.close()
        assert "traceback" not in served.log.lower()
        assert {line["level"] for line in served.lines} == {"info"}


async def test_it_ends_in_time_whatever_it_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that never lets go holds up the farewell: the process is ended all the same."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr("squarely.web.http.server._STOPPING", 0.1)
    monkeypatch.setattr("squarely.web.http.server.end_at_once", lambda: loop.call_soon_threadsafe(ended.set))
    async with house(f"sqlite:///{tmp_path}/matches.db") as here:
        held = here.app.say_farewell

        async def never() -> None:
            await ended.wait()
            await held()

        monkeypatch.setattr(here.app, "say_farewell", never)
        here.server.handle_exit(signal.SIGTERM, None)
        await asyncio.wait_for(ended.wait(), PATIENCE)


async def test_a_client_that_leaves_frees_its_place(tmp_path: Path) -> None:
    """What it asked for is not worked off, and what it did is done all the same."""
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        begun, left = asyncio.Event(), asyncio.Event()

        async def think(*_: object) -> None:
            begun.set()
            try:
                await asyncio.sleep(PATIENCE)
            finally:
                left.set()

        here.app.workers.ask = think  # type: ignore[method-assign, assignment]
        match = await begin(client, "center", "explore")
        for asked in (
            client.get(f"/api/matches/{match.id}/truth"),
            client.get("/api/games/quad/court"),
            client.post("/api/puzzles/answer", json={"game": "center", "position": WIDE, "move": "place 0 1"}),
        ):
            begun.clear()
            left.clear()
            asking_ = asyncio.create_task(asked)
            await asyncio.wait_for(begun.wait(), PATIENCE)
            asking_.cancel()
            await asyncio.wait_for(left.wait(), PATIENCE)
