"""Names and addresses as an intruder writes them."""

import asyncio
from urllib.parse import urlsplit

import pytest

from squarely.core.match import record
from tests.web.serving import PATIENCE, Served, asking
from tests.web.visiting import begin, paired, state

pytestmark = pytest.mark.anyio

HTML = "<img src=x onerror=alert(1)>\"'&"


async def test_html_in_a_name_is_text_on_a_page_and_itself_in_json(served: Served) -> None:
    async with asking(served) as client:
        match = await begin(client, name=HTML, other_name="</title><script>")
        page = (await client.get(f"/m/{match.id}")).text
        assert "<img src=x" not in page
        assert "&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;" in page
        assert "</title><script>" not in page
        assert [player["name"] for player in (await state(client, match.id))["players"]] == [HTML, "</title><script>"]
        record = await client.get(f"/api/matches/{match.id}/record")
        assert record.headers["Content-Type"].startswith("text/plain")
        assert record.headers["Content-Disposition"].startswith("attachment")


async def test_a_name_cannot_fill_a_slot_of_the_page(served: Served) -> None:
    async with asking(served) as client:
        match = await begin(client, name="{{url}} {{title}}")
        assert "{{url}} {{title}}" in (await client.get(f"/m/{match.id}")).text


async def test_html_in_an_address_is_text_too(served: Served) -> None:
    async with asking(served) as client:
        for path in ("/<script>alert(1)</script>", "/?q=%22><script>alert(1)</script>", "/games/<script>"):
            for headers in ({}, {"Host": 'x"><script>alert(2)</script>'}):
                assert "<script>alert" not in (await client.get(path, headers=headers)).text


@pytest.mark.parametrize("name", ["x" * 33, "é" * 33, "\U0001f600" * 33])
async def test_a_name_has_at_most_32_characters(served: Served, name: str) -> None:
    async with asking(served) as client:
        answer = await client.post("/api/matches", json={"game": "quad", "opponent": "link", "name": name})
        assert answer.status_code == 400
        assert answer.json()["error"] == "name has at most 32 characters"
        match = await begin(client, name=name[:32])
        taken = {"invitation": match.invitation, "name": name}
        assert (await client.post(f"/api/matches/{match.id}/seat", json=taken)).status_code == 400
        assert (await state(client, match.id))["players"][0]["name"] == name[:32]


@pytest.mark.parametrize(
    "name", ["a\nb", "a\x00b", "a\x1b[2Jb", "a\u202eb", "a\u2066b", "a\u200bb", "a\u2028b", "\ue000"]
)
async def test_a_name_is_printable(served: Served, name: str) -> None:
    async with asking(served) as client:
        for names in ({"name": name}, {"other_name": name}):
            answer = await client.post("/api/matches", json={"game": "quad", "opponent": "here", **names})
            assert answer.status_code == 400
            assert answer.json()["error"] == "a name is one line of at most 32 printable characters"
        match = await begin(client)
        taken = {"invitation": match.invitation, "name": name}
        assert (await client.post(f"/api/matches/{match.id}/seat", json=taken)).status_code == 400


@pytest.mark.parametrize("name", ["\U0001f469\u200d\U0001f680", "\u0645\u06cc\u200c\u0645", "\u0915\u094d\u200d\u0937"])
async def test_a_name_may_have_the_joiners_of_its_script(served: Served, name: str) -> None:
    """A woman who is an astronaut, Persian, Hindi: and the record can be read again."""
    async with asking(served) as client:
        match = await begin(client, opponent="here", name=name)
        assert (await state(client, match.id))["players"][0]["name"] == name
        for form in ("text", "json"):
            kept = (await client.get(f"/api/matches/{match.id}/record?form={form}")).text
            assert record.read(kept).match.names[0] == name


@pytest.mark.parametrize("name", ["\u200d", "\u200dAnn", "Ann\u200d", "An\u200d\u200dn", "An \u200cn", "\u200c \u200c"])
async def test_a_joiner_that_joins_nothing_is_no_part_of_a_name(served: Served, name: str) -> None:
    async with asking(served) as client:
        answer = await client.post("/api/matches", json={"game": "quad", "opponent": "here", "name": name})
        assert answer.json()["error"] == "a name is one line of at most 32 printable characters"


async def test_a_blank_name_is_the_rulebooks(served: Served) -> None:
    async with asking(served) as client:
        match = await begin(client, name="   ")
        assert (await state(client, match.id))["players"][0]["name"] == "Player 1"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../serve.py",
        "/static/%2e%2e/serve.py",
        "/static/..%2fserve.py",
        "/static/..\\serve.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/review/../page.py",
        "/static/review/%2e%2e/page.py",
        "/static/" + "a" * 300,
        "/static/",
        "/m/../../etc/passwd",
        "/m/%2e%2e",
        "/m/abcdefghijkl%0a",
        "/api/matches/..%2f..",
        "/api/matches/abcdefghijkl%00",
        "/api/matches/abcdefghijkl%0a",
        "/api/games/..",
        "/api/games/%00",
        "/games/%2e%2e",
        "/atlas/squarely.web.serve",
        "/%ff%fe",
    ],
)
async def test_an_address_leads_to_nothing_but_what_is_served(served: Served, path: str) -> None:
    """Sent as it is: a client would tidy it up."""
    status, body = await sent(served, f"GET {path} HTTP/1.1\r\nHost: {urlsplit(served.url).netloc}\r\n")
    assert status in (400, 404)
    assert "root:" not in body
    assert "import click" not in body


@pytest.mark.parametrize("host", ["[", "]", "a/b", "a b", "\xff", "x" * 5000, ""])
@pytest.mark.parametrize("path", ["/", "/nothing", "/api/nothing", "/api/games/", "/m/abcdefghijkl"])
async def test_a_strange_host_harms_nobody(served: Served, host: str, path: str) -> None:
    status, _ = await sent(served, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n")
    assert status < 500


async def test_strange_methods_and_queries_are_refused_with_a_sentence(served: Served) -> None:
    async with asking(served) as client:
        match = await paired(client)
        for path in (
            f"/api/matches/{match.id}?since=-1",
            f"/api/matches/{match.id}?since=1e999",
            f"/api/matches/{match.id}?since=1&since=2",
            f"/api/matches/{match.id}?sinse=1",
            "/api/puzzles?level=9",
            "/api/games/quad?options=size%3D999999999999",
            "/api/games/quad?options=" + "size%3D4," * 40,
            "/api/games/quad/position?position=%00",
        ):
            answer = await client.get(path)
            assert answer.status_code == 400, path
            assert answer.json()["error"]
        for method in ("DELETE", "PUT", "PATCH"):
            answer = await client.request(method, f"/api/matches/{match.id}")
            assert answer.status_code == 405
            assert answer.json()["error"] == "this address takes GET, HEAD"
            assert answer.headers["Allow"] == "GET, HEAD"


def test_nothing_of_it_is_logged_as_trouble(served: Served) -> None:
    assert served.lines
    assert {line["level"] for line in served.lines} == {"info"}


async def sent(served: Served, head: str) -> tuple[int, str]:
    parts = urlsplit(served.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write((head + "Connection: close\r\n\r\n").encode("latin-1"))
    answer = (await asyncio.wait_for(reader.read(), PATIENCE)).decode("utf-8", "replace")
    writer.close()
    return int(answer.split(" ", 2)[1]), answer.partition("\r\n\r\n")[2]
