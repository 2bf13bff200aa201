"""What comes over a socket: every turn once and in order, to whoever is there, whatever was lost on its way."""

import asyncio
import threading

import httpx
import pytest

from squarely.web.protocol.messages import Act
from squarely.web.storage.sqlite import SQLite
from tests.web.serving import House, Json, asking, house
from tests.web.visiting import Begun, acted, begin, joined, paired, state, take

pytestmark = pytest.mark.anyio


def done(turn: int, again: bool = False) -> Json:
    return {"type": "done", "turn": turn, "again": again}


async def test_everybody_hears_every_turn_once_and_in_order_also_whoever_comes_back(database: str) -> None:
    async with house(database) as here, asking(here) as client:
        match = await paired(client)
        async with (
            joined(here, match.id, [match.first]) as first,
            joined(here, match.id, [match.second]) as second,
            joined(here, match.id) as watching,
        ):
            for turn in range(1, 6):
                await (second, first)[turn % 2].move(match, turn)
            for each in (first, second, watching):
                await each.turn(5)
                assert each.turns == [1, 2, 3, 4, 5]
        for since, missed in ((0, [1, 2, 3, 4, 5]), (3, [4, 5]), (5, []), (99, [1, 2, 3, 4, 5])):
            async with joined(here, match.id, [match.second], since=since) as back:
                assert back.turns == missed
                assert back.heard[-1]["since"] == (since if since <= 5 else 0)
                assert back.heard[-1]["you"] == ["second"]
    async with house(database) as later, joined(later, match.id, [match.first], since=4) as back:
        assert back.turns == [5], "the same after the server was started again"
        assert back.heard[-1]["you"] == ["first"]


async def test_an_act_sent_again_is_recognised_and_not_played_twice(database: str) -> None:
    async with house(database) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id, [match.first]) as first:
            assert await first.act(match.first, 1, "move", move="right 1") == done(1)
            assert await first.act(match.first, 1, "move", squares=[0, 1]) == done(1, again=True)
            other = await first.act(match.first, 1, "move", move="up 1")
            assert (other["type"], other["code"]) == ("refused", "stale")
        assert (await acted(client, match.id, match.first, 1, "move", move=" RIGHT 1")).json()["again"] is True
        stale = await acted(client, match.id, match.first, 1, "move", move="up 1")
        assert (stale.status_code, (await state(client, match.id))["turn"]) == (409, 1)
    async with house(database) as later, asking(later) as client:
        assert (await acted(client, match.id, match.first, 1, "move", move="right 1")).json()["again"] is True


async def test_an_act_that_nobody_waits_for_any_more_is_told(
    here: House, pair: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has sent it is dropped in the middle of its commit."""
    begun, gate, commit = threading.Event(), threading.Event(), SQLite.commit

    def gated(self: SQLite) -> None:
        begun.set()
        gate.wait()
        commit(self)

    async with joined(here, pair.id) as watching:
        room = await here.app.rooms.open(pair.id)
        monkeypatch.setattr(SQLite, "commit", gated)
        sending = asyncio.create_task(room.act(pair.first, Act(turn=1, act="move", move="right 1")))
        await asyncio.to_thread(begun.wait)
        sending.cancel()
        await asyncio.wait([sending])
        assert sending.cancelled()
        gate.set()
        assert (await watching.turn(1))["turns"][0]["move"] == "right 1"


@pytest.mark.slow
async def test_who_is_here_and_who_watches_is_told_also_of_a_crowd(here: House, client: httpx.AsyncClient) -> None:
    """Nobody is taken for a slow reader because many others have come in the same moment."""
    match = await begin(client, name="Ann")
    async with joined(here, match.id, [match.first]) as first:
        players = first.heard[-1]["state"]["players"]
        assert [(player["here"], player["seated"]) for player in players] == [(True, True), (False, False)]
        second = (await take(client, match, name="Bob")).json()["secret"]
        told = await first.until(lambda message: message["state"]["players"][1]["seated"])
        assert [player["name"] for player in told["state"]["players"]] == ["Ann", "Bob"]
        async with joined(here, match.id, [second]):
            await first.until(lambda message: message["state"]["players"][1]["here"])
        await first.until(lambda message: not message["state"]["players"][1]["here"])
        heard, crowd = len(first.heard), [joined(here, match.id) for _ in range(90)]
        watching = await asyncio.gather(*(each.__aenter__() for each in crowd))
        await first.until(lambda message: message["state"]["watching"] == 90)
        for each in watching:
            each.connection.transport.abort()
        await first.until(lambda message: message["state"]["watching"] == 0)
        assert await first.act(match.first, 1, "move", move="right 1") == done(1)
        assert len(first.heard) < heard + 64, "what happens in one moment is told in one message"
