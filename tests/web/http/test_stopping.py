"""A server that stops: everybody is told, what is in flight is kept, and it does not take long."""

import asyncio
import signal
import threading
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from squarely.web.storage.sqlite import SQLite
from tests.web.http.flooding import GET, POST, dial
from tests.web.serving import PATIENCE, House, Served, asking, house
from tests.web.visiting import asked_until, begin, joined, paired, state

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FULL = "XOXOXO/OXOXOX/XOXOXO/OXOXOX/XOXOXO/OXOXOX X"
WIDE = "---/---/--- A"  # of center


async def test_sockets_are_told_and_what_was_done_is_kept(tmp_path: Path, database: str) -> None:
    how = signal.SIGTERM if "sqlite" in database else signal.SIGINT
    served = Served(tmp_path, database=database)
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
                    await player.move(match, done + 1)
                    done += 1

            playing = asyncio.create_task(play())
            await watching.turn(3)
            served.process.send_signal(how)
            assert await watching.closed() == (1012, "")
            with pytest.raises(ConnectionClosed):
                await playing
        assert await asyncio.to_thread(served.process.wait, PATIENCE) == 0
        says = "the server stops for a moment; your match is kept"
        assert watching.heard[-1] == {"type": "bye", "message": says, "retry": 2.0}
    assert "traceback" not in served.log.lower()
    async with house(database) as again, asking(again) as client:
        kept = (await state(client, match.id))["turn"]
        assert done <= kept <= done + 1, "all that was acknowledged, and at most what was in flight"


async def test_an_act_in_flight_is_finished(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit takes its time; meanwhile the server is told to stop."""
    commit, begun, gate = SQLite.commit, threading.Event(), threading.Event()

    def later(self: SQLite) -> None:
        begun.set()
        gate.wait(PATIENCE)
        commit(self)

    async with house(file) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id, [match.first]) as first:
            monkeypatch.setattr(SQLite, "commit", later)
            await first.say(type="act", seat=match.first, turn=1, act="move", move="right 1")
            await asyncio.to_thread(begun.wait, PATIENCE)
            farewell = asyncio.create_task(here.app.say_farewell())
            await asyncio.sleep(0.1)  # it waits for the act, and not the other way round
            gate.set()
            assert await first.answer() == {"type": "done", "turn": 1, "again": False}
            await first.until(lambda message: message["type"] == "bye")
            await farewell
    async with house(file) as later_on, asking(later_on) as client:
        assert (await state(client, match.id))["turn"] == 1


async def test_it_stops_with_requests_open_and_workers_that_think(tmp_path: Path) -> None:
    with Served(tmp_path, "--log=warning") as served:
        async with asking(served) as client:
            alone = await begin(client, "center", "explore", options="size=5")
            large = {"options": "size=6,block=4", "position": FULL, "side": "second"}
            for _ in range(3):
                await client.post("/api/matches", json={"game": "quad", "opponent": "level:9", **large})
            truth = GET % f"/api/matches/{alone.id}/truth".encode() + b"\r\n"
            lines = [await dial(served.url) for _ in range(4)]
            for (_, writer), request in zip(lines, (truth, truth, POST + b"Content-Length: 99\r\n\r\n{"), strict=False):
                writer.write(request)
            # Until one truth waits for the other.
            await asked_until(lambda: client.get("/metrics"), lambda answer: "worker_queue 0" not in answer.text)
            assert await asyncio.to_thread(served.stop) == 0
            assert (await lines[0][0].readline()).startswith(b"HTTP/1.1 503 ")
            for _, writer in lines:
                writer.close()
        assert served.log == "", "there is nothing to be warned of"


async def test_it_ends_in_time_whatever_it_waits_for(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that never lets go holds up the farewell: the process is ended all the same."""
    ended, loop, held = asyncio.Event(), asyncio.get_running_loop(), here.app.say_farewell
    monkeypatch.setattr("squarely.web.http.server._STOPPING", 0.1)
    monkeypatch.setattr("squarely.web.http.server.end_at_once", lambda: loop.call_soon_threadsafe(ended.set))

    async def never() -> None:
        await ended.wait()
        await held()

    monkeypatch.setattr(here.app, "say_farewell", never)
    here.server.handle_exit(signal.SIGTERM, None)
    await asyncio.wait_for(ended.wait(), PATIENCE)


async def test_a_client_that_leaves_frees_its_place(here: House, client: httpx.AsyncClient) -> None:
    """What it asked for is not worked off."""
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
        question = asyncio.create_task(asked)
        await asyncio.wait_for(begun.wait(), PATIENCE)
        question.cancel()
        await asyncio.wait_for(left.wait(), PATIENCE)
