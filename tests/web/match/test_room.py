"""What happens without anybody acting: clocks run out, computers move."""

import asyncio
import time
from functools import partial
from pathlib import Path

import pytest

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.play.seat_secrets import hash_secret
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.database import Database
from squarely.web.study import analysis
from squarely.web.workers.pool import WorkerPool
from tests.web.serving import PATIENCE, House, asking, house
from tests.web.storage.keeping import match as kept_match
from tests.web.visiting import acted, begin, joined, state, step

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


async def with_clock(here: House, left: float) -> str:
    """A match in which the mover, who sits first, has so many seconds left."""
    kept = kept_match(
        seconds=60,
        begun_at=time.time() - 60 + left,
        first_secret=hash_secret("first"),
        second_secret=hash_secret("second"),
    )
    await here.app.rooms.services.keep(partial(match_rows.insert_match, row=kept))
    return kept.id


@pytest.mark.parametrize("left", [0.11, 0.2003, 0.3004, 0.4999])
async def test_a_clock_runs_out_in_front_of_everybody(file: str, left: float) -> None:
    async with house(file) as here:
        match = await with_clock(here, left)
        async with joined(here, match, ["second"]) as second:
            told = await second.turn(1)
            assert told["turns"] == [{"turn": 1, "side": "first", "act": "timeout"}]
            assert told["state"]["ending"]["winner"] == "second"
            assert told["state"]["ending"]["reason"] == "Ann ran out of time"


async def test_an_alarm_that_rings_too_early_is_set_again(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Timers and clocks differ by a little."""
    async with house(file) as here:
        match = await with_clock(here, 0.4)
        loop = asyncio.get_running_loop()
        later = loop.call_later
        monkeypatch.setattr(loop, "call_later", lambda wait, *call, **more: later(max(0, wait - 0.2), *call, **more))
        async with joined(here, match, ["second"]) as second:
            assert (await second.turn(1))["turns"][0]["act"] == "timeout"


async def test_a_move_after_the_time_is_over_does_not_count(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        match = await with_clock(here, -5)
        answer = await acted(client, match, "first", 1, "move", move="up 1")
        assert answer.status_code == 409
        assert (await state(client, match))["ending"]["reason"] == "Ann ran out of time"


async def test_the_clock_shows_what_is_left(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        match = await with_clock(here, 42)
        clock = (await state(client, match))["clock"]
        assert clock["seconds"] == 60
        assert 30 < clock["left"] <= 42


async def test_the_clock_waits_for_the_friend(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        waiting = await begin(client, seconds=5)
        assert (await state(client, waiting.id))["clock"] == {"seconds": 5, "left": None}


async def test_a_computer_answers_a_move(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        match = await begin(client, "snatchers", "level:5")
        async with joined(here, match.id, [match.first]) as person:
            await person.act(match.first, 1, "move", move="up 1")
            if 2 not in person.turns:
                await person.turn(2)
            assert person.turns == [1, 2]
            told = person.heard[-1]["state"]
            assert (told["mover"], told["truth"], told["between_people"]) == ("first", True, False)
            undone = await person.act(match.first, 3, "undo")
            assert undone["type"] == "done"
            assert (await state(client, match.id))["moves"] == 0


async def test_a_computer_that_begins_begins(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        match = await begin(client, "snatchers", "random", side="second")
        async with joined(here, match.id, [match.second]) as person:
            if not person.turns:
                await person.turn(1)
            assert person.heard[-1]["state"]["mover"] == "second"


async def test_a_computer_agrees_to_a_draw_unless_it_is_winning(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        for game in ("snatchers", "showdown"):
            even = await begin(client, game, "perfect")
            agreed = await acted(client, even.id, even.first, 1, "offer", offer="draw")
            assert agreed.status_code == 200
            assert (await state(client, even.id))["ending"]["reason"] == "a draw was agreed"
        # Whoever begins wins with best play.
        lost = await begin(client, "center", "perfect", side="second")
        while (await state(client, lost.id))["turn"] < 1:
            await asyncio.sleep(0.02)
        plays_on = await acted(client, lost.id, lost.second, 2, "offer", offer="draw")
        assert plays_on.status_code == 400
        assert plays_on.json()["error"] == "Perfect plays on"


async def test_a_computer_that_lost_its_thread_moves_when_somebody_looks(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, broken = WorkerPool.ask, [True]

    async def ask(self: WorkerPool, question: object, *about: object) -> object:
        if broken[0] and question is analysis.choose_move:
            raise Refusal("unavailable", "the computer lost its thread; please ask again", wait=1)
        return await thinks(self, question, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerPool, "ask", ask)
    async with house(file) as here, asking(here) as client:
        match = await begin(client, "snatchers", "random")
        assert (await acted(client, match.id, match.first, 1, "move", move="up 1")).status_code == 200
        await asyncio.sleep(1.2)  # longer than the server waits before it tries again
        broken[0] = False
        async with asyncio.timeout(PATIENCE):
            while (await state(client, match.id))["turn"] < 2:
                await asyncio.sleep(0.05)


async def test_what_goes_wrong_by_itself_is_logged(
    file: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(*_: object) -> object:
        raise ZeroDivisionError

    async with house(file) as here, asking(here) as client:
        match = await begin(client, "snatchers", "random")
        monkeypatch.setattr(WorkerPool, "ask", ask)
        assert (await acted(client, match.id, match.first, 1, "move", move="up 1")).status_code == 200
        async with asyncio.timeout(PATIENCE):
            while not any(record.exc_info for record in caplog.records):
                await asyncio.sleep(0.01)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


async def test_a_match_that_has_expired_under_the_players_is_said_to_be_gone(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        match = await with_clock(here, 50)
        async with joined(here, match, ["first"]) as first:
            await here.app.rooms.services.keep(partial(match_rows.expire, before=time.time() + 1))
            told = await first.act("first", 1, "move", move="up 1")
            assert told["type"] == "refused"
            assert told["message"] == "there is no such match; it may have expired"
        assert (await client.get(f"/api/matches/{match}")).status_code == 404


async def test_idle_matches_expire(file: str) -> None:
    async with house(file) as before:
        old = kept_match("old-old-old-", made_at=time.time() - 31 * 86400)
        played = kept_match("played-since", made_at=time.time() - 31 * 86400)
        event = Event(1, Side.FIRST, "move", "up 1", at=time.time() - 29 * 86400)

        def keep_all(connection: Database) -> None:  # at once: it may just be looked for idle ones
            for each in (old, played):
                match_rows.insert_match(connection, each)
            match_rows.add_event(connection, "played-since", event)

        await before.app.rooms.services.keep(keep_all)
    async with house(file) as after, asking(after) as client:
        async with asyncio.timeout(PATIENCE):
            while (await client.get("/api/matches/old-old-old-")).status_code != 404:
                after.app.rooms.drop("old-old-old-")
        assert (await client.get("/api/matches/played-since")).status_code == 200


async def test_more_rooms_than_are_remembered(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms with people in them are not forgotten, and there is always room for one more."""
    monkeypatch.setattr("squarely.web.match.rooms._REMEMBERED", 2)
    async with house(file) as here, asking(here) as client:
        begun = [await begin(client) for _ in range(5)]
        async with (
            joined(here, begun[0].id, [begun[0].first]) as first,
            joined(here, begun[1].id, [begun[1].first]),
            joined(here, begun[2].id, [begun[2].first]),
            joined(here, begun[3].id, [begun[3].first]) as fourth,
        ):
            assert (await client.get(f"/api/matches/{begun[4].id}")).status_code == 200
            for match, visitor in ((begun[0], first), (begun[3], fourth)):
                assert (await acted(client, match.id, match.first, 1, "move", move="up 1")).status_code == 200
                await visitor.turn(1)


async def test_more_turns_than_are_remembered(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fills the memory is forgotten where nobody is, and read again when somebody comes."""
    monkeypatch.setattr("squarely.web.match.rooms._EVENTS", 5)
    async with house(file) as here, asking(here) as client:
        begun = [await begin(client, opponent="here") for _ in range(4)]
        for match in begun:
            for turn in (1, 2, 3):
                secret = (match.second, match.first)[turn % 2]
                assert (await acted(client, match.id, secret, turn, "move", move=step(turn))).status_code == 200
            assert sum(room.length for room in here.app.rooms._open.values()) <= 8
        assert [(await state(client, match.id))["turn"] for match in begun] == [3] * 4


async def test_a_long_match_is_read_in_pieces(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have their turn while it is read, and nobody sees a part of it."""
    monkeypatch.setattr("squarely.web.match.room._SLICE", 0.0)
    async with house(file) as here, asking(here) as client:
        match = await begin(client, opponent="here")
        for turn in range(1, 41):
            secret = (match.second, match.first)[turn % 2]
            assert (await acted(client, match.id, secret, turn, "move", move=step(turn))).status_code == 200
        here.app.rooms.drop(match.id)
        reading, between = asyncio.create_task(here.app.rooms.open(match.id)), 0
        looking = []
        while not reading.done():
            between += 1
            if between == 20:
                looking = [asyncio.create_task(here.app.rooms.open(match.id)) for _ in range(3)]
            await asyncio.sleep(0)
        assert between > 40
        assert {(await each).length for each in [reading, *looking]} == {40}
