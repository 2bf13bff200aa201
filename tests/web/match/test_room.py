"""A room: computers move, idle matches and rooms are forgotten, long matches are replayed a little at a time."""

import asyncio
import time
from functools import partial

import httpx
import pytest

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.match import room, rooms
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.database import Database
from squarely.web.study import analysis
from squarely.web.workers.pool import WorkerPool
from tests.web.serving import PATIENCE, House, asking, house
from tests.web.storage.keeping import match as kept_match
from tests.web.visiting import Begun, acted, begin, connected, joined, state, step

pytestmark = pytest.mark.anyio

LONG = 200  # turns
NAMES = [f"long-match-{number}" for number in range(6)]


@pytest.mark.slow
async def test_a_computer_answers_a_move_and_begins_if_it_sits_first(here: House, client: httpx.AsyncClient) -> None:
    match = await begin(client, "snatchers", "level:5")
    async with joined(here, match.id, [match.first]) as person:
        await person.act(match.first, 1, "move", move="up 1")
        if 2 not in person.turns:
            await person.turn(2)
        assert person.turns == [1, 2]
        told = person.heard[-1]["state"]
        assert (told["mover"], told["truth"], told["between_people"]) == ("first", True, False)
        assert (await person.act(match.first, 3, "undo"))["type"] == "done"
        assert (await state(client, match.id))["moves"] == 0
    match = await begin(client, "snatchers", "random", side="second")
    async with joined(here, match.id, [match.second]) as person:
        if not person.turns:
            await person.turn(1)
        assert person.heard[-1]["state"]["mover"] == "second"


@pytest.mark.slow
async def test_a_computer_agrees_to_a_draw_unless_it_is_winning(client: httpx.AsyncClient) -> None:
    even = await begin(client, "snatchers", "perfect")
    assert (await acted(client, even.id, even.first, 1, "offer", offer="draw")).status_code == 200
    assert (await state(client, even.id))["ending"]["reason"] == "a draw was agreed"
    lost = await begin(client, "center", "perfect", side="second")  # whoever begins wins with best play
    while (await state(client, lost.id))["turn"] < 1:
        await asyncio.sleep(0.02)
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
    async with asyncio.timeout(PATIENCE):
        await begin_wrong(ZeroDivisionError())
        while not any(record.exc_info for record in caplog.records):
            await asyncio.sleep(0.01)
        assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]
        match = await begin_wrong(Refusal("unavailable", "the computer lost its thread; please ask again", wait=1))
        while "later" not in [record.msg for record in caplog.records]:
            await asyncio.sleep(0.01)
        fault.clear()
        while (await state(client, match.id))["turn"] < 2:
            await asyncio.sleep(0.05)


async def test_a_match_that_has_expired_under_the_players_is_said_to_be_gone(
    here: House, client: httpx.AsyncClient, pair: Begun
) -> None:
    async with joined(here, pair.id, [pair.first]) as first:
        await here.app.rooms.services.keep(partial(match_rows.expire, before=time.time() + 1))
        told = await first.act(pair.first, 1, "move", move="up 1")
        assert (told["type"], told["message"]) == ("refused", "there is no such match; it may have expired")
    assert (await client.get(f"/api/matches/{pair.id}")).status_code == 404


async def test_idle_matches_expire(file: str) -> None:
    event = Event(1, Side.FIRST, "move", "up 1", at=time.time() - 29 * 86400)

    def keep_all(connection: Database) -> None:  # at once: it may just be looked for idle ones
        for name in ("old-old-old-", "played-since"):
            match_rows.insert_match(connection, kept_match(name, made_at=time.time() - 31 * 86400))
        match_rows.add_event(connection, "played-since", event)

    async with house(file) as before:
        await before.app.rooms.services.keep(keep_all)
    async with house(file) as after, asking(after) as client, asyncio.timeout(PATIENCE):
        while (await client.get("/api/matches/old-old-old-")).status_code != 404:
            after.app.rooms.drop("old-old-old-")
        assert (await client.get("/api/matches/played-since")).status_code == 200


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
                assert (await acted(client, match.id, match.first, 1, "move", move="up 1")).status_code == 200
                await visitor.turn(1)
    monkeypatch.setattr(rooms, "_EVENTS", 5)
    begun = [await begin(client, opponent="here") for _ in range(4)]
    for match in begun:
        for turn in (1, 2, 3):
            secret = (match.second, match.first)[turn % 2]
            assert (await acted(client, match.id, secret, turn, "move", move=step(turn))).status_code == 200
        assert sum(each.length for each in here.app.rooms._open.values()) <= 8
    assert [(await state(client, match.id))["turn"] for match in begun] == [3] * 4


def keep_long(connection: Database, name: str) -> None:
    """A match of many turns."""
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
