"""The clock of a match on the server: it runs out in front of everybody, and stands still while somebody is asked."""

import asyncio
import time
from functools import partial
from types import SimpleNamespace

import httpx
import pytest

from squarely.play.offers import accepts_offer
from squarely.play.seat_secrets import hash_secret
from squarely.web.storage import match_rows
from squarely.web.workers.pool import WorkerPool
from tests.web.serving import House, Json
from tests.web.storage.keeping import match as stored_match
from tests.web.visiting import acted, begin, joined, state

pytestmark = pytest.mark.anyio


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of day, which goes on when the test says so."""
    clock: SimpleNamespace = SimpleNamespace(now=time.time(), time=lambda: clock.now, perf_counter=time.perf_counter)
    monkeypatch.setattr("squarely.web.match.room.time", clock)
    return clock


async def begin_with(here: House, left: float, now: float) -> str:
    """A match in which the mover, who sits first, has so many seconds left."""
    secrets = {"first_secret": hash_secret("first"), "second_secret": hash_secret("second")}
    row = stored_match(seconds=60, begun_at=now - 60 + left, **secrets)
    await here.app.rooms.services.keep(partial(match_rows.insert_match, row=row))
    return row.id


def read_clock(told: Json) -> tuple[int, Json | None, float]:
    return told["turn"], told["offer"], told["clock"]["left"]


@pytest.mark.slow
@pytest.mark.parametrize(("left", "early"), [(0.2003, 0.0), (0.4, 0.2)])
async def test_it_runs_out_in_front_of_everybody(
    here: House, monkeypatch: pytest.MonkeyPatch, left: float, early: float
) -> None:
    """Even if the alarm rings a little too early: timers and clocks differ; it is set again."""
    match, loop = await begin_with(here, left, time.time()), asyncio.get_running_loop()
    later = loop.call_later
    monkeypatch.setattr(loop, "call_later", lambda wait, *call, **more: later(max(0, wait - early), *call, **more))
    async with joined(here, match, ["second"]) as second:
        told = await second.turn(1)
        assert told["turns"] == [{"turn": 1, "side": "first", "act": "timeout"}]
        ending = told["state"]["ending"]
        assert (ending["winner"], ending["reason"]) == ("second", "Ann ran out of time")


async def test_the_offerers_clock_stands_still_until_the_other_side_answers(
    here: House, client: httpx.AsyncClient, day: SimpleNamespace
) -> None:
    waiting = await begin(client, seconds=5)
    assert (await state(client, waiting.id))["clock"] == {"seconds": 5, "left": None}, "it waits for the friend"
    match = await begin_with(here, 30, day.now)
    day.now += 10
    assert (await acted(client, match, "first", 1, "offer", offer="draw")).status_code == 200
    for _ in range(2):
        day.now += 1000
        assert read_clock(await state(client, match)) == (0, {"kind": "draw", "by": "first"}, 20.0)
        here.app.rooms.drop(match)  # it is read again, as after a restart
    assert (await acted(client, match, "second", 1, "decline")).status_code == 200
    day.now += 5
    here.app.rooms.drop(match)
    assert read_clock(await state(client, match)) == (0, None, 15.0)
    day.now += 16
    assert (await acted(client, match, "first", 1, "move", move="up 1")).status_code == 409, "it comes too late"
    assert (await state(client, match))["ending"]["reason"] == "Ann ran out of time"


@pytest.mark.slow
async def test_no_clock_runs_while_a_computer_thinks_about_an_offer(
    here: House, client: httpx.AsyncClient, day: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = WorkerPool.ask

    async def asked_for_long(self: WorkerPool, question: object, *about: object) -> object:
        if question is accepts_offer:
            day.now += 100
            return False
        return await ask(self, question, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerPool, "ask", asked_for_long)
    match = await begin(client, "snatchers", "perfect", seconds=60)
    day.now = (await here.app.rooms.open(match.id)).stored.row.begun_at + 20
    for says in ("Perfect plays on", "you have offered a draw already; wait for the next move"):
        declined = await acted(client, match.id, match.first, 1, "offer", offer="draw")
        assert (declined.status_code, declined.json()["error"]) == (400, says)
        assert read_clock(await state(client, match.id)) == (0, None, 40.0)
