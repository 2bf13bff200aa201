"""Seats are secrets. One test for each old hole, and for everything that was ever said or logged."""

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.web.serving import Json, Served, asking
from tests.web.visiting import Begun, acted, bearer, begin, connected, joined, paired, state, step

pytestmark = pytest.mark.anyio


def spellings(secret: str) -> Iterator[str]:
    """A secret, and what is kept of it."""
    yield secret
    yield hashlib.sha256(secret.encode()).hexdigest()


async def everything_public(client: httpx.AsyncClient, match: str) -> str:
    """All that anybody can ask about a match, and pages that show it, as one text."""
    paths = [
        f"/api/matches/{match}{rest}"
        for rest in ("", "?since=1", "/truth", "/hint", "/review", "/record", "/record?form=json")
    ]
    paths += [
        f"/api/summaries?ids={match}",
        f"/m/{match}",
        "/",
        "/puzzles",
        "/games/snatchers",
        "/metrics",
        "/healthz",
        "/api/openapi.json",
    ]
    answers = [await client.get(path) for path in paths]
    return "\n".join(answer.text + str(dict(answer.headers)) for answer in answers)


async def test_no_secret_is_ever_in_anybody_elses_hands(served: Served) -> None:
    """A whole match with a rematch; then every message, answer, page and log line is searched for every secret."""
    async with asking(served) as client:
        waiting = await begin(client, name="Ann")
        claim = "the claim of Bob"
        body = {"invitation": waiting.invitation, "name": "Bob", "claim": claim}
        second = (await client.post(f"/api/matches/{waiting.id}/seat", json=body)).json()["secret"]
        match = Begun(waiting.id, waiting.first, second, waiting.invitation)
        overheard = await everything_public(client, match.id)
        async with (
            joined(served, match.id, [match.first]) as first,
            joined(served, match.id, [match.second]) as other,
            joined(served, match.id) as watching,
        ):
            for turn in range(1, 5):
                actor, secret = ((other, match.second), (first, match.first))[turn % 2]
                await actor.act(secret, turn, "move", move=step(turn))
            await first.act(match.first, 5, "offer", offer="undo")
            await other.act(match.second, 5, "decline")
            await other.act("not a secret", 5, "resign")
            await other.act(match.second, 5, "move", move="nonsense")
            await first.act(match.first, 5, "resign")
            await other.act(match.second, 6, "offer", offer="rematch")
            await first.act(match.first, 6, "accept")
            rematch = (await state(client, match.id))["rematch"]
            secrets = [
                (await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(each))).json()["secret"]
                for each in (match.first, match.second)
            ]
            async with joined(served, rematch, secrets) as both, joined(served, rematch) as beside:
                await both.act(secrets[1], 1, "move", move="right 1")
                await beside.turn(1)
            for each in (first, other, watching):
                if not any(m["type"] == "state" and m["state"]["rematch"] for m in each.heard):
                    await each.until(lambda message: message["type"] == "state" and message["state"]["rematch"])
            heard = [*first.heard, *other.heard, *watching.heard, *both.heard, *beside.heard]
        overheard += await everything_public(client, match.id) + await everything_public(client, rematch)
    overheard += json.dumps(heard) + served.log
    assert "Bob" in overheard
    assert match.id in served.log
    for secret in (match.first, match.second, match.invitation, claim, *secrets):
        assert len(secret) > 10
        for spelling in spellings(secret):
            assert spelling not in overheard
    assert "Ann" not in served.log, "nor is anybody's name logged"


async def test_secrets_are_long_and_never_the_same(served: Served) -> None:
    async with asking(served) as client:
        begun = [await begin(client, opponent="here") for _ in range(20)]
    secrets = {secret for match in begun for secret in (match.first, match.second)}
    assert len(secrets) == 40
    assert all(re.fullmatch(r"[\w-]{43}", secret) for secret in secrets), "32 bytes"


@pytest.mark.parametrize("secret", ["", "x", "A" * 43, "first", "null"])
async def test_nobody_acts_without_the_secret(served: Served, secret: str) -> None:
    async with asking(served) as client:
        match = await paired(client)
        async with joined(served, match.id, [secret] if secret else []) as intruder:
            assert intruder.heard[0]["you"] == []
            for act in ({"act": "move", "move": "right 1"}, {"act": "resign"}, {"act": "offer", "offer": "draw"}):
                told = await intruder.act(secret, 1, **act)
                assert (told["type"], told["code"]) == ("refused", "seat")
        answer = await acted(client, match.id, secret, 1, "resign")
        assert answer.status_code == (403 if secret else 401)
        for headers in ({}, {"Authorization": secret}, {"Authorization": f"Basic {match.first}"}):
            answer = await client.post(
                f"/api/matches/{match.id}/turns", json={"turn": 1, "act": "resign"}, headers=headers
            )
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert (await state(client, match.id))["turn"] == 0


async def test_a_socket_that_says_nothing_of_a_seat_cannot_use_one_that_is_taken(served: Served) -> None:
    """An impostor beside the player, on the same match, even with the player's turn number."""
    async with asking(served) as client:
        match = await paired(client)
        async with joined(served, match.id, [match.first]) as player, connected(served) as impostor:
            await impostor.say(type="act", seat="", turn=1, act="move", move="up 1")
            assert await impostor.closed() == (1008, "the first message on a socket is join")
            async with joined(served, match.id) as watching:
                assert (await watching.act("", 1, "move", move="up 1"))["code"] == "seat"
                await watching.say(type="join", match=match.id, seats=[])
                assert await watching.closed() == (1008, "a socket joins one match, once")
            assert (await player.act(match.first, 1, "move", move="right 1"))["type"] == "done"


async def test_a_secret_opens_its_own_seat_and_no_other(served: Served) -> None:
    async with asking(served) as client:
        match, elsewhere = await paired(client), await paired(client)
        for secret in (elsewhere.first, elsewhere.second, match.invitation, match.first[:-1], match.first + "A"):
            assert (await acted(client, match.id, secret, 1, "move", move="up 1")).status_code == 403
        wrong_side = await acted(client, match.id, match.second, 1, "move", move="up 1")
        assert wrong_side.status_code == 400
        assert wrong_side.json()["error"] == "it is Player 1's turn"
        async with joined(served, match.id, [match.second]) as second:
            told = await second.act(match.second, 1, "move", squares=[0, 1])
            assert (told["code"], told["message"]) == ("illegal", "it is Player 1's turn")


async def test_the_secret_of_the_match_before_does_not_act_in_the_rematch(served: Served) -> None:
    async with asking(served) as client:
        match = await paired(client)
        assert (await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(match.first))).status_code == 409
        await acted(client, match.id, match.first, 1, "resign")
        await acted(client, match.id, match.first, 2, "offer", offer="rematch")
        await acted(client, match.id, match.second, 2, "accept")
        rematch = (await state(client, match.id))["rematch"]
        for secret in (match.first, match.second):
            assert (await acted(client, rematch, secret, 1, "resign")).status_code == 403
        assert (await client.post(f"/api/matches/{match.id}/rematch")).status_code == 401
        stranger = await client.post(f"/api/matches/{match.id}/rematch", headers=bearer("A" * 43))
        assert stranger.status_code == 403
        taken = await client.post(f"/api/matches/{rematch}/seat", json={"invitation": ""})
        assert taken.status_code == 403
        seat = (await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(match.first))).json()
        assert (seat["match"], seat["side"]) == (rematch, "second"), "seats are swapped"
        again = (await client.post(f"/api/matches/{match.id}/rematch", headers=bearer(match.first))).json()
        assert (await acted(client, rematch, seat["secret"], 1, "resign")).status_code == 403, "it was renewed"
        assert (await acted(client, rematch, again["secret"], 1, "resign")).status_code == 200


async def test_whoever_opens_the_invitation_first_has_the_seat(served: Served) -> None:
    async with asking(served) as client:
        match = await begin(client)

        async def take(**more: Any) -> httpx.Response:
            return await client.post(f"/api/matches/{match.id}/seat", json={"invitation": match.invitation, **more})

        answers = await asyncio.gather(*(take(name=f"Guest {n}", claim=f"claim {n}") for n in range(20)))
        codes = [answer.status_code for answer in answers]
        assert sorted(codes) == [201] + [403] * 19
        winner = codes.index(201)
        again = await take(name=f"Guest {winner}", claim=f"claim {winner}")
        assert again.status_code == 201, "whose answer was lost may ask again"
        assert (await take(name="Guest")).status_code == 403
        first, second = answers[winner].json()["secret"], again.json()["secret"]
        assert (await acted(client, match.id, first, 1, "offer", offer="draw")).status_code == 403, "replaced"
        assert (await acted(client, match.id, second, 1, "offer", offer="draw")).status_code == 200
        told: Json = await state(client, match.id)
        assert told["players"][1]["name"] == f"Guest {winner}"
