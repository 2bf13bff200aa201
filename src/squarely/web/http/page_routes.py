"""Where the pages are, what is kept of them in a browser, and what a page is told that is not there."""

import gzip
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from squarely.core.errors import UnknownGame
from squarely.core.rules.game import Game
from squarely.web.http import pages
from squarely.web.http.pages import Address
from squarely.web.http.static_files import ASK_AGAIN, accepts_gzip, answer_cached
from squarely.web.match.service import Service
from squarely.web.match.stored_match import load_game
from squarely.web.protocol.messages import MatchId
from squarely.web.protocol.refusals import Refusal

_KEPT = 32  # pages, zipped


class PageRoutes:
    """The pages of one server."""

    def __init__(self, service: Service) -> None:
        self._service = service

    @property
    def routes(self) -> list[Route]:
        """Each page, by its address."""
        return [
            Route("/", self._serve_home),
            Route("/puzzles", self._serve_puzzles),
            Route("/games/{game}", _make_game_route(pages.render_game)),
            Route("/atlas/{game}", _make_game_route(pages.render_atlas)),
            Route("/m/{match}", self._serve_match),
        ]

    async def _serve_home(self, request: Request) -> Response:
        return answer_page(request, pages.render_home(find_address(request), await self._service.questions.games()))

    async def _serve_puzzles(self, request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return answer_page(
            request, pages.render_puzzles(find_address(request), await self._service.questions.games(), query)
        )

    async def _serve_match(self, request: Request) -> Response:
        """A match as it stands now: nothing of it is kept, so that going back shows no board of the past."""
        try:
            match = msgspec.convert(request.path_params["match"], MatchId)
            room = await self._service.rooms.open(match)
        except msgspec.ValidationError:
            return make_missing_page(request, "There is no page at this address.")
        except Refusal as refusal:
            return make_missing_page(request, str(refusal), refusal.status)
        page = pages.render_match(room.stored, room.message(0), find_address(request))
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})


def find_address(request: Request) -> Address:
    """The address that was asked for, as whoever asked wrote it."""
    query = f"?{request.url.query}" if request.url.query else ""
    return Address(str(request.base_url), request.url.path + query)


def answer_page(request: Request, page: str) -> Response:
    """A page that is the same for everybody: whoever has it is told whether it has changed."""
    tag, zipped = _zip(page)
    if accepts_gzip(request):
        answer = HTMLResponse(zipped, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
    else:
        answer = HTMLResponse(page)
    return answer_cached(request, answer, tag, ASK_AGAIN)


def make_missing_page(request: Request, says: str, status: int = 404) -> Response:
    """A page that says what is not there."""
    return HTMLResponse(pages.render_missing(find_address(request), says), status)


@lru_cache(maxsize=_KEPT)
def _zip(page: str) -> tuple[str, bytes]:
    """What a page is known by, and the page zipped."""
    return sha256(page.encode()).hexdigest()[:12], gzip.compress(page.encode(), mtime=0)


def _make_game_route(render: Callable[[Game, Address], str]) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        try:
            game = load_game(request.path_params["game"], "")
        except UnknownGame as error:
            return make_missing_page(request, str(error))
        return answer_page(request, render(game, find_address(request)))

    return page
