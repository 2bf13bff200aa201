"""The clock of a match on the server: it stands still while the other side is asked about something."""

import time
from functools import partial
from pathlib import Path

import pytest

from squarely.play.offers import accepts_offer
from squarely.play.seat_secrets import hash_secret
from squarely.web.storage import match_rows
from squarely.web.workers.pool import WorkerPool
from tests.web.serving import House, Json, asking, house
from tests.web.storage.keeping import match as stored_match
from tests.web.visiting import acted, begin, state

pytestmark = pytest.mark.anyio


class Time:
    """The time of day, which goes on when the test says so."""

    perf_counter = staticmethod(time.perf_counter)

    def __init__(self) -> None:
        self.now = time.time()

    def time(self) -> float:
        return self.now


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Time:
    day = Time()
    monkeypatch.setattr("squarely.web.match.room.time", day)
    return day


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


async def with_clock(here: House, day: Time, left: float) -> str:
    """A match in which the mover, who sits first, has so many seconds left."""
    secrets = {"first_secret": hash_secret("first"), "second_secret": hash_secret("second")}
    row = stored_match(seconds=60, begun_at=day.now - 60 + left, **secrets)
    await here.app.rooms.services.keep(partial(match_rows.insert_match, row=row))
    return row.id


async def test_the_offerers_clock_stands_still_until_the_other_side_answers(file: str, day: Time) -> None:
    async with house(file) as here, asking(here) as client:
        match = await with_clock(here, day, 30)
        day.now += 10
        assert (await acted(client, match, "first", 1, "offer", offer="draw")).status_code == 200
        for _ in range(2):
            day.now += 1000
            told = await state(client, match)
            assert clock(told) == (0, {"kind": "draw", "by": "first"}, 20.0)
            here.app.rooms.drop(match)  # it is read again, as after a restart
        assert (await acted(client, match, "second", 1, "decline")).status_code == 200
        day.now += 5
        here.app.rooms.drop(match)
        told = await state(client, match)
        assert clock(told) == (0, None, 15.0)
        day.now += 16
        assert (await acted(client, match, "first", 1, "move", move="up 1")).status_code == 409
        assert (await state(client, match))["ending"]["reason"] == "Ann ran out of time"


async def test_whoever_is_offered_something_on_their_own_turn_has_no_more_time_for_it(file: str, day: Time) -> None:
    async with house(file) as here, asking(here) as client:
        match = await with_clock(here, day, 30)
        assert (await acted(client, match, "second", 1, "offer", offer="draw")).status_code == 200
        day.now += 10
        assert (await state(client, match))["clock"]["left"] == 20.0


async def test_no_clock_runs_while_a_computer_thinks_about_an_offer(
    file: str, day: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = WorkerPool.ask

    async def asked_for_long(self: WorkerPool, question: object, *about: object) -> object:
        if question is accepts_offer:
            day.now += 100
            return False
        return await ask(self, question, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerPool, "ask", asked_for_long)
    async with house(file) as here, asking(here) as client:
        match = await begin(client, "snatchers", "perfect", seconds=60)
        day.now = (await clock_began(here, match.id)) + 20
        for says in ("Perfect plays on", "you have offered a draw already; wait for the next move"):
            declined = await acted(client, match.id, match.first, 1, "offer", offer="draw")
            assert (declined.status_code, declined.json()["error"]) == (400, says)
            told = await state(client, match.id)
            assert clock(told) == (0, None, 40.0)


async def clock_began(here: House, match: str) -> float:
    return (await here.app.rooms.open(match)).stored.row.begun_at


def clock(told: Json) -> tuple[int, Json | None, float]:
    return told["turn"], told["offer"], told["clock"]["left"]
