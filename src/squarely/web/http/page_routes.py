"""Where the pages and their pictures are, what is kept of them, and what a page is told that is not there."""

import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256
from math import ceil
from pathlib import Path
from secrets import token_hex
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from squarely.core.errors import SquarelyError
from squarely.web.browser.site_files import load_site
from squarely.web.http import pages
from squarely.web.http.pages import Page
from squarely.web.http.query_strings import AskPuzzle
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.http.responses import make_json
from squarely.web.http.static_files import ASK_AGAIN, FOREVER, answer_cached, answer_zipped
from squarely.web.match.service import Service
from squarely.web.match.stored_match import load_game
from squarely.web.pictures.link_picture import Scene, draw_link
from squarely.web.protocol.messages import MatchId
from squarely.web.protocol.refusals import Refusal

_PAGES = 64  # that are kept, zipped
_PICTURES = 128  # that are kept, of about 60 KB
_PER_MINUTE = 60  # pictures drawn for one address
_PATIENCE = 0.5  # seconds for what a page may come without
_NOT_THERE = (SquarelyError, msgspec.ValidationError)

_Describe: TypeAlias = Callable[[Request], Awaitable[Page]]
_Answer: TypeAlias = Callable[[Request], Awaitable[Response]]


class PageRoutes:
    """The pages of one server, each made and zipped once, whatever follows the question mark of its address.

    A picture is drawn once, beside the server, and not too many for one address.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._pages: OrderedDict[str, tuple[str, bytes, bytes]] = OrderedDict()  # tag, plain, zipped
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._drawn = RateLimiter(_PER_MINUTE, 60)

    @property
    def routes(self) -> list[Route]:
        """Each page and each picture, by its address."""
        described: dict[str, _Describe] = {
            "/": self._describe_home,
            "/puzzles": self._describe_puzzles,
            "/games/{game}": self._describe_game,
            "/atlas/{game}": self._describe_atlas,
            "/m/{match}": self._describe_match,
        }
        served = [Route(path, self._serve_page(describe)) for path, describe in described.items()]
        for path, describe in {**described, "/puzzles": self._describe_puzzle}.items():
            served.append(Route(f"/pictures/{path.strip('/') or 'home'}.png", self._serve_picture(describe)))
        return [*served, Route("/me", self._serve_page(self._describe_me))]

    async def _describe_home(self, _: Request) -> Page:
        return pages.describe_home(await self._service.games(), await self._service.example(_PATIENCE))

    async def _describe_me(self, _: Request) -> Page:
        return pages.ME

    async def _describe_puzzles(self, _: Request) -> Page:
        return pages.describe_puzzles(await self._service.games())

    async def _describe_puzzle(self, request: Request) -> Page:
        """With the picture of the puzzle that the address means; of all puzzles where it means none."""
        page = await self._describe_puzzles(request)
        query = {name: value for name, value in request.query_params.items() if name in ("game", "level", "seed")}
        if "seed" not in query:
            return page
        asked = msgspec.convert(query, AskPuzzle, strict=False)
        return page._replace(scene=pages.show_puzzle(await self._service.puzzle(asked)))

    async def _describe_game(self, request: Request) -> Page:
        return pages.describe_game(load_game(request.path_params["game"], ""))

    async def _describe_atlas(self, request: Request) -> Page:
        return pages.describe_atlas(load_game(request.path_params["game"], ""))

    async def _describe_match(self, request: Request) -> Page:
        room = await self._service.rooms.open(msgspec.convert(request.path_params["match"], MatchId))
        return pages.describe_match(room.stored, room.message(0))

    def _serve_page(self, describe: _Describe) -> _Answer:
        async def serve(request: Request) -> Response:
            """A page that is the same for everybody: a browser that has it is told whether it has changed."""
            base, path, query = str(request.base_url).rstrip("/"), request.url.path, ""
            if path == "/puzzles" and "seed" in request.query_params:  # it has a picture of its own
                query = f"?{request.url.query}"
            found, keep = self._pages.pop(base + path + query, None), not query
            if found is None:
                try:
                    page = await describe(request)
                except _NOT_THERE as error:
                    return make_missing_page(request, *_explain(error))
                plain = page.render(base, path, query).encode()
                keep = keep and page.is_whole
                if page.is_live:
                    return HTMLResponse(plain, headers={"Cache-Control": "no-store"})
                found = sha256(plain).hexdigest()[:12], plain, gzip.compress(plain, mtime=0)
            if keep:
                self._pages[base + path] = found
                if len(self._pages) > _PAGES:
                    self._pages.popitem(last=False)
            tag, plain, zipped = found
            return answer_cached(request, answer_zipped(request, plain, zipped, "text/html"), tag, ASK_AGAIN)

        return serve

    def _serve_picture(self, describe: _Describe) -> _Answer:
        async def serve(request: Request) -> Response:
            try:
                scene = (await describe(request)).scene
                assert scene
                picture = await self._draw(scene)
            except _NOT_THERE as error:
                says, status = _explain(error)
                headers = {"Retry-After": str(max(1, ceil(getattr(error, "wait", 0))))} if status in (429, 503) else {}
                return PlainTextResponse(f"{says}\n", status, {"Cache-Control": "no-store", **headers})
            is_exact = request.query_params.get("v") == scene.hash
            # A picture is for pages of others, which no other answer of ours is.
            answer = Response(picture, headers={"Cross-Origin-Resource-Policy": "cross-origin"}, media_type="image/png")
            return answer_cached(request, answer, scene.hash, FOREVER if is_exact else ASK_AGAIN)

        return serve

    async def _draw(self, scene: Scene) -> bytes:
        """The picture of a scene, drawn in a process beside this one unless it is kept."""
        key = scene.hash
        if key not in self._pictures:
            self._drawn.check("pictures")
            self._pictures[key] = await self._service.thinking.ask(draw_link, scene)
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]


def _explain(error: Exception) -> tuple[str, int]:
    """What is said where something is not there, and the status."""
    if isinstance(error, msgspec.ValidationError):
        return "There is no page at this address.", 404
    return str(error), error.status if isinstance(error, Refusal) else 404


def make_missing_page(request: Request, says: str, status: int = 404) -> Response:
    """A page that says what is not there."""
    page = pages.describe_missing(says).render(str(request.base_url).rstrip("/"), request.url.path)
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})


class TriedGame:
    """A game whose rules are being written: pages ask whether they are still right, and what is wrong with them."""

    def __init__(self, trouble: Path) -> None:
        """`trouble` is a file in which whoever watches the rules says what is wrong."""
        self._trouble = trouble
        self._token = token_hex(8)  # another token means other rules
        self.route = Route("/api/tried", self._serve)
        load_site().put_on_every_page("site/tried_game.js")

    async def _serve(self, _: Request) -> Response:
        trouble = self._trouble.read_text(encoding="utf-8").strip() if self._trouble.exists() else ""
        return make_json({"token": self._token, "trouble": trouble})
