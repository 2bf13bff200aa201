"""The truth is nobody's while two people play: not a player's, not a spectator's, not a stranger's."""

import pytest

from tests.web.serving import Served, asking
from tests.web.visiting import acted, bearer, begin, paired, state

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("opponent", ["link", "here"])
@pytest.mark.parametrize("question", ["truth", "hint", "hint?step=3", "review"])
async def test_it_is_closed_until_the_match_is_over(served: Served, opponent: str, question: str) -> None:
    async with asking(served) as client:
        match = await (paired(client) if opponent == "link" else begin(client, opponent=opponent))
        assert (await state(client, match.id))["truth"] is False
        for secret in ("", match.first, match.second):
            asked = await client.get(f"/api/matches/{match.id}/{question}", headers=bearer(secret) if secret else {})
            assert asked.status_code == 403
            assert asked.json()["error"] == "two people are playing: the truth waits until the match is over"
        await acted(client, match.id, match.first, 1, "move", move="right 1")
        await acted(client, match.id, match.second, 2, "resign")
        over = await client.get(f"/api/matches/{match.id}/{question}")
        assert over.status_code == (400 if "hint" in question else 200), "no hint for a match that is over"


@pytest.mark.parametrize("opponent", ["explore", "random"])
async def test_it_is_open_to_whoever_plays_alone(served: Served, opponent: str) -> None:
    async with asking(served) as client:
        match = await begin(client, opponent=opponent)
        assert (await state(client, match.id))["truth"] is True
        told = (await client.get(f"/api/matches/{match.id}/truth")).json()
        assert told["turn"] == 0
        assert len(told["moves"]) == 4
        assert (await client.get(f"/api/matches/{match.id}/hint")).json()["last"] is False


async def test_no_state_tells_it(served: Served) -> None:
    async with asking(served) as client:
        match = await paired(client, "center")
        told = (await client.get(f"/api/matches/{match.id}")).text
        assert not any(word in told for word in ("wins in", "loses in", "never ends"))
