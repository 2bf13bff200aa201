"""A server that stops: everybody is told, what is in flight is kept, and it does not take long."""

import asyncio
import signal
import threading
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from squarely.web.storage.sqlite import SQLite
from tests.web.http.flooding import GET, POST, dial
from tests.web.serving import PATIENCE, House, Served, asking, house
from tests.web.visiting import begin, joined, paired, state, step

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
                    secret = (match.first, match.second)[done % 2]
                    if (await player.act(secret, done + 1, "move", move=step(done + 1)))["type"] == "done":
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
    slow, commit, begun, gate = threading.Event(), SQLite.commit, threading.Event(), threading.Event()

    def later(self: SQLite) -> None:
        if slow.is_set():
            begun.set()
            gate.wait(PATIENCE)
        commit(self)

    monkeypatch.setattr(SQLite, "commit", later)
    async with house(file) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id, [match.first]) as first:
            slow.set()
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


async def test_it_stops_with_sockets_open_requests_and_workers_that_think(tmp_path: Path) -> None:
    with Served(tmp_path, "--limit=sockets_per_address=1000") as served:
        async with asking(served) as client, AsyncExitStack() as crowd:
            alone = await begin(client, "center", "explore", options="size=5")
            watching = [await crowd.enter_async_context(joined(served, alone.id)) for _ in range(20)]
            large = {"options": "size=6,block=4", "position": FULL, "side": "second"}
            for _ in range(3):
                await client.post("/api/matches", json={"game": "quad", "opponent": "level:9", **large})
            truth = GET % f"/api/matches/{alone.id}/truth".encode() + b"\r\n"
            lines = [await dial(served.url) for _ in range(4)]
            for (_, writer), request in zip(lines, (truth, truth, POST + b"Content-Length: 99\r\n\r\n{"), strict=False):
                writer.write(request)
            async with asyncio.timeout(PATIENCE):
                while "worker_queue 0" in (await client.get("/metrics")).text:  # until one truth waits for the other
                    await asyncio.sleep(0.02)
            assert await asyncio.to_thread(served.stop) == 0
            ends = await asyncio.gather(*(visitor.closed() for visitor in watching))
            assert {code for code, _ in ends} == {1012}
            assert all(visitor.heard[-1]["type"] == "bye" for visitor in watching)
            assert (await lines[0][0].readline()).startswith(b"HTTP/1.1 503 ")
            for _, writer in lines:
                writer.close()
        assert {line["level"] for line in served.lines} == {"info"}


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
