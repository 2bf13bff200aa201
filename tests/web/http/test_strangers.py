"""Whom the server answers: by its own names on this machine, and pages of its own or of those that were allowed."""

from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from squarely.core.errors import BadOption
from squarely.serving.listening import list_host_names
from squarely.web.http.middleware import read_allowed_origin
from tests.web.http.flooding import UPGRADE, Kind, flood, frame
from tests.web.serving import House, house
from tests.web.visiting import connected, joined, paired

pytestmark = pytest.mark.anyio

NEW = {"game": "quad", "opponent": "link"}


@pytest.fixture
async def here(file: str) -> AsyncIterator[House]:
    """Which has allowed the pages of friends.example."""
    names = list_host_names("127.0.0.1", ["mine.example"])
    async with house(file, origins=["https://friends.example"], host_names=names) as inside:
        yield inside


@pytest.mark.slow
async def test_only_our_page_an_allowed_one_and_a_program_come_in(
    here: House, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    match, port = await paired(client), here.url.rpartition(":")[2]
    for origin in (
        *("https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", f"https://127.0.0.1:{port}"),
        *(f"http://127.0.0.1:{port}.evil.example", f"http://127.0.0.1@evil.example:{port}", f"http://localhost:{port}"),
        *("http://friends.example", "https://friends.example:444", "https://friends.example.evil.example"),
        *("null", "", "http://[", "http://127.0.0.1:99999999", "file://"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with connected(here, origin=origin):
                raise AssertionError(f"{origin!r} came in")
        assert refused.value.response.status_code == 403, origin
    for allowed in (None, here.url, f"HTTP://127.0.0.1:{port}", "https://friends.example:443"):
        async with joined(here, match.id, [match.first], origin=allowed) as visitor:
            assert visitor.heard[-1]["you"] == ["first"], allowed
    assert not [record for record in caplog.records if record.exc_info]


async def test_an_origin_that_is_none_is_not_allowed(file: str) -> None:
    """Misspelt, it would allow every page whose browser keeps its origin to itself."""
    for origin in ("friends.example", "null", "", "https://", "ftp://friends.example", "http://["):
        with pytest.raises(BadOption, match="is no origin; one is written https://HOST or http://HOST:PORT"):
            async with house(file, origins=[origin]):
                raise AssertionError(f"{origin!r} was taken for one")
    for named in ("https://Friends.example:443/", "HTTPS://friends.EXAMPLE"):
        assert read_allowed_origin(named) == "https://friends.example"
    assert read_allowed_origin("http://[::1]:8000") == "http://[::1]:8000"


async def test_no_other_page_may_read_answers_or_frame_ours(client: httpx.AsyncClient) -> None:
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
    assert (form.status_code, form.json()["code"]) == (415, "not_json"), "a form of another page cannot send JSON"


@pytest.mark.slow
async def test_an_allowed_page_may_ask_too_and_no_other(here: House, client: httpx.AsyncClient) -> None:
    wanted = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization, content-type"}
    for origin in ("https://evil.example", "https://friends.example"):
        may, given = origin == "https://friends.example", {"Origin": origin}
        asked = await client.options("/api/matches", headers=given | wanted)
        assert asked.is_success == may
        begun = await client.post("/api/matches", json=NEW, headers=given)
        missing = await client.get("/api/matches/short", headers=given)
        unsigned = await client.post(f"/api/matches/{begun.json()['match']}/turns", json={}, headers=given)
        here.app.service.rooms.services.begun.charge("127.0.0.1", 1000 * may)
        many = await client.post("/api/matches", json=NEW, headers=given)
        answers = (begun, missing, unsigned, many)
        assert [answer.status_code for answer in answers] == [201, 404, 401, 429 if may else 201]
        for answer in (asked, *answers):
            assert answer.headers.get("Access-Control-Allow-Origin") == (origin if may else None)
            assert "Access-Control-Allow-Credentials" not in answer.headers
            assert "Origin" in answer.headers["Vary"]
    assert "Retry-After" in many.headers["Access-Control-Expose-Headers"]
    assert "authorization" in asked.headers["Access-Control-Allow-Headers"].lower()


async def test_on_this_machine_only_its_own_names(
    here: House, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """A page elsewhere may have its own name point here."""
    for host in ("localhost", "LOCALHOST:9", "127.0.0.1:1234", "[::1]:80", "192.168.1.7", "", "Mine.Example:80"):
        assert (await client.get("/api/games", headers={"Host": host})).status_code == 200, host
    for host in ("evil.example:8765", "localhost.evil.example", "127.0.0.1.evil.example", "x", "[", "a b"):
        refused = await client.get("/api/games", headers={"Host": host})
        assert (refused.status_code, refused.json()["code"]) == (421, "wrong_host"), host
        assert refused.json()["error"].startswith("this server does not go by that name")
        assert refused.headers["X-Content-Type-Options"] == "nosniff"
    port = here.url.rpartition(":")[2]
    for host, status in (("evil.example", 421), (f"evil.example:{port}", 421), ("Mine.Example:80", 101)):
        page = f"Host: {host}\r\nOrigin: http://{host}".encode()  # a page of that name, which is no lie
        _, answer = await flood(here.url, UPGRADE.replace(b"Host: localhost", page), frame(kind=Kind.CLOSE) * 1000)
        assert answer.startswith(f"HTTP/1.1 {status} ")
    assert not [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")], "a stranger's, not ours"


def test_which_names() -> None:
    for listening, named, proxied, answers_to in [
        ("127.0.0.1", [], False, {"127.0.0.1"}),
        ("::1", ["Games.Example"], False, {"::1", "games.example"}),
        ("127.0.0.1", [], True, None),
        ("0.0.0.0", [], False, None),
        ("0.0.0.0", ["games.example"], False, {"0.0.0.0", "games.example"}),
        ("127.0.0.1", ["games.example"], True, {"127.0.0.1", "games.example"}),
    ]:
        assert list_host_names(listening, named, proxied) == answers_to, (listening, named, proxied)
    for name in ("", "games.example:80", "https://games.example", "[::1]"):
        with pytest.raises(BadOption, match="is no name of a host"):
            list_host_names("0.0.0.0", [name])
