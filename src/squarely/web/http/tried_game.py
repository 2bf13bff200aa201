"""For a game whose rules are being written: pages ask whether they are still right, and what is wrong with them."""

from pathlib import Path
from secrets import token_hex

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from squarely.web.browser.site_files import load_site

_SCRIPT = "site/tried_game.js"


class TriedState(msgspec.Struct):
    """What a page is told: another token means other rules; trouble is a sentence about what was saved since."""

    token: str
    trouble: str


class TriedGame:
    """The rules that this process has loaded, and a file in which whoever watches them says what is wrong."""

    def __init__(self, trouble: Path) -> None:
        self._trouble = trouble
        self._token = token_hex(8)
        load_site().put_on_every_page(_SCRIPT)

    @property
    def routes(self) -> list[Route]:
        """Where pages ask."""
        return [Route("/api/tried", self._serve)]

    async def _serve(self, _: Request) -> Response:
        try:
            trouble = self._trouble.read_text(encoding="utf-8").strip()
        except OSError:
            trouble = ""
        body = msgspec.json.encode(TriedState(self._token, trouble))
        return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")
