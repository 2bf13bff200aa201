"""Several server processes on one PostgreSQL: they tell each other, and the database decides."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import httpx
import pytest

from squarely.web.storage.journal import Job, Journal
from squarely.web.storage.match_rows import add_event
from squarely.web.storage.postgresql import PostgreSQL as Storage
from tests.web.postgres import PostgreSQL
from tests.web.serving import House, asking, house
from tests.web.storage.keeping import moved
from tests.web.visiting import Begun, acted, begin, joined, state, step, take

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def file(postgresql: PostgreSQL) -> str:
    return postgresql.new()


@pytest.fixture
async def there(file: str) -> AsyncIterator[House]:
    async with house(file) as two:
        yield two


@pytest.fixture
async def away(there: House) -> AsyncIterator[httpx.AsyncClient]:
    async with asking(there) as client:
        yield client


async def test_seats_moves_and_offers_are_known_everywhere(
    here: House, there: House, client: httpx.AsyncClient, away: httpx.AsyncClient
) -> None:
    match = await begin(client)
    async with joined(here, match.id, [match.first]) as first:
        second = (await take(away, match)).json()["secret"]
        await first.until(lambda message: message["state"]["players"][1]["seated"])
        async with joined(there, match.id, [second]) as other, joined(there, match.id) as watching:
            for turn in range(1, 7):
                actor, secret = ((other, second), (first, match.first))[turn % 2]
                assert (await actor.act(secret, turn, "move", move=step(turn)))["type"] == "done"
                for each in (first, other, watching):
                    await each.turn(turn)
            assert first.turns == other.turns == watching.turns == list(range(1, 7))
        assert (await acted(away, match.id, second, 7, "offer", offer="draw")).status_code == 200
        told = await first.until(lambda message: message["state"]["offer"] is not None)
        assert told["state"]["offer"] == {"kind": "draw", "by": "second"}
        assert (await first.act(match.first, 7, "accept"))["type"] == "done"


async def test_what_nobody_was_told_is_found_with_the_next_act_and_whoever_has_seen_more_is_believed(
    here: House,
    there: House,
    client: httpx.AsyncClient,
    away: httpx.AsyncClient,
    pair: Begun,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No notification arrives anywhere. A client that comes over knows turns that this process has not heard of."""
    monkeypatch.setattr(Storage, "announce", lambda _self, _match, _turn: None)
    async with joined(there, pair.id, [pair.first, pair.second]) as visitor:
        assert (await acted(client, pair.id, pair.first, 1, "move", move="right 1")).status_code == 200
        late = await visitor.act(pair.first, 1, "move", move="up 1")
        assert (late["type"], late["code"]) == ("refused", "stale")
        assert visitor.turns == [1], "what was missed is told"
        assert (await visitor.act(pair.second, 2, "move", move="left 1"))["type"] == "done"
    assert (await state(away, pair.id))["turn"] == 2
    async with joined(here, pair.id, [pair.second], since=2) as second:
        assert (second.heard[-1]["since"], second.heard[-1]["state"]["turn"]) == (2, 2)
    assert (await acted(away, pair.id, pair.first, 3, "move", move="left 1")).status_code == 200
    assert (await acted(away, pair.id, pair.second, 4, "move", move="right 1")).status_code == 200
    assert (await client.get(f"/api/matches/{pair.id}?since=4")).json()["state"]["turn"] == 4


async def test_of_two_processes_that_keep_one_turn_one_wins(
    client: httpx.AsyncClient, away: httpx.AsyncClient, pair: Begun
) -> None:
    """The same act through both is played once."""
    for turn in range(1, 5):
        legal = [each["move"] for each in (await state(client, pair.id))["legal"]]
        secret, moves = (pair.second, pair.first)[turn % 2], (legal[0], legal[-(turn % 2)])
        tries = zip((client, away), moves, strict=True)
        answers = await asyncio.gather(*(acted(each, pair.id, secret, turn, "move", move=move) for each, move in tries))
        if moves[0] == moves[1]:
            assert sorted(answer.json()["again"] for answer in answers) == [False, True]
        else:
            assert sorted(answer.status_code for answer in answers) == [200, 409]
        told = [(await each.get(f"/api/matches/{pair.id}?since={turn}")).json()["state"] for each in (client, away)]
        assert told[0]["position"] == told[1]["position"]
        assert told[0]["turn"] == turn


async def test_what_is_announced_while_a_room_reads_is_not_forgotten(
    here: House, pair: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with joined(here, pair.id) as watching:
        run = Journal.run

        async def raced(self: Journal, job: Job[object], about: str = "") -> object:
            """The next job has read; then another process keeps a turn and says so, before the answer is used."""
            monkeypatch.setattr(Journal, "run", run)
            answer = await run(self, job, about)
            await run(self, partial(add_event, match=pair.id, event=moved(1)))
            here.app.rooms.hear(pair.id, 1)
            return answer

        monkeypatch.setattr(Storage, "announce", lambda *_: None)
        monkeypatch.setattr(Journal, "run", raced)
        here.app.rooms.hear(pair.id, 0)
        await watching.turn(1)
        assert watching.turns == [1]
