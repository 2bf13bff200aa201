"""Every request counts, whatever it asks for; one address asks in vain, and the others do not notice."""

import asyncio
from pathlib import Path

import httpx
import pytest

from squarely.web.http import request_limits
from squarely.web.http.limits import Limits
from squarely.web.http.rate_limits import RateCounter, RateCounters, RateLimiter
from squarely.web.http.request_limits import Turnstile
from tests.web.serving import PATIENCE, House, asking, house
from tests.web.visiting import begin

pytestmark = pytest.mark.anyio

PATHS = ["/", "/healthz", "/metrics", "/api/games/quad", "/static/site/theme.js", "/nothing", "/api/nothing"]


def asking_from(here: House, address: str) -> httpx.AsyncClient:
    """A client at this address, which is this machine, too."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=here.url, timeout=PATIENCE, transport=transport)


async def test_whatever_is_asked_for_counts_by_address(tmp_path: Path) -> None:
    limits = Limits(requests_per_address=len(PATHS))
    async with house(f"sqlite:///{tmp_path}/a.db", limits) as here, asking(here) as client:
        first = [(await client.get(path)).status_code for path in PATHS]
        assert 429 not in first
        async with asking(here) as again:  # another connection is the same address
            late = await asyncio.gather(*(again.get(path) for path in PATHS), again.get("/"))
        for refused in late:
            assert refused.status_code == 429
            assert refused.json()["code"] == "rate_limited"
            assert refused.json()["error"].startswith("too many requests from your address; try again in ")
            assert 1 <= int(refused.headers["Retry-After"]) <= 120
        async with asking_from(here, "127.0.0.2") as probe:
            assert (await probe.get("/healthz")).text == "ok\n", "that is another address's business"


async def test_a_large_answer_counts_as_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "_PART", 100)
    async with (
        house(f"sqlite:///{tmp_path}/a.db", Limits(requests_per_address=20)) as here,
        asking(here) as client,
    ):
        match = await begin(client)
        codes = [(await client.get(f"/api/matches/{match.id}")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


async def test_one_of_each_address_at_a_time_and_everybody_else_in_between() -> None:
    """Eighty requests are ready at once: whoever comes later from elsewhere waits for one of them, not for all."""
    turnstile, order = Turnstile(), []

    async def ask(address: str) -> None:
        await turnstile.enter(address)
        order.append(address)

    many = [asyncio.create_task(ask("flood")) for _ in range(80)]
    await asyncio.sleep(0)
    many[5].cancel()
    await asyncio.gather(asyncio.create_task(ask("other")), *many, return_exceptions=True)
    assert order.index("other") < 4
    assert order.count("flood") == 79
    await asyncio.sleep(0)
    assert not turnstile._waiting, "and nothing is left of it"


class TestCounting:
    @pytest.fixture
    def now(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        now = [100.0]
        monkeypatch.setattr("squarely.web.http.rate_limits.time.monotonic", lambda: now[0])
        return now

    @pytest.mark.parametrize(("charged", "after"), [(0, 0.0), (3, 0.0), (20, 0.0), (20, 13.0), (5, 59.0)])
    def test_whoever_waits_as_long_as_told_is_let_in_and_not_before(
        self, now: list[float], charged: int, after: float
    ) -> None:
        counter = RateCounter(10, 60)
        while counter.take(1):
            pass
        counter.charge(charged)
        now[0] += after
        wait = counter.wait
        now[0] += wait - 0.1
        assert not counter.take(1)
        now[0] += 0.2
        assert counter.take(1)

    def test_the_quiet_are_forgotten(self, now: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("squarely.web.http.rate_limits._REMEMBERED", 3)
        counters, limiter = RateCounters(1, 60), RateLimiter(1, 60, lambda: now[0])
        for address in "abcd":
            assert counters.of(address).take(1)
            assert not limiter.count(address)
        assert (list(counters._counters), list(limiter._times)) == ([*"bcd"], [*"bcd"]), "or the first of too many"
        now[0] += 200
        counters.of("e")
        limiter.count("e")
        assert (list(counters._counters), list(limiter._times)) == (["e"], ["e"])
