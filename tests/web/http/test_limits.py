"""Limits with clear answers: 429 with when to try again. One address asks in vain, and the others do not notice."""

import asyncio
import re
from dataclasses import fields
from pathlib import Path
from random import Random

import httpx
import pytest

from squarely.core.errors import BadOption
from squarely.serving.connections import ServerConfig, subnet_key
from squarely.web.http import middleware
from squarely.web.http.limits import Limits
from squarely.web.http.middleware import RateLimited
from squarely.web.http.rate_limits import RateLimiter, asker
from tests.web.http.flooding import UPGRADE, Kind, flood, frame
from tests.web.serving import asking, house
from tests.web.visiting import acted, begin, moved

pytestmark = pytest.mark.anyio

DOCS = Path(__file__).resolve().parents[3] / "docs" / "serving.md"
PATHS = ["/", "/healthz", "/metrics", "/api/games/quad", "/static/site/icon.svg", "/nothing", "/api/nothing"]
NEW = {"game": "quad", "opponent": "here"}


@pytest.mark.slow
async def test_whatever_is_asked_for_counts_by_address(file: str) -> None:
    async with house(file, Limits(requests_per_address=len(PATHS))) as here, asking(here) as client:
        assert 429 not in [(await client.get(path)).status_code for path in PATHS]
        async with asking(here) as again:  # another connection is the same address
            late = await asyncio.gather(*(again.get(path) for path in PATHS), again.get("/"))
        for refused in late:
            assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
            assert refused.json()["error"].startswith("too many requests from your address; try again in ")
            assert 1 <= int(refused.headers["Retry-After"]) <= 120
            assert refused.elapsed.total_seconds() > 0.9, "answered late"
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=here.url, transport=elsewhere) as other:
            assert (await other.get("/healthz")).text == "ok\n", "that is another address's business"


@pytest.mark.slow
async def test_upgrades_of_any_path_and_parts_of_large_answers_are_requests(
    file: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Counted, logged, in the figures, and refused past the limit."""
    caplog.set_level("INFO", "squarely.web")
    monkeypatch.setattr(middleware, "_PART", 4000)
    monkeypatch.setattr(middleware, "_LATE", 0.0)
    wanted = [("/nowhere", 403), ("/api/socket", 101), ("/api/games", 200), ("/nowhere", 429)]
    async with house(file, Limits(requests_per_address=4)) as here, asking(here) as client:
        for path, status in wanted:
            if status == 200:  # of which there are more than 4000 bytes
                assert (await client.get(path)).status_code == 200
                continue
            upgrade = UPGRADE.replace(b"/api/socket", path.encode())
            _, answer = await flood(here.url, upgrade, frame(kind=Kind.CLOSE) * 1000)
            assert answer.startswith(f"HTTP/1.1 {status} ")
        assert "too many requests from your address" in answer
        noted = [(line.__dict__["path"], line.__dict__["status"]) for line in caplog.records if line.msg == "request"]
        assert noted == wanted
        assert here.figure("requests_total", route="other", status="429") == 1
        assert here.figure("requests_total", route="/api/socket", status="101") == 1
        assert not [line for line in caplog.records if line.levelname == "ERROR"]


async def test_one_of_each_address_at_a_time_and_everybody_else_in_between() -> None:
    """Eighty requests are ready at once: whoever comes later from elsewhere waits for one of them, not for all."""
    order: list[str] = []

    async def note(*_: object) -> None:
        order.append(asker.get())

    limited = RateLimited(note, 1000)

    async def ask(address: str) -> None:
        asker.set(address)
        await limited({"type": "http"}, None, None)  # type: ignore[arg-type]

    many = [asyncio.create_task(ask("flood")) for _ in range(80)]
    await asyncio.sleep(0)
    await asyncio.gather(asyncio.create_task(ask("other")), *many)
    assert order.index("other") < 4
    assert (order.count("flood"), len(limited._turns)) == (80, 0)


@pytest.mark.slow
async def test_matches_questions_acts_and_turns(file: str) -> None:
    limits = Limits(matches_per_address=3, questions_per_address=2, turns_per_match=2, acts_per_address=5)
    async with house(file, limits) as here, asking(here) as client:
        match, *_ = [await begin(client, opponent="explore") for _ in range(3)]
        refused = await client.post("/api/matches", json=NEW)
        assert refused.status_code == 429
        assert refused.json()["error"].startswith("too many matches begun from your address; try again in ")
        assert 1000 < int(refused.headers["Retry-After"]) <= 1200, "a third of an hour for one of three"
        nonsense = await client.post("/api/matches", json=NEW | {"game": "nothing"})
        assert nonsense.status_code == 404, "what cannot be begun is not counted either"
        assert [(await client.get(f"/api/matches/{match.id}/truth")).status_code for _ in range(3)] == [200, 200, 429]
        assert (await client.get("/api/puzzles?game=showdown")).status_code == 429
        assert (await client.get("/api/games/center/truth?position=---/---/--- A")).status_code == 429
        for turn in (1, 2):
            assert (await moved(client, match, turn)).status_code == 200
        refused = await moved(client, match, 3)
        assert refused.status_code == 400
        assert refused.json()["error"] == "a match here has at most 2 turns; resign or offer a draw"
        ends = [await acted(client, match.id, match.first, 3, "resign") for _ in range(3)]
        assert [each.status_code for each in ends] == [200, 200, 429]
        assert ends[2].json()["error"].startswith("too many acts from your address; try again in ")


@pytest.mark.slow
async def test_forwarded_addresses_are_believed_from_named_proxies_only(tmp_path: Path) -> None:
    """And of several the last, not what a client has made up."""
    for number, (proxies, forwarded, codes) in enumerate(
        [
            ([], "203.0.113.{}", [201, 429]),
            (["10.0.0.1"], "203.0.113.{}", [201, 429]),
            (["127.0.0.1"], "203.0.113.{}", [201, 201]),
            (["127.0.0.1"], "198.51.100.{}, 203.0.113.7", [201, 429]),
        ]
    ):
        limits, file = Limits(matches_per_address=1), f"sqlite:///{tmp_path}/{number}.db"
        async with house(file, limits, proxies=proxies) as here, asking(here) as client:
            headers = [{"X-Forwarded-For": forwarded.format(client)} for client in range(2)]
            told = [await client.post("/api/matches", json=NEW, headers=each) for each in headers]
            assert [each.status_code for each in told] == codes, (proxies, forwarded)
    for proxies in (["127.0.0.0/8"], ["::1", "127.0.0.1"], ["*"], ["10.0.0.1", "a name"]):
        is_trusted = "127.0.0.1" in ServerConfig(None, proxies=proxies).trusted  # whose connections are not counted
        assert is_trusted == ("10.0.0.1" not in proxies), proxies


def test_who_is_counted_as_one() -> None:
    for address, counted in [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a name", "a name"),
    ]:
        assert subnet_key(address) == counted


def test_a_bucket_gives_what_a_plain_one_gives() -> None:
    """The twin counts tokens that drip in one by one, with a list of times."""
    most, apart = 5, 2.0
    for seed in range(5):
        chance, now, taken = Random(seed), [0.0], list[float]()
        limiter = RateLimiter(most, most * apart, lambda now=now: now[0])  # type: ignore[misc]
        for _ in range(200):
            now[0] += chance.choice((0, 0, 0.25, 0.5, 1, 2, 5, 30))
            missing = at = 0.0
            for time in taken:
                missing, at = max(0.0, missing - (time - at) / apart) + 1, time
            may = max(0.0, missing - (now[0] - at) / apart) + 1 <= most + 1e-9
            assert (limiter.take("a") == 0) == may, seed
            taken += [now[0]] * may


def test_whoever_waits_as_long_as_told_is_let_in_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    limiter = RateLimiter(10, 60, lambda: now[0])
    limiter.charge("a", 25)
    wait = limiter.take("a", 3)
    assert limiter.take("b") == 0, "everybody is counted apart"
    now[0] += wait - 0.1
    assert limiter.take("a", 3) == pytest.approx(0.1)
    now[0] += 0.2
    assert limiter.take("a", 3) == 0
    assert limiter.take("c", 100) == 0, "what costs more than there can be is let in, and waited for afterwards"
    assert limiter.take("c") == pytest.approx(91 * 6)
    monkeypatch.setattr("squarely.web.http.rate_limits._REMEMBERED", 2)
    for address in "dedf":
        limiter.charge(address)
    assert [limiter.count_tokens(address) for address in "def"] == [8, 10, 9], "e was used least recently"


def test_limits_are_read() -> None:
    assert Limits.read(("idle_days=7", "turns_per_match=10")) == Limits(idle_days=7, turns_per_match=10)
    for text in ("idle_days", "idle_days=0", "idle_days=-1", "idle_days=1.5"):
        with pytest.raises(BadOption, match=f"{text} is not possible: a limit is a whole number from 1"):
            Limits.read((text,))
    with pytest.raises(BadOption, match="there is no limit 'days'; there are messages_per_socket, "):
        Limits.read(("days=1",))
    rows = re.findall(r"^\| `?(\w+)`? \| `?([\d,]+)`? \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    documented = {name: int(number.replace(",", "")) for name, number in rows}
    assert documented == {field.name: field.default for field in fields(Limits)}
