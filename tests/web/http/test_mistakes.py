"""Names and addresses as an intruder writes them, and what makes no sense: sentences for people, codes for programs."""

import re
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from squarely.core.match import record
from squarely.web.http.rate_limits import BODY
from squarely.web.protocol.messages import ProblemCode
from squarely.web.protocol.openapi import build_description
from squarely.web.storage import match_rows
from tests.web.http.flooding import send
from tests.web.serving import House, Served
from tests.web.storage.keeping import match as kept_match
from tests.web.visiting import acted, begin, paired, state

pytestmark = pytest.mark.anyio

NEW = {"game": "quad", "opponent": "link"}
HERE = {"game": "quad", "opponent": "here"}
JSON = {"Content-Type": "application/json"}
HTML = "<img src=x onerror=alert(1)>\"'&"
UNPRINTABLE = ["a\nb", "a\x1b[2Jb", "a\u202eb", "a\u200bb", "\ue000"]
JOINING_NOTHING = ["\u200d", "\u200dAnn", "Ann\u200d", "An\u200d\u200dn", "An \u200cn"]
INVISIBLE = ["\u3164", "\u2800", "\u1160", "\u0301" * 32, "\u3164 \u0301\u2800", "\ufe0f"]
VISIBLE = [
    *("x" * 32, "\U0001f600" * 32, "Zoe\u0308", "名前", "मीरा", "7", "?", "\u3164o"),
    *("\U0001f469\u200d\U0001f680", "\u0645\u06cc\u200c\u0645"),  # joiners of a script
]


async def test_html_in_a_name_or_an_address_is_text_on_a_page_and_itself_in_json(client: httpx.AsyncClient) -> None:
    match = await begin(client, name=HTML, other_name="</title><script>")
    page = (await client.get(f"/m/{match.id}")).text
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;" in page
    assert "</title><script>" not in page
    assert [player["name"] for player in (await state(client, match.id))["players"]] == [HTML, "</title><script>"]
    answer = await client.get(f"/api/matches/{match.id}/record")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    slots = await begin(client, name="{{url}} {{title}}")
    assert "{{url}} {{title}}" in (await client.get(f"/m/{slots.id}")).text, "no slot of the page"
    for path in ("/<script>alert(1)</script>", "/?q=%22><script>alert(1)</script>", "/games/<script>"):
        for headers in ({}, {"Host": 'x"><script>alert(2)</script>'}):
            assert "<script>alert" not in (await client.get(path, headers=headers)).text


async def test_names_that_are_none_are_refused_and_others_are_kept(here: House, client: httpx.AsyncClient) -> None:
    """A record with one can be read again. One that was kept before it was refused is still shown."""
    waiting = await begin(client)
    for names, says in [
        (["x" * 33, "\U0001f600" * 33], "name has at most 32 characters"),
        ([*UNPRINTABLE, *JOINING_NOTHING], "a name is one line of at most 32 printable characters"),
        (INVISIBLE, "that name cannot be seen; a name has a letter, a digit or another sign in it"),
    ]:
        for name in names:
            answer = await client.post("/api/matches", json=HERE | {"other_name": name})
            assert (answer.status_code, answer.json()["error"].removeprefix("other_")) == (400, says), repr(name)
            seat = {"invitation": waiting.invitation, "name": name}
            assert (await client.post(f"/api/matches/{waiting.id}/seat", json=seat)).status_code == 400
    for name, kept_as in [*((name, name) for name in VISIBLE), ("   ", "Player 1")]:
        match = await begin(client, opponent="here", name=name)
        assert (await state(client, match.id))["players"][0]["name"] == kept_as
        for form in ("text", "json"):
            kept = (await client.get(f"/api/matches/{match.id}/record?form={form}")).text
            assert record.read(kept).match.names[0] == kept_as
    row = kept_match(first_name="\u3164", made_at=2e9)
    await here.app.rooms.services.keep(lambda database: match_rows.insert_match(database, row))
    assert (await state(client, row.id))["players"][0]["name"] == "\u3164"


@pytest.mark.slow
async def test_an_address_leads_to_nothing_but_what_is_served(served: Served) -> None:
    """Sent as it is: a client would tidy it up. A strange host harms nobody, and nothing of it is logged as trouble."""
    before = len(served.lines)
    for path in (
        *("/static/../serve.py", "/static/%2e%2e/serve.py", "/static/..%2fserve.py", "/static/..\\serve.py"),
        *("/static//etc/passwd", "/static/%00", "/static/review/../page.py", "/static/" + "a" * 300, "/static/"),
        *("/m/../../etc/passwd", "/m/abcdefghijkl%0a", "/api/matches/..%2f..", "/api/matches/abcdefghijkl%00"),
        *("/api/games/..", "/games/%2e%2e", "/atlas/squarely.web.serve", "/%ff%fe"),
    ):
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        status, *lines = await send(served.url, request.encode())
        assert status.split()[1] in ("400", "404"), path
        assert not re.search("root:|import click", "\n".join(lines)), path
    for host in ("[", "a/b", "a b", "\xff", "x" * 5000, ""):
        for path in ("/", "/api/nothing", "/m/abcdefghijkl"):
            request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            status = (await send(served.url, request.encode("latin-1")))[0]
            assert int(status.split()[1]) < 500, (host, path)
    elsewhere = b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert (await send(served.url, elsewhere))[0].split()[1] == "421", "it does not go by every name"
    assert {line["level"] for line in served.lines[before:]} == {"info"}


async def test_what_is_wrong_is_said(client: httpx.AsyncClient) -> None:
    players = "opponent is here, link, explore, random, perfect, level:1 to level:9, or search:BUDGET up to 2s or 99k"
    for body, field, says in [
        (NEW | {"position": "x" * 201}, "position", "position has at most 200 characters"),
        (NEW | {"opponent": "chess"}, "opponent", players),
        (NEW | {"side": "third"}, "side", "side is first or second"),
        (NEW | {"seconds": 4}, "seconds", "seconds is at least 5"),
        (NEW | {"seconds": 86401}, "seconds", "seconds is at most 86400"),
        (NEW | {"seconds": 5.5}, "seconds", "seconds is a whole number"),
        (NEW | {"name": 7}, "name", "name is text"),
        (NEW | {"naem": "Ann"}, "naem", "there is no field naem; is it misspelt?"),
        ({"game": "quad"}, "opponent", "opponent is missing"),
        ([], "", "what is sent is an object"),
    ]:
        answer = await client.post("/api/matches", json=body)
        told = {"error": says, "code": "invalid"} | ({"field": field} if field else {})
        assert (answer.status_code, answer.json()) == (400, told)
    for content in (b"", b"{", b'{"game": "\xff"}', b"[" * 3000, b"game=quad"):
        answer = await client.post("/api/matches", content=content, headers=JSON)
        code = "invalid" if content.startswith(b"[") else "not_json"
        assert (answer.status_code, answer.json()["code"]) == (400, code), content
    whole = b'{"game": "quad", "opponent": "here"}'
    for size, status in ((BODY, 201), (BODY + 1, 413)):
        answer = await client.post("/api/matches", content=whole.ljust(size), headers=JSON)
        assert answer.status_code == status
    assert answer.json()["error"] == "a request has at most 65536 bytes"
    match = (await paired(client)).id
    for path, says in [
        ("/api/puzzles?level=hard", "level is a whole number"),
        ("/api/games/quad?size=5", "there is no field size; is it misspelt?"),
        (f"/api/matches/{match}?since=1e999", "since makes no sense"),
        (f"/api/matches/{match}?since=1&since=2", "something is asked for twice in the address"),
        ("/api/games/quad?options=size%3D999999999999", ""),
        ("/api/games/quad/position?position=%00", ""),
    ]:
        answer = await client.get(path)
        assert answer.status_code == 400, path
        assert answer.json()["error"] == says or (answer.json()["error"] and not says)
    answer = await client.delete(f"/api/matches/{match}")
    assert (answer.headers["Allow"], answer.json()["error"]) == ("GET, HEAD", "this address takes GET, HEAD")


@pytest.mark.slow
async def test_every_code(here: House, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is met on the way that a client meets it, here or where its cause is tested; and documented."""
    monkeypatch.setattr(here.app.service, "games", None)  # a defect
    match, other = await paired(client), await begin(client, "quad", "here")
    turns = f"/api/matches/{match.id}/turns"
    answers = [
        await client.get("/api/puzzles?level=9"),
        await client.get("/api/games/quad?options=sizes=4"),
        await client.get("/api/games/quad/position?position=nonsense"),
        await client.post("/api/matches", json=NEW | {"name": "\x1b[2J"}),
        await acted(client, match.id, match.first, 1, "move", move="nonsense"),
        await acted(client, match.id, match.first, 1, "undo"),
        await client.get("/api/games/quad/atlas"),
        await client.post(turns, content=b"{", headers=JSON | {"Authorization": "Bearer x"}),
        await client.post(turns, json={"turn": 1, "act": "resign"}),
        await acted(client, match.id, other.first, 1, "move", move="up 1"),
        await client.get(f"/api/matches/{match.id}/truth"),
        await client.get("/api/games/chess"),
        await client.get("/api/matches/AAAAAAAAAAAA"),
        await client.get("/api/nothing"),
        await client.delete("/api/games"),
        await acted(client, match.id, match.first, 9, "resign"),
        await client.post("/api/matches", content=b" " * (BODY + 1), headers=JSON),
        await client.get("/api/games"),
    ]
    assert answers[-1].headers["X-Content-Type-Options"] == "nosniff", "on a defect, too"
    assert all(answer.json()["error"] for answer in answers)
    met = {answer.json()["code"]: answer.status_code for answer in answers}
    assert met == {
        "invalid": 400, "bad_option": 400, "bad_position": 400, "bad_player": 400, "illegal_move": 400,
        "illegal_act": 400, "not_solved": 400, "not_json": 400, "no_secret": 401, "not_your_seat": 403,
        "truth_closed": 403, "unknown_game": 404, "unknown_match": 404, "not_found": 404, "method_not_allowed": 405,
        "stale_turn": 409, "too_large": 413, "server_error": 500,
    }  # fmt: skip
    codes = {*get_args(ProblemCode)}
    assert codes - {*met} == {"too_slow", "wrong_host", "rate_limited", "unavailable"}
    page = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| [\d, ]+ \| `(\w+)` \|", page, re.MULTILINE)} == codes
    described: Any = build_description()["components"]["schemas"]["Problem"]["properties"]["code"]
    assert {*described["enum"]} == codes
