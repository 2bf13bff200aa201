"""A room: computers move, clocks run out, what is idle is forgotten, long matches are replayed a little at a time."""

import asyncio
import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.play.offers import accepts_offer
from squarely.play.seat_secrets import hash_secret
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.match import room, rooms
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.database import Database
from squarely.web.study import analysis
from squarely.web.workers.pool import WorkerPool
from tests.patience import wait_beside
from tests.web.serving import PATIENCE, House, Json, asking, house
from tests.web.storage.keeping import match as kept_match
from tests.web.visiting import Begun, acted, asked_until, begin, connected, joined, moved, state, step

pytestmark = pytest.mark.anyio

LONG = 200  # turns
NAMES = [f"long-match-{number}" for number in range(6)]


@pytest.mark.slow
async def test_a_computer_answers_a_move_and_begins_if_it_sits_first(here: House, client: httpx.AsyncClient) -> None:
    match = await begin(client, "snatchers", "level:5")
    async with joined(here, match.id, [match.first]) as person:
        await person.act(match.first, 1, "move", move="up 1")
        await person.turn(2)
        assert person.turns == [1, 2]
        told = person.heard[-1]["state"]
        assert (told["mover"], told["truth"], told["between_people"]) == ("first", True, False)
        assert (await person.act(match.first, 3, "undo"))["type"] == "done"
        assert (await state(client, match.id))["moves"] == 0
    match = await begin(client, "snatchers", "random", side="second")
    async with joined(here, match.id, [match.second]) as person:
        await person.turn(1)
        assert person.heard[-1]["state"]["mover"] == "second"


@pytest.mark.slow
async def test_a_computer_agrees_to_a_draw_unless_it_is_winning(client: httpx.AsyncClient) -> None:
    even = await begin(client, "snatchers", "perfect")
    assert (await acted(client, even.id, even.first, 1, "offer", offer="draw")).status_code == 200
    assert (await state(client, even.id))["ending"]["reason"] == "a draw was agreed"
    lost = await begin(client, "center", "perfect", side="second")  # whoever begins wins with best play
    await asked_until(lambda: state(client, lost.id), lambda told: told["turn"] >= 1)
    plays_on = await acted(client, lost.id, lost.second, 2, "offer", offer="draw")
    assert (plays_on.status_code, plays_on.json()["error"]) == (400, "Perfect plays on")


@pytest.mark.slow
async def test_what_goes_wrong_by_itself_is_logged_and_the_computer_moves_when_somebody_looks(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thinks, fault = WorkerPool.ask, list[Exception]()

    async def ask(self: WorkerPool, question: object, *about: object) -> object:
        if fault and question is analysis.choose_move:
            raise fault[0]
        return await thinks(self, question, *about)  # type: ignore[arg-type]

    async def begin_wrong(raised: Exception) -> Begun:
        fault[:] = [raised]
        match = await begin(client, "snatchers", "random")
        assert (await acted(client, match.id, match.first, 1, "move", move="up 1")).status_code == 200
        return match

    monkeypatch.setattr(WorkerPool, "ask", ask)
    await begin_wrong(ZeroDivisionError())
    await wait_beside((), lambda: any(record.exc_info for record in caplog.records))
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]
    match = await begin_wrong(Refusal("unavailable", "the computer lost its thread; please ask again", wait=1))
    await wait_beside((), lambda: "later" in [record.msg for record in caplog.records])
    fault.clear()
    await asked_until(lambda: state(client, match.id), lambda told: told["turn"] >= 2)


async def test_what_is_told_is_kept(client: httpx.AsyncClient, pair: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    order: Any = []
    keep = match_rows.add_event
    monkeypatch.setattr(match_rows, "add_event", lambda *given, **more: (order.append("kept"), keep(*given, **more))[1])
    monkeypatch.setattr(room.Room, "tell", lambda *_: order.append("told"))
    assert ((await moved(client, pair, 1)).status_code, order) == (200, ["kept", "told"])


async def test_a_match_that_has_expired_under_the_players_is_said_to_be_gone(
    here: House, client: httpx.AsyncClient, pair: Begun
) -> None:
    async with joined(here, pair.id, [pair.first]) as first:
        await here.app.rooms.services.keep(partial(match_rows.expire, before=time.time() + 1))
        told = await first.act(pair.first, 1, "move", move="up 1")
        assert (told["type"], told["message"]) == ("refused", "there is no such match; it may have expired")
    assert (await client.get(f"/api/matches/{pair.id}")).status_code == 404


async def test_idle_matches_expire(file: str) -> None:
    async with house(file) as before:
        for name, days in (("old-old-old-", 31), ("not-so-old--", 29)):
            row = kept_match(name, made_at=time.time() - days * 86400)
            await before.app.rooms.services.keep(partial(match_rows.insert_match, row=row))
    async with house(file) as after, asking(after) as client, asyncio.timeout(PATIENCE):
        while (await client.get("/api/matches/old-old-old-")).status_code != 404:
            after.app.rooms.drop("old-old-old-")
        assert (await client.get("/api/matches/not-so-old--")).status_code == 200


async def test_more_rooms_and_turns_than_are_remembered(
    here: House, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rooms with people in them are not forgotten, and there is always room for one more; what fills the memory is
    forgotten where nobody is, and read again when somebody comes."""
    with monkeypatch.context() as patch:
        patch.setattr(rooms, "_REMEMBERED", 2)
        one, two, three, empty = [await begin(client) for _ in range(4)]
        async with (
            joined(here, one.id, [one.first]) as first,
            joined(here, two.id, [two.first]),
            joined(here, three.id, [three.first]) as third,
        ):
            assert (await client.get(f"/api/matches/{empty.id}")).status_code == 200
            for match, visitor in ((one, first), (three, third)):
                assert (await moved(client, match, 1)).status_code == 200
                await visitor.turn(1)
    monkeypatch.setattr(rooms, "_EVENTS", 5)
    begun = [await begin(client, opponent="here") for _ in range(4)]
    for match in begun:
        for turn in (1, 2, 3):
            assert (await moved(client, match, turn)).status_code == 200
        assert sum(each.length for each in here.app.rooms._open.values()) <= 8
    assert [(await state(client, match.id))["turn"] for match in begun] == [3] * 4


def keep_long(connection: Database, name: str) -> None:
    match_rows.insert_match(connection, kept_match(name, kind="here", made_at=time.time()))
    for turn in range(1, LONG + 1):
        event = Event(turn, Side((turn - 1) % 2), "move", step(turn), at=1.0)
        match_rows.add_event(connection, name, event)


async def test_replays_are_counted_by_address_over_http_and_sockets(here: House, client: httpx.AsyncClient) -> None:
    for name in NAMES[:4]:
        await here.app.rooms.services.keep(partial(keep_long, name=name))
    here.app.rooms.services.replayed = RateLimiter(2 * LONG, 60)
    for name, status in zip(NAMES, (200, 200, 429), strict=False):
        answer = await client.get(f"/api/matches/{name}")
        assert answer.status_code == status, answer.text
    assert answer.json()["error"].startswith("too many long matches from your address; try again in ")
    assert (await client.get(f"/api/matches/{NAMES[0]}")).status_code == 200, "that one is in memory"
    async with connected(here) as visitor:
        await visitor.say(type="join", match=NAMES[3])
        assert (await visitor.closed())[1].startswith("too many long matches from your address")


async def test_of_many_that_are_replayed_one_has_its_turn(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two turns of the event loop at most one slice is worked, however many matches are asked for, and nobody
    sees a part of one."""
    for name in NAMES:
        await here.app.rooms.services.keep(partial(keep_long, name=name))
    monkeypatch.setattr(room, "_SLICE", 0.0)
    added, most, add = 0, 0, StoredMatch.add

    def counted(self: StoredMatch, event: Event) -> StoredMatch:
        nonlocal added
        added += 1
        return add(self, event)

    monkeypatch.setattr(StoredMatch, "add", counted)
    opening = [asyncio.create_task(here.app.rooms.open(name)) for name in NAMES]
    while not all(task.done() for task in opening):
        if added == 20:
            opening.append(asyncio.create_task(here.app.rooms.open(NAMES[0])))
        before = added
        await asyncio.sleep(0)
        most = max(most, added - before)
    assert {(await task).length for task in opening} == {LONG}
    assert added == LONG * len(NAMES)
    assert 1 <= most <= 2


# A clock runs out in front of everybody, and stands still while somebody is asked.


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of day, which goes on when the test says so."""
    clock: SimpleNamespace = SimpleNamespace(now=time.time(), time=lambda: clock.now, perf_counter=time.perf_counter)
    monkeypatch.setattr("squarely.web.match.room.time", clock)
    return clock


async def begin_with(here: House, left: float, now: float) -> str:
    """A match in which the mover, who sits first, has so many seconds left."""
    secrets = {"first_secret": hash_secret("first"), "second_secret": hash_secret("second")}
    row = kept_match(seconds=60, begun_at=now - 60 + left, **secrets)
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
    assert (await acted(client, match, "second", 1, "offer", offer="draw")).status_code == 200, "which stops no clock"
    day.now += 5
    here.app.rooms.drop(match)
    assert read_clock(await state(client, match)) == (0, {"kind": "draw", "by": "second"}, 15.0)
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
