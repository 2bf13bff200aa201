"""Limits with clear answers: 429 with when to try again, or a socket closed with 1008 and the reason."""

import asyncio
import json
import re
import socket
from dataclasses import fields
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest

from squarely.core.errors import BadOption
from squarely.serving.connections import ConcurrencyLimit, ServerConfig
from squarely.web.http.limits import Limits
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.protocol.refusals import Refusal
from tests.web.serving import PATIENCE, asking, house
from tests.web.visiting import acted, begin, connected, joined, paired, state, step

pytestmark = pytest.mark.anyio

DOCS = Path(__file__).resolve().parents[3] / "docs" / "serving.md"


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


async def test_matches_per_address(file: str) -> None:
    async with house(file, Limits(matches_per_address=3)) as here, asking(here) as client:
        for _ in range(3):
            await begin(client)
        refused = await client.post("/api/matches", json={"game": "quad", "opponent": "here"})
        assert refused.status_code == 429
        assert refused.json()["error"].startswith("too many matches begun from your address; try again in ")
        assert 1000 < int(refused.headers["Retry-After"]) <= 1200, "a third of an hour for one of three"
        nonsense = await client.post("/api/matches", json={"game": "nothing", "opponent": "here"})
        assert nonsense.status_code == 404, "what cannot be begun is not counted either"


async def test_questions_per_address(file: str) -> None:
    async with house(file, Limits(questions_per_address=2)) as here, asking(here) as client:
        match = await begin(client, opponent="explore")
        codes = [(await client.get(f"/api/matches/{match.id}/truth")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        refused = await client.get("/api/puzzles?game=showdown")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        assert (await client.get("/api/games/center/truth?position=---/---/--- A")).status_code == 429
        assert (await acted(client, match.id, match.first, 1, "move", move="up 1")).status_code == 200


async def test_messages_per_socket(file: str) -> None:
    async with house(file, Limits(messages_per_socket=5)) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id) as noisy, joined(here, match.id) as quiet:
            for _ in range(5):
                await noisy.say(type="ping")
            assert await noisy.closed() == (1008, "too many messages: at most 5 in 20 seconds")
            assert sum(message["type"] == "pong" for message in noisy.heard) == 4, "joining is a message, too"
            await quiet.say(type="ping")
            await quiet.until(lambda message: message["type"] == "pong")


async def test_sockets_per_address(file: str) -> None:
    async with house(file, Limits(sockets_per_address=2)) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id):
            async with joined(here, match.id), connected(here) as third:
                assert await third.closed() == (
                    1008,
                    "too many connections from your address; close some and try again",
                )
            async with asyncio.timeout(PATIENCE):
                while here.figure("sockets") > 1:  # the second has left; that is noticed in a moment
                    await asyncio.sleep(0.01)
            async with joined(here, match.id, [match.first]) as again:
                assert again.heard[-1]["you"] == ["first"]


async def test_spectators_per_match(file: str) -> None:
    async with house(file, Limits(spectators_per_match=2)) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id), joined(here, match.id):
            async with connected(here) as third:
                await third.say(type="join", match=match.id)
                assert await third.closed() == (1008, "2 people watch this match already; no more can")
            async with joined(here, match.id, [match.first]) as player:
                assert player.heard[-1]["you"] == ["first"], "whoever has a seat comes in"


async def test_turns_per_match(file: str) -> None:
    async with house(file, Limits(turns_per_match=2)) as here, asking(here) as client:
        match = await begin(client, opponent="here")
        for turn in (1, 2):
            secret = (match.second, match.first)[turn % 2]
            assert (await acted(client, match.id, secret, turn, "move", move=step(turn))).status_code == 200
        refused = await acted(client, match.id, match.first, 3, "move", move=step(3))
        assert refused.status_code == 400
        assert refused.json()["error"] == "a match here has at most 2 turns; resign or offer a draw"
        assert (await acted(client, match.id, match.first, 3, "offer", offer="draw")).status_code == 200


async def test_a_slow_reader_is_dropped_and_nobody_waits_for_it(file: str) -> None:
    """It has joined and reads nothing more; the others play on, and its place becomes free."""
    async with house(file, send_buffer=65536) as here, asking(here) as client:
        match = await paired(client)
        parts = urlsplit(here.url)
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((parts.hostname, parts.port))
        slow.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=slow, limit=1024)
        writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        join = json.dumps({"type": "join", "match": match.id}).encode()
        writer.write(bytes([0x81, 0x80 | len(join), 0, 0, 0, 0]) + join)
        async with joined(here, match.id, [match.first]) as player:
            room, told = await here.app.rooms.open(match.id), 0
            async with asyncio.timeout(PATIENCE):
                while not here.figure("sockets_dropped_total", reason="you do not keep up; join again"):
                    room.tell(0)
                    told += len(msgspec.json.encode(room.message(0)))
                    await player.hear()
                while (await state(client, match.id))["watching"]:
                    await asyncio.sleep(0.05)
                while here.figure("sockets") > 1:
                    await asyncio.sleep(0.05)
            assert told > 256 * 1024, "so much may wait for it"
            assert (await player.act(match.first, 1, "move", move=step(1)))["type"] == "done"
        writer.close()


@pytest.mark.parametrize(("proxies", "counted_apart"), [([], False), (["127.0.0.1"], True), (["10.0.0.1"], False)])
async def test_forwarded_addresses_are_believed_from_named_proxies_only(
    file: str, proxies: list[str], counted_apart: bool
) -> None:
    async with house(file, Limits(matches_per_address=1), proxies=proxies) as here, asking(here) as client:
        codes = []
        for number in range(3):
            headers = {"X-Forwarded-For": f"203.0.113.{number}"}
            body = {"game": "quad", "opponent": "here"}
            codes.append((await client.post("/api/matches", json=body, headers=headers)).status_code)
        assert codes == ([201, 201, 201] if counted_apart else [201, 429, 429])


async def test_the_last_address_before_the_proxy_is_believed_not_what_a_client_has_made_up(file: str) -> None:
    async with house(file, Limits(matches_per_address=1), proxies=["127.0.0.1"]) as here, asking(here) as client:
        codes = []
        for number in range(2):
            headers = {"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.7"}
            body = {"game": "quad", "opponent": "here"}
            codes.append((await client.post("/api/matches", json=body, headers=headers)).status_code)
        assert codes == [201, 429]


class PlainBucket:
    """The twin: tokens that drip in one by one, counted with a list of times."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.apart = most, seconds / most
        self.taken: list[float] = []

    def take(self, now: float) -> bool:
        missing, at = 0.0, 0.0
        for time in self.taken:
            missing = max(0.0, missing - (time - at) / self.apart) + 1
            at = time
        missing = max(0.0, missing - (now - at) / self.apart)
        if missing + 1 > self.most + 1e-9:
            return False
        self.taken.append(now)
        return True


class TestTokenBucket:
    @pytest.mark.parametrize("seed", range(5))
    def test_it_gives_what_a_plain_one_gives(self, seed: int) -> None:
        chance, now = Random(seed), [0.0]
        limiter, plain = RateLimiter(5, 10, lambda: now[0]), PlainBucket(5, 10)
        for _ in range(200):
            now[0] += chance.choice((0, 0, 0.25, 0.5, 1, 2, 5, 30))
            assert (limiter.take("a") == 0) == plain.take(now[0])

    def test_whoever_waits_as_long_as_told_is_let_in_and_not_before(self) -> None:
        now = [0.0]
        limiter = RateLimiter(10, 60, lambda: now[0])
        limiter.charge("a", 25)
        wait = limiter.take("a", 3)
        assert limiter.take("b") == 0, "everybody is counted apart"
        now[0] += wait - 0.1
        assert limiter.take("a", 3) == pytest.approx(0.1)
        now[0] += 0.2
        assert limiter.take("a", 3) == 0

    def test_what_costs_more_than_there_can_be_takes_all(self) -> None:
        limiter = RateLimiter(10, 60, lambda: 0.0)
        assert limiter.take("a", 100) == 0
        assert limiter.take("a") > 60

    def test_too_much_is_refused_with_when_to_try_again(self) -> None:
        meter = RateLimiter(1, 6, lambda: 0.0)
        meter.check("things")
        with pytest.raises(Refusal, match="too many things from your address; try again in 6 seconds") as refused:
            meter.check("things")
        assert (refused.value.status, refused.value.wait) == (429, 6.0)

    def test_the_least_recently_used_of_too_many_is_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("squarely.web.http.rate_limits._REMEMBERED", 3)
        limiter = RateLimiter(1, 60, lambda: 0.0)
        for address in "abcad":
            limiter.charge(address)
        assert [limiter.count_tokens(address) for address in "abcd"] == [-1, 1, 0, 0]


def test_so_many_at_a_time() -> None:
    limit = ConcurrencyLimit(1)
    assert [limit.acquire("a"), limit.acquire("a"), limit.acquire("b")] == [True, False, True]
    limit.release("a")
    assert limit.acquire("a")


@pytest.mark.parametrize(
    "proxies", [["127.0.0.1"], ["127.0.0.0/8"], ["::1", "127.0.0.1"], ["*"], ["10.0.0.1", "a name"]]
)
def test_behind_a_proxy_are_many(proxies: list[str]) -> None:
    assert ("127.0.0.1" in ServerConfig(None, proxies=proxies).trusted) == ("10.0.0.1" not in proxies)


class TestReading:
    def test_what_is_given_is_changed(self) -> None:
        assert Limits.read(("idle_days=7", "turns_per_match=10")) == Limits(idle_days=7, turns_per_match=10)

    @pytest.mark.parametrize(
        "text", ["idle_days", "idle_days=", "idle_days=0", "idle_days=-1", "idle_days=x", "idle_days=1.5"]
    )
    def test_a_number_that_is_none(self, text: str) -> None:
        with pytest.raises(BadOption, match="a limit is a whole number from 1"):
            Limits.read((text,))

    def test_a_limit_that_is_none(self) -> None:
        with pytest.raises(BadOption, match="there is no limit 'days'; there are messages_per_socket, "):
            Limits.read(("days=1",))


def test_the_documentation_lists_every_limit_with_its_default() -> None:
    rows = re.findall(r"^\| `?(\w+)`? \| `?([\d,]+)`? \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    documented = {name: int(number.replace(",", "")) for name, number in rows}
    assert documented == {field.name: field.default for field in fields(Limits)}
