"""What makes no sense is answered in words that a person understands, whatever field it is in."""

from typing import Any

import pytest

from tests.web.serving import Served, asking

pytestmark = pytest.mark.anyio

NEW = {"game": "quad", "opponent": "link"}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (NEW | {"position": "x" * 201}, "position has at most 200 characters"),
        (NEW | {"opponent": "chess"}, "opponent is here, link, explore, random, perfect, or level:1 to level:9"),
        (NEW | {"side": "third"}, "side is first or second"),
        (NEW | {"seconds": 4}, "seconds is at least 5"),
        (NEW | {"seconds": 86401}, "seconds is at most 86400"),
        (NEW | {"seconds": 5.5}, "seconds is a whole number"),
        (NEW | {"name": 7}, "name is text"),
        (NEW | {"naem": "Ann"}, "there is no field naem; is it misspelt?"),
        ({"game": "quad"}, "opponent is missing"),
        ([], "what is sent is an object"),
    ],
)
async def test_what_is_wrong_with_a_body(served: Served, body: Any, says: str) -> None:
    async with asking(served) as client:
        answer = await client.post("/api/matches", json=body)
        assert (answer.status_code, answer.json()["error"]) == (400, says)


@pytest.mark.parametrize("body", [b"", b"{", b'{"game": "\xff"}', b"[" * 3000, b"game=quad"])
async def test_what_is_no_json(served: Served, body: bytes) -> None:
    async with asking(served) as client:
        answer = await client.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
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
