"""Only our own page may open a socket from a browser, and those that were allowed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from squarely.core.errors import BadOption
from squarely.web.http.middleware import read_allowed_origin
from tests.web.serving import House, asking, house
from tests.web.visiting import connected, joined, paired

pytestmark = pytest.mark.anyio

JSON = {"Content-Type": "application/json"}


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    async with house(f"sqlite:///{tmp_path}/matches.db", origins=["https://friends.example"]) as house_:
        yield house_


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "http://127.0.0.1@evil.example:{port}",
        "http://localhost:{port}",
        "http://friends.example",
        "https://friends.example:444",
        "https://friends.example.evil.example",
        "null",
        "",
        "http://[",
        "http://[::1",
        "http://127.0.0.1:99999999",
        "file://",
    ],
)
async def test_a_page_from_elsewhere_is_refused_at_the_door(
    here: House, origin: str, caplog: pytest.LogCaptureFixture
) -> None:
    port = here.url.rpartition(":")[2]
    with pytest.raises(InvalidStatus) as refused:
        async with connected(here, origin=origin.replace("{port}", port)):
            pass
    assert refused.value.response.status_code == 403
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("origin", [None, "{own}", "HTTP://127.0.0.1:{port}", "https://friends.example:443"])
async def test_our_page_an_allowed_one_and_a_program_come_in(here: House, origin: str | None) -> None:
    port = here.url.rpartition(":")[2]
    async with asking(here) as client:
        match = await paired(client)
        given = origin and origin.replace("{own}", here.url).replace("{port}", port)
        async with joined(here, match.id, [match.first], origin=given) as visitor:
            assert visitor.heard[-1]["you"] == ["first"]


@pytest.mark.parametrize("origin", ["friends.example", "null", "", "https://", "ftp://friends.example", "http://["])
async def test_an_origin_that_is_none_is_not_allowed(tmp_path: Path, origin: str) -> None:
    """Misspelt, it would allow every page whose browser keeps its origin to itself."""
    with pytest.raises(BadOption, match="is no origin; one is written https://HOST or http://HOST:PORT"):
        async with house(f"sqlite:///{tmp_path}/matches.db", origins=[origin]):
            pass


async def test_no_other_page_may_read_answers_or_frame_ours(here: House) -> None:
    async with asking(here) as client:
        for path in ("/", "/api/games", "/nothing", "/static/site/theme.js"):
            answer = await client.get(path, headers={"Origin": "https://evil.example"})
            assert not [name for name in answer.headers if name.startswith("access-control-allow")]
            assert "Origin" in answer.headers["Vary"]
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; ")
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        form = await client.post("/api/matches", content='{"game":"quad","opponent":"here"}')
        assert form.status_code == 415, "a form of another page cannot send JSON"


@pytest.mark.parametrize("origin", ["https://friends.example", "https://evil.example", "http://friends.example"])
async def test_an_allowed_page_may_ask_too_and_no_other(here: House, origin: str) -> None:
    may = origin == "https://friends.example"
    preflight = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    async with asking(here) as client:
        asked = await client.options("/api/matches", headers=preflight)
        assert asked.is_success == may
        begun = await client.post("/api/matches", json={"game": "quad", "opponent": "link"}, headers={"Origin": origin})
        missing = await client.get("/api/matches/short", headers={"Origin": origin})
        unsigned = await client.post(f"/api/matches/{begun.json()['match']}/turns", json={}, headers={"Origin": origin})
        large = await client.post("/api/matches", content=b" " * 70000, headers=JSON | {"Origin": origin})
        wrong = await client.delete("/api/games", headers={"Origin": origin})
        here.app.service.rooms.services.begun.charge("127.0.0.1", 1000)
        many = await client.post("/api/matches", json={"game": "quad", "opponent": "link"}, headers={"Origin": origin})
        answers = (begun, missing, unsigned, large, wrong, many)
        assert [answer.status_code for answer in answers] == [201, 404, 401, 413, 405, 429]
        for answer in (asked, *answers):
            assert answer.headers.get("Access-Control-Allow-Origin") == (origin if may else None)
            assert "Access-Control-Allow-Credentials" not in answer.headers
            assert "Origin" in answer.headers["Vary"]
        assert "Retry-After" in many.headers.get("Access-Control-Expose-Headers", "")
        if may:
            assert "authorization" in asked.headers["Access-Control-Allow-Headers"].lower()


async def test_without_an_origin_nobody_else_may_ask(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as alone, asking(alone) as client:
        answer = await client.get("/api/games", headers={"Origin": "https://friends.example"})
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("named", ["https://Friends.example:443/", "HTTPS://friends.EXAMPLE"])
def test_an_origin_is_known_however_it_is_spelt(named: str) -> None:
    assert str(read_allowed_origin(named)) == "https://friends.example"
    assert str(read_allowed_origin("http://[::1]:8000")) == "http://[::1]:8000"
