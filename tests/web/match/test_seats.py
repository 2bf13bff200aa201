"""Seats are secrets: every old hole, everything that was said or logged, a seat whose answer was lost; rematches."""

import asyncio
import hashlib
import json
from typing import Any

import httpx
import pytest

from squarely.web.http.limits import Limits
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from squarely.web.storage.sqlite import SQLite
from tests.web.serving import House, Served, asking, house
from tests.web.visiting import Begun, acted, asked_until, begin, connected, follow, joined, paired, state, take

pytestmark = pytest.mark.anyio

CLAIM = "my own claim, long enough to be a secret"


async def read_everything(client: httpx.AsyncClient, match: str) -> str:
    """All that anybody can ask about a match, and pages that show it, as one text."""
    questions = ("", "?since=1", "/truth", "/hint", "/review", "/replay", "/record", "/record?form=json")
    paths = [f"/api/matches/{match}{question}" for question in questions]
    paths += [f"/api/summaries?ids={match}", f"/m/{match}", "/", "/puzzles", "/games/snatchers", "/metrics", "/healthz"]
    answers = [await client.get(path) for path in paths]
    return "\n".join(answer.text + str(dict(answer.headers)) for answer in answers)


@pytest.mark.slow
async def test_no_secret_is_ever_in_anybody_elses_hands(served: Served, remote: httpx.AsyncClient) -> None:
    """A whole match with a rematch; then every message, answer, page and log line is searched for every secret."""
    waiting = await begin(remote, name="Ann")
    taken = await take(remote, waiting, name="Bob", claim=CLAIM)
    match = Begun(waiting.id, waiting.first, taken.json()["secret"], waiting.invitation)
    overheard = await read_everything(remote, match.id)
    async with (
        joined(served, match.id, [match.first]) as first,
        joined(served, match.id, [match.second]) as other,
        joined(served, match.id) as watching,
    ):
        for turn in range(1, 5):
            await (other, first)[turn % 2].move(match, turn)
        await first.act(match.first, 5, "offer", offer="undo")
        await other.act(match.second, 5, "decline")
        await other.act("not a secret", 5, "resign")
        await other.act(match.second, 5, "move", move="nonsense")
        await first.act(match.first, 5, "resign")
        await other.act(match.second, 6, "offer", offer="rematch")
        await first.act(match.first, 6, "accept")
        rematch = (await state(remote, match.id))["rematch"]
        secrets = [(await follow(remote, match, each)).json()["secret"] for each in (match.first, match.second)]
        async with joined(served, rematch, secrets) as both, joined(served, rematch) as beside:
            await both.act(secrets[1], 1, "move", move="right 1")
            await beside.turn(1)
        for each in (first, other, watching):
            await each.learn(lambda message: message["type"] == "state" and message["state"]["rematch"])
        heard = [*first.heard, *other.heard, *watching.heard, *both.heard, *beside.heard]
    overheard += await read_everything(remote, match.id) + await read_everything(remote, rematch)
    overheard += json.dumps(heard) + served.log
    assert "Bob" in overheard
    assert match.id in served.log
    assert "Ann" not in served.log, "nor is anybody's name logged"
    for secret in (match.first, match.second, match.invitation, CLAIM, *secrets):
        assert len(secret) > 10
        assert secret not in overheard
        assert hashlib.sha256(secret.encode()).hexdigest() not in overheard, "what is kept of it"


@pytest.mark.slow
async def test_nobody_acts_without_the_secret(here: House, client: httpx.AsyncClient, pair: Begun) -> None:
    elsewhere = await paired(client)
    almost = (pair.invitation, pair.first[:-1], pair.first + "A", elsewhere.first, elsewhere.second)
    for secret in ("", "x", "A" * 43, "first", "null", *almost):
        async with joined(here, pair.id, [secret] if secret else []) as intruder:
            assert intruder.heard[0]["you"] == []
            for act in ({"act": "move", "move": "right 1"}, {"act": "resign"}, {"act": "offer", "offer": "draw"}):
                told = await intruder.act(secret, 1, **act)
                assert (told["type"], told["code"]) == ("refused", "seat")
        answer = await acted(client, pair.id, secret, 1, "resign")
        assert answer.status_code == (403 if secret else 401)
        for header in (secret, "Bearer", f"Basic {pair.first}"):
            resign, headers = {"turn": 1, "act": "resign"}, {"Authorization": header}
            answer = await client.post(f"/api/matches/{pair.id}/turns", json=resign, headers=headers)
            assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    wrong_side = await acted(client, pair.id, pair.second, 1, "move", move="up 1")
    assert (wrong_side.status_code, wrong_side.json()["error"]) == (400, "it is Player 1's turn")
    assert (await state(client, pair.id))["turn"] == 0
    # An impostor beside the player, on a socket that says nothing of a seat, even with the player's turn number.
    async with joined(here, pair.id, [pair.first]) as player, connected(here) as impostor:
        await impostor.say(type="act", seat="", turn=1, act="move", move="up 1")
        assert await impostor.closed() == (1008, "the first message on a socket is join")
        async with joined(here, pair.id) as watching:
            assert (await watching.act("", 1, "move", move="up 1"))["code"] == "seat"
            await watching.say(type="join", match=pair.id, seats=[])
            assert await watching.closed() == (1008, "a socket joins one match, once")
        assert (await player.act(pair.first, 1, "move", move="right 1"))["type"] == "done"


async def test_the_secret_of_the_match_before_does_not_act_in_the_rematch(
    client: httpx.AsyncClient, pair: Begun
) -> None:
    assert (await follow(client, pair, pair.first)).status_code == 409
    await acted(client, pair.id, pair.first, 1, "resign")
    await acted(client, pair.id, pair.first, 2, "offer", offer="rematch")
    await acted(client, pair.id, pair.second, 2, "accept")
    rematch = (await state(client, pair.id))["rematch"]
    for secret in (pair.first, pair.second):
        assert (await acted(client, rematch, secret, 1, "resign")).status_code == 403
    assert [(await follow(client, pair, secret)).status_code for secret in ("", "A" * 43)] == [401, 403]
    assert (await client.post(f"/api/matches/{rematch}/seat", json={"invitation": ""})).status_code == 403
    seat, again = [(await follow(client, pair, pair.first)).json() for _ in range(2)]
    assert (seat["match"], seat["side"]) == (rematch, "second"), "seats are swapped"
    assert (await acted(client, rematch, seat["secret"], 1, "resign")).status_code == 403, "it was renewed"
    assert (await acted(client, rematch, again["secret"], 1, "resign")).status_code == 200


class Fault:
    """Trouble with the database, once, when it is armed."""

    is_armed = False

    def strike(self) -> None:
        if self.is_armed:
            self.is_armed = False
            raise StorageTrouble("the line broke")


async def can_play(client: httpx.AsyncClient, match: Begun, second: str) -> bool:
    moves = [(match.first, 1, "right 1"), (second, 2, "left 1")]
    codes = [(await acted(client, match.id, who, turn, "move", move=move)).status_code for who, turn, move in moves]
    return codes == [200, 200]


@pytest.mark.parametrize("claim", [{}, {"claim": CLAIM}])
async def test_what_is_kept_is_told_although_it_cannot_be_read(
    here: House, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, claim: dict[str, str]
) -> None:
    """A seat, and an offer."""
    read_fails, run, match = Fault(), Journal.run, await begin(client)

    async def failing(self: Journal, job: Job[Any], about: str = "") -> Any:
        if not about:
            read_fails.strike()
        return await run(self, job, about)

    monkeypatch.setattr(Journal, "run", failing)
    async with joined(here, match.id, [match.first]) as first:
        read_fails.is_armed = True
        answer = await take(client, match, **claim)
        assert (answer.status_code, read_fails.is_armed) == (201, False)
        await first.until(lambda message: message["state"]["players"][1]["seated"])
    second = answer.json()["secret"]
    assert await can_play(client, match, second)
    read_fails.is_armed = True
    assert (await acted(client, match.id, match.first, 3, "offer", offer="draw")).status_code == 200
    assert not read_fails.is_armed
    assert (await acted(client, match.id, second, 3, "accept")).status_code == 200


async def test_a_seat_whose_answer_was_lost_is_taken_again_with_its_claim_and_by_nobody_else(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_lost, commit, changes, match = Fault(), SQLite.commit, [0], await begin(client)

    def losing(self: SQLite) -> None:
        before, changes[0] = changes[0], self._connect().total_changes
        commit(self)
        if changes[0] != before:  # and not for somebody who only looked, such as whoever looks for old matches
            answer_lost.strike()

    monkeypatch.setattr(SQLite, "commit", losing)
    await client.get(f"/api/matches/{match.id}")
    answer_lost.is_armed = True
    assert (await take(client, match, claim=CLAIM)).status_code == 503
    claims: list[dict[str, str]] = [{}, {"claim": "another claim, also long enough for one"}, {"claim": CLAIM}, {}]
    answers = await asyncio.gather(*(take(client, match, **claim) for claim in claims))
    assert [answer.status_code for answer in answers] == [403, 403, 201, 403]
    again, replaced = (await take(client, match, claim=CLAIM)).json()["secret"], answers[2].json()["secret"]
    assert (await acted(client, match.id, replaced, 1, "offer", offer="draw")).status_code == 403
    assert await can_play(client, match, again)


# A rematch: the same game, seats swapped, begun once.


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
    seats = [(await follow(client, match, secret)).json() for secret in (match.first, match.second)]
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
    seat = (await follow(client, match, match.first)).json()
    assert seat["side"] == "second"
    told = await asked_until(lambda: state(client, seat["match"]), lambda told: told["turn"] >= 1)
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
            seats = [(await follow(client, match, secret)).json() for secret in (match.second, match.first)]
            assert [seat["side"] for seat in seats] == ["first", "second"]
            match = Begun(seats[0]["match"], seats[0]["secret"], seats[1]["secret"], "")
            assert [each["name"] for each in (await state(client, match.id))["players"]] == names
        await acted(client, match.id, match.first, 1, "resign")
        answer = await acted(client, match.id, match.first, 2, "offer", offer="rematch")
        async with joined(here, match.id) as player:
            said = await player.act(match.first, 2, "offer", offer="rematch")
        for why in (answer.json()["error"], said["message"]):
            assert why.startswith("too many matches begun from your address; try again in ")
