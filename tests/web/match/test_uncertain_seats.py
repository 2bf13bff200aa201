"""A seat that was kept is had by somebody, whatever went wrong on the way to telling them."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.storage.sqlite import SQLite
from tests.web.serving import asking, house
from tests.web.visiting import acted, begin, joined

pytestmark = pytest.mark.anyio

CLAIM = "my own claim, long enough to be a secret"


class Fault:
    """Trouble with the database, once, when it is armed."""

    def __init__(self) -> None:
        self.armed = False

    def strike(self) -> None:
        if self.armed:
            self.armed = False
            raise StorageTrouble("the line broke")


@pytest.fixture
def read_fails(monkeypatch: pytest.MonkeyPatch) -> Fault:
    """After something was kept, it cannot be read."""
    fault, run = Fault(), Journal.run

    async def failing(self: Journal, job: Job[Any], about: str = "") -> Any:
        if not about:
            fault.strike()
        return await run(self, job, about)

    monkeypatch.setattr(Journal, "run", failing)
    return fault


@pytest.fixture
def answer_lost(monkeypatch: pytest.MonkeyPatch) -> Fault:
    """Something is kept, and nobody hears of it."""
    fault, commit, changes = Fault(), SQLite.commit, [0]

    def losing(self: SQLite) -> None:
        before, changes[0] = changes[0], self._connect().total_changes
        commit(self)
        if changes[0] != before:  # and not for somebody who only looked, such as whoever looks for old matches
            fault.strike()

    monkeypatch.setattr(SQLite, "commit", losing)
    return fault


async def taken(client: httpx.AsyncClient, match: str, invitation: str, claim: str = "") -> httpx.Response:
    said = {"invitation": invitation} | ({"claim": claim} if claim else {})
    return await client.post(f"/api/matches/{match}/seat", json=said)


async def plays(client: httpx.AsyncClient, match: str, first: str, second: str) -> bool:
    """Whether both secrets are those of the seats."""
    moves = [(first, 1, "right 1"), (second, 2, "left 1")]
    return [(await acted(client, match, who, turn, "move", move=move)).status_code for who, turn, move in moves] == [
        200,
        200,
    ]


@pytest.mark.parametrize("claim", ["", CLAIM])
async def test_a_seat_that_is_kept_is_told_although_it_cannot_be_read(
    tmp_path: Path, read_fails: Fault, claim: str
) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await begin(client)
        async with joined(here, match.id, [match.first]) as first:
            read_fails.armed = True
            answer = await taken(client, match.id, match.invitation, claim)
            assert answer.status_code == 201, answer.text
            assert not read_fails.armed
            await first.until(lambda message: message["state"]["players"][1]["seated"])
        assert await plays(client, match.id, match.first, answer.json()["secret"])


async def test_a_seat_whose_answer_was_lost_is_taken_again_with_its_claim_and_by_nobody_else(
    tmp_path: Path, answer_lost: Fault
) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await begin(client)
        await client.get(f"/api/matches/{match.id}")
        answer_lost.armed = True
        assert (await taken(client, match.id, match.invitation, CLAIM)).status_code == 503
        claims = ["", "another claim, also long enough for one", CLAIM, ""]
        answers = await asyncio.gather(*(taken(client, match.id, match.invitation, claim) for claim in claims))
        assert [answer.status_code for answer in answers] == [403, 403, 201, 403]
        assert await plays(client, match.id, match.first, answers[2].json()["secret"])


async def test_an_offer_that_is_kept_is_told_although_it_cannot_be_read(tmp_path: Path, read_fails: Fault) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await begin(client)
        second = (await taken(client, match.id, match.invitation)).json()["secret"]
        read_fails.armed = True
        assert (await acted(client, match.id, match.first, 1, "offer", offer="draw")).status_code == 200
        assert not read_fails.armed
        assert (await acted(client, match.id, second, 1, "accept")).status_code == 200
