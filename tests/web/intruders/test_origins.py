"""Only our own page may open a socket from a browser, and those that were allowed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from squarely.errors import BadOption
from tests.web.serving import House, asking, house
from tests.web.visiting import connected, joined, paired

pytestmark = pytest.mark.anyio


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
        for path in ("/", "/api/games", "/nothing", "/static/theme.js"):
            answer = await client.get(path, headers={"Origin": "https://evil.example"})
            assert not [name for name in answer.headers if name.startswith("access-control")]
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; ")
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        form = await client.post("/api/matches", content='{"game":"quad","opponent":"here"}')
        assert form.status_code == 415, "a form of another page cannot send JSON"
