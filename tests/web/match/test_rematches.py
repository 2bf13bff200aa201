"""A rematch: the same game, seats swapped, begun once."""

import asyncio

import httpx
import pytest

from squarely.web.http.limits import Limits
from tests.web.serving import PATIENCE, House, Json, asking, house
from tests.web.visiting import Begun, acted, bearer, begin, joined, paired, state

pytestmark = pytest.mark.anyio


async def follow(client: httpx.AsyncClient, match: Begun, secret: str) -> Json:
    answer = await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(secret))
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


async def test_by_link_both_agree_and_change_seats(here: House, client: httpx.AsyncClient) -> None:
    match = await paired(client, "numbers", options="komi=5", seconds=60, name="Ann", seed=1)
    start = (await state(client, match.id))["start"]
    await acted(client, match.id, match.second, 1, "resign")
    async with joined(here, match.id, [match.first]) as first:
        await acted(client, match.id, match.second, 2, "offer", offer="rematch")
        told = await first.until(lambda message: message["state"]["offer"] is not None)
        assert told["state"]["rematch"] is None
        assert (await first.act(match.first, 2, "accept"))["type"] == "done"
    following = (await state(client, match.id))["rematch"]
    again = await acted(client, match.id, match.first, 2, "accept")
    assert again.status_code == 200, "an answer may have been lost"
    assert (await state(client, match.id))["rematch"] == following
    seats = [await follow(client, match, secret) for secret in (match.first, match.second)]
    assert [(seat["match"], seat["side"]) for seat in seats] == [(following, "second"), (following, "first")]
    told = await state(client, following)
    assert [player["name"] for player in told["players"]] == ["Player 1", "Ann"]  # sides keep their names
    assert (told["game"], told["options"], told["clock"]["seconds"]) == ("numbers", "komi=5", 60)
    assert told["start"] != start, "it is dealt again"
    assert (told["turn"], told["ending"], told["offer"], told["rematch"]) == (0, None, None, None)
    move = told["legal"][0]["move"]
    assert (await acted(client, following, seats[1]["secret"], 1, "move", move=move)).status_code == 200


@pytest.mark.slow
async def test_of_a_match_with_a_computer_it_takes_the_other_seat(client: httpx.AsyncClient) -> None:
    match = await begin(client, "snatchers", "random", name="Ann")
    await acted(client, match.id, match.first, 1, "resign")
    await acted(client, match.id, match.first, 2, "offer", offer="rematch")
    seat = await follow(client, match, match.first)
    assert seat["side"] == "second"
    async with asyncio.timeout(PATIENCE):
        while (told := await state(client, seat["match"]))["turn"] < 1:
            await asyncio.sleep(0.02)
    players = [(player["player"], player["name"]) for player in told["players"]]
    assert players == [("random", "Random"), ("person", "Ann")]


async def test_of_a_match_on_one_device_it_begins_at_once_and_counts_as_begun(file: str) -> None:
    """Over a socket as well; the same one is not counted twice."""
    async with house(file, Limits(matches_per_address=3)) as here, asking(here) as client:
        match = await begin(client, "quad", "here", name="Ann", other_name="Bob")
        for names in (["Bob", "Ann"], ["Ann", "Bob"]):
            await acted(client, match.id, match.first, 1, "resign")
            for _ in range(2):
                assert (await acted(client, match.id, match.first, 2, "offer", offer="rematch")).status_code == 200
            seats = [await follow(client, match, secret) for secret in (match.second, match.first)]
            assert [seat["side"] for seat in seats] == ["first", "second"]
            match = Begun(seats[0]["match"], seats[0]["secret"], seats[1]["secret"], "")
            assert [each["name"] for each in (await state(client, match.id))["players"]] == names
        await acted(client, match.id, match.first, 1, "resign")
        answer = await acted(client, match.id, match.first, 2, "offer", offer="rematch")
        async with joined(here, match.id) as player:
            said = await player.act(match.first, 2, "offer", offer="rematch")
        for why in (answer.json()["error"], said["message"]):
            assert why.startswith("too many matches begun from your address; try again in ")
