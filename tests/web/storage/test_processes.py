"""Several server processes on one PostgreSQL: they tell each other, and the database decides."""

import asyncio
from functools import partial

import pytest

from squarely.web.storage.journal import Job, Journal
from squarely.web.storage.match_rows import add_event
from squarely.web.storage.postgresql import PostgreSQL as Storage
from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, asking, house
from tests.web.storage.keeping import moved
from tests.web.visiting import acted, begin, joined, paired, state, step

pytestmark = pytest.mark.anyio


@pytest.fixture
def shared(postgresql: PostgreSQL) -> str:
    return postgresql.new()


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """No notification arrives anywhere."""
    monkeypatch.setattr(Storage, "announce", lambda _self, _match, _turn: None)


async def test_a_move_played_here_arrives_there(shared: str) -> None:
    async with house(shared) as one, house(shared) as two, asking(one) as client:
        match = await paired(client)
        async with (
            joined(one, match.id, [match.first]) as first,
            joined(two, match.id, [match.second]) as second,
            joined(two, match.id) as watching,
        ):
            for turn in range(1, 13):
                actor, other, secret = (second, first, match.second) if turn % 2 == 0 else (first, second, match.first)
                assert (await actor.act(secret, turn, "move", move=step(turn)))["type"] == "done"
                if turn not in other.turns:
                    await other.turn(turn)
            if 12 not in watching.turns:
                await watching.turn(12)
            assert first.turns == second.turns == watching.turns == list(range(1, 13))


async def test_seats_offers_and_rematches_are_known_everywhere(shared: str) -> None:
    async with house(shared) as one, house(shared) as two, asking(one) as here, asking(two) as there:
        match = await begin(here)
        async with joined(one, match.id, [match.first]) as first:
            taken = await there.post(f"/api/matches/{match.id}/seat", json={"invitation": match.invitation})
            second = taken.json()["secret"]
            await first.until(lambda message: message["state"]["players"][1]["seated"])
            assert (await acted(there, match.id, second, 1, "offer", offer="draw")).status_code == 200
            told = await first.until(lambda message: message["state"]["offer"] is not None)
            assert told["state"]["offer"] == {"kind": "draw", "by": "second"}
            assert (await first.act(match.first, 1, "accept"))["type"] == "done"
            await acted(here, match.id, match.first, 2, "offer", offer="rematch")
            async with asyncio.timeout(PATIENCE):
                while (await acted(there, match.id, second, 2, "accept")).status_code != 200:
                    await asyncio.sleep(0.02)  # until the offer is known there
            told = await first.until(lambda message: message["state"]["rematch"] is not None)
            assert (await there.get(f"/api/matches/{told['state']['rematch']}")).status_code == 200


@pytest.mark.usefixtures("deaf")
async def test_what_nobody_was_told_is_found_with_the_next_act(shared: str) -> None:
    async with house(shared) as one, house(shared) as two, asking(one) as here, asking(two) as there:
        match = await paired(here)
        async with joined(two, match.id, [match.first, match.second]) as away:
            assert (await acted(here, match.id, match.first, 1, "move", move="right 1")).status_code == 200
            late = await away.act(match.first, 1, "move", move="up 1")
            assert (late["type"], late["code"]) == ("refused", "stale")
            assert away.turns == [1], "what was missed is told"
            assert (await away.act(match.second, 2, "move", move="left 1"))["type"] == "done"
        assert (await state(here, match.id))["turn"] == 1
        assert (await state(there, match.id))["turn"] == 2


@pytest.mark.usefixtures("deaf")
async def test_whoever_has_seen_more_than_the_server_is_believed(shared: str) -> None:
    """A client that comes over from another process knows turns that this one has not heard of."""
    async with house(shared) as one, house(shared) as two, asking(one) as here, asking(two) as there:
        match = await paired(here)
        assert (await state(there, match.id))["turn"] == 0
        assert (await acted(here, match.id, match.first, 1, "move", move="right 1")).status_code == 200
        async with joined(two, match.id, [match.second], since=1) as second:
            assert second.heard[-1]["since"] == 1
            assert second.heard[-1]["state"]["turn"] == 1
        assert (await acted(here, match.id, match.second, 2, "move", move="left 1")).status_code == 200
        assert (await acted(there, match.id, match.first, 3, "move", move="left 1")).status_code == 200
        assert (await here.get(f"/api/matches/{match.id}?since=3")).json()["state"]["turn"] == 3


async def test_of_two_processes_that_keep_one_turn_one_wins(shared: str) -> None:
    async with house(shared) as one, house(shared) as two, asking(one) as here, asking(two) as there:
        match = await paired(here)
        for turn in range(1, 11):
            legal = [each["move"] for each in (await state(here, match.id))["legal"]]
            if not legal:  # somebody was captured
                break
            secret = (match.second, match.first)[turn % 2]
            answers = await asyncio.gather(
                acted(here, match.id, secret, turn, "move", move=legal[0]),
                acted(there, match.id, secret, turn, "move", move=legal[-1]),
            )
            codes = sorted(answer.status_code for answer in answers)
            assert codes == [200, 409], [answer.text for answer in answers]
            told = [(await client.get(f"/api/matches/{match.id}?since={turn}")).json() for client in (here, there)]
            assert told[0]["state"]["position"] == told[1]["state"]["position"]
            assert told[0]["state"]["turn"] == turn
        assert turn > 2


async def test_the_same_act_through_two_processes_is_played_once(shared: str) -> None:
    async with house(shared) as one, house(shared) as two, asking(one) as here, asking(two) as there:
        match = await paired(here)
        for turn in range(1, 9):
            secret = (match.second, match.first)[turn % 2]
            answers = await asyncio.gather(
                *(acted(client, match.id, secret, turn, "move", move=step(turn)) for client in (here, there))
            )
            assert sorted(answer.json()["again"] for answer in answers) == [False, True]
        assert (await state(here, match.id))["moves"] == 8


async def test_what_is_announced_while_a_room_reads_is_not_forgotten(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(shared) as one, asking(one) as here:
        match = await paired(here)
        async with joined(one, match.id) as watching:
            run = Journal.run

            async def raced(self: Journal, job: Job[object], about: str = "") -> object:
                """The next job has read; then another process keeps a turn and says so, before the answer is used."""
                monkeypatch.setattr(Journal, "run", run)
                answer = await run(self, job, about)
                await run(self, partial(add_event, match=match.id, event=moved(1)))
                one.app.rooms.hear(match.id, 1)
                return answer

            monkeypatch.setattr(Storage, "announce", lambda *_: None)
            monkeypatch.setattr(Journal, "run", raced)
            one.app.rooms.hear(match.id, 0)
            await watching.turn(1)
            assert watching.turns == [1]
