"""What makes no sense is answered in words that a person understands, and with a code that a program does."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from squarely.web.http.limits import Limits
from squarely.web.http.rate_limits import BODY
from squarely.web.protocol.messages import ProblemCode
from squarely.web.protocol.openapi import build_description
from tests.web.serving import Served, asking, house
from tests.web.visiting import acted, begin, paired

pytestmark = pytest.mark.anyio

NEW = {"game": "quad", "opponent": "link"}


@pytest.mark.parametrize(
    ("body", "field", "says"),
    [
        (NEW | {"position": "x" * 201}, "position", "position has at most 200 characters"),
        (
            NEW | {"opponent": "chess"},
            "opponent",
            "opponent is here, link, explore, random, perfect, or level:1 to level:9",
        ),
        (NEW | {"side": "third"}, "side", "side is first or second"),
        (NEW | {"seconds": 4}, "seconds", "seconds is at least 5"),
        (NEW | {"seconds": 86401}, "seconds", "seconds is at most 86400"),
        (NEW | {"seconds": 5.5}, "seconds", "seconds is a whole number"),
        (NEW | {"name": 7}, "name", "name is text"),
        (NEW | {"naem": "Ann"}, "naem", "there is no field naem; is it misspelt?"),
        ({"game": "quad"}, "opponent", "opponent is missing"),
        ([], "", "what is sent is an object"),
    ],
)
async def test_what_is_wrong_with_a_body(served: Served, body: Any, field: str, says: str) -> None:
    async with asking(served) as client:
        answer = await client.post("/api/matches", json=body)
        assert answer.status_code == 400
        assert answer.json() == {"error": says, "code": "invalid"} | ({"field": field} if field else {})


@pytest.mark.parametrize("body", [b"", b"{", b'{"game": "\xff"}', b"[" * 3000, b"game=quad"])
async def test_what_is_no_json(served: Served, body: bytes) -> None:
    async with asking(served) as client:
        answer = await client.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
        code = "invalid" if body.startswith(b"[") else "not_json"
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert "`" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/api/puzzles?level=9", 400, "level is at most 5"),
        ("/api/puzzles?level=hard", 400, "level is a whole number"),
        ("/api/games/quad/position", 400, "position is missing"),
        ("/api/games/quad?size=5", 400, "there is no field size; is it misspelt?"),
        ("/api/matches/short", 404, "there is no such match"),
    ],
)
async def test_what_is_wrong_with_an_address(served: Served, path: str, status: int, says: str) -> None:
    async with asking(served) as client:
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, says)


async def test_every_code(served: Served, tmp_path: Path) -> None:
    """Each is met on the way that a client meets it, but for those of databases, time and defects."""
    met: dict[str, int] = {}
    async with asking(served) as client:
        match, other = await paired(client), await begin(client, "quad", "here")
        turns = f"/api/matches/{match.id}/turns"
        json_type = {"Content-Type": "application/json"}
        for answer in (
            await client.get("/api/puzzles?level=9"),
            await client.get("/api/games/quad?options=sizes=4"),
            await client.get("/api/games/quad/position?position=nonsense"),
            await client.post("/api/matches", json=NEW | {"name": "\x1b[2J"}),
            await acted(client, match.id, match.first, 1, "move", move="nonsense"),
            await acted(client, match.id, match.first, 1, "undo"),
            await client.get("/api/games/quad/atlas"),
            await client.post(turns, content=b"{", headers=json_type | {"Authorization": "Bearer x"}),
            await client.post(turns, json={"turn": 1, "act": "resign"}),
            await acted(client, match.id, other.first, 1, "move", move="up 1"),
            await client.get(f"/api/matches/{match.id}/truth"),
            await client.get("/api/games/chess"),
            await client.get("/api/matches/AAAAAAAAAAAA"),
            await client.get("/api/nothing"),
            await client.delete("/api/games"),
            await acted(client, match.id, match.first, 9, "resign"),
            await client.post("/api/matches", content=b" " * (BODY + 1), headers=json_type),
        ):
            told = answer.json()
            assert told["error"]
            met[told["code"]] = answer.status_code
        plain = await client.post("/api/matches", content=b"game=quad")
        assert (plain.status_code, plain.json()["code"]) == (415, "not_json")
    few = Limits(requests_per_address=1)
    async with house(f"sqlite:///{tmp_path}/a.db", few, host_names=frozenset()) as here, asking(here) as client:
        misdirected = await client.get("/", headers={"Host": "evil.example"})
        met[misdirected.json()["code"]] = misdirected.status_code
        too_many = [await client.get("/api/games") for _ in range(2)][1]
        met[too_many.json()["code"]] = too_many.status_code
    assert met == {
        "invalid": 400, "bad_option": 400, "bad_position": 400, "bad_player": 400, "illegal_move": 400,
        "illegal_act": 400, "not_solved": 400, "not_json": 400, "no_secret": 401, "not_your_seat": 403,
        "truth_closed": 403, "unknown_game": 404, "unknown_match": 404, "not_found": 404, "method_not_allowed": 405,
        "stale_turn": 409, "too_large": 413, "wrong_host": 421, "rate_limited": 429,
    }  # fmt: skip
    assert {*get_args(ProblemCode)} - {*met} == {"too_slow", "server_error", "unavailable"}


async def test_a_defect_is_answered_like_everything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def break_down(*_: object) -> None:
        raise ZeroDivisionError

    async with house(f"sqlite:///{tmp_path}/a.db") as here, asking(here) as client:
        monkeypatch.setattr(here.app.service, "games", break_down)
        answer = await client.get("/api/games")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_documentation_and_the_description_list_every_code() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\d, ]+ \| `(\w+)` \|", page, re.MULTILINE)
    assert sorted(rows) == sorted(get_args(ProblemCode))
    described = build_description()["components"]["schemas"]["Problem"]["properties"]["code"]
    assert sorted(described["enum"]) == sorted(get_args(ProblemCode))
