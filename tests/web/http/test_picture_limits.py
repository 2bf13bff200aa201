"""Pictures are drawn once for each scene, beside the server, and not too many for one address."""

from pathlib import Path
from typing import Any

import pytest

from squarely.web.http import page_routes
from tests.web.serving import asking, house

pytestmark = pytest.mark.anyio


async def test_a_scene_is_drawn_once_and_one_address_has_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_routes, "_PER_MINUTE", 2)
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        drawn: list[Any] = []

        async def draw(question: Any, scene: Any) -> bytes:
            drawn.append((question.__name__, scene.title))
            return b"picture"

        monkeypatch.setattr(here.app.workers, "ask", draw)
        for _ in range(3):
            for game in ("quad", "center"):
                answer = await client.get(f"/pictures/games/{game}.png")
                assert (answer.status_code, answer.content) == (200, b"picture")
        assert drawn == [("draw_link", "Capture Square"), ("draw_link", "Capture Square")]
        refused = await client.get("/pictures/games/numbers.png")
        assert refused.status_code == 429
        assert refused.text.startswith("too many pictures from your address")
        assert int(refused.headers["Retry-After"]) > 0
        assert (await client.get("/pictures/games/quad.png")).status_code == 200
