"""Every request counts, whatever it asks for; one address asks in vain, and the others do not notice."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from squarely.web.http import middleware
from squarely.web.http.limits import Limits
from squarely.web.http.middleware import RateLimited, accepts_gzip
from squarely.web.http.rate_limits import asker
from tests.web.http.flooding import UPGRADE, flood, frames
from tests.web.serving import PATIENCE, House, asking, house
from tests.web.visiting import begin

pytestmark = pytest.mark.anyio

PATHS = ["/", "/healthz", "/metrics", "/api/games/quad", "/static/site/icon.svg", "/nothing", "/api/nothing"]


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
    monkeypatch.setattr(middleware, "_PART", 100)
    async with (
        house(f"sqlite:///{tmp_path}/a.db", Limits(requests_per_address=20)) as here,
        asking(here) as client,
    ):
        match = await begin(client)
        codes = [(await client.get(f"/api/matches/{match.id}")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


async def test_upgrades_of_any_path_are_requests(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Counted, logged, in the figures, and refused past the limit."""
    caplog.set_level("INFO", "squarely.web")
    async with house(f"sqlite:///{tmp_path}/a.db", Limits(requests_per_address=3)) as here:
        statuses = []
        for path in ("/nowhere", "/api/games", "/api/socket", "/nowhere"):
            answer = (await flood(here.url, UPGRADE.replace("/api/socket", path), frames(0x88))).answer
            statuses.append(answer.split()[1])
        assert statuses == ["403", "403", "101", "429"]
        assert "too many requests from your address" in answer
        noted = [(line.__dict__["path"], line.__dict__["status"]) for line in caplog.records if line.msg == "request"]
        assert noted == [("/nowhere", 403), ("/api/games", 403), ("/api/socket", 101), ("/nowhere", 429)]
        told = here.app.metrics.render().decode()
        for status, count in (("403", 2), ("429", 1)):
            assert f'squarely_requests_total{{route="other",status="{status}"}} {count}.0' in told
        assert 'squarely_requests_total{route="/api/socket",status="101"} 1.0' in told
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
    assert order.count("flood") == 80
    assert not limited._turns, "and nothing is left of it"


@pytest.mark.parametrize(
    ("accepted", "may_zip"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("br, gzip; q=0.000", False),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("identity", False),
        ("x-gzipped", False),
        ("", False),
    ],
)
async def test_what_may_not_be_zipped_is_not(tmp_path: Path, accepted: str, may_zip: bool) -> None:
    assert accepts_gzip(accepted) == may_zip
    async with house(f"sqlite:///{tmp_path}/a.db") as here, asking(here) as client:
        for path in ("/", "/static/site/icon.svg", "/api/openapi.json"):
            answer = await client.get(path, headers={"Accept-Encoding": accepted})
            assert (answer.headers.get("Content-Encoding") == "gzip") == may_zip, path


async def test_a_page_is_made_and_zipped_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []
    zipped = gzip.compress

    def compress(page: bytes, mtime: float) -> bytes:
        made.append(page)
        return zipped(page, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", compress)
    async with house(f"sqlite:///{tmp_path}/a.db") as here, asking(here) as client:
        for number in range(5):
            assert (await client.get(f"/puzzles?{number}")).headers["Content-Encoding"] == "gzip"
    assert len(made) == 1


@pytest.mark.parametrize("path", ["/nowhere", "/games/none", "/m/none", "/static/0/none.js", "/pictures/none.png"])
async def test_what_is_not_there_is_not_kept(tmp_path: Path, path: str) -> None:
    async with house(f"sqlite:///{tmp_path}/a.db") as here, asking(here) as client:
        answer = await client.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")
