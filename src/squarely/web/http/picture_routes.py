"""Pictures of links over HTTP: drawn beside the server, once for each scene, and not too often for one address."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from math import ceil

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from squarely.core.errors import SquarelyError, UnknownGame
from squarely.web.http import scenes
from squarely.web.http.query_strings import AskPuzzle
from squarely.web.http.rate_limits import RateLimiter, asker
from squarely.web.http.static_files import ASK_AGAIN, FOREVER, answer_cached
from squarely.web.match.service import Service
from squarely.web.match.stored_match import load_game
from squarely.web.pictures.link_picture import draw_link
from squarely.web.pictures.scene import Scene
from squarely.web.protocol.messages import MatchId
from squarely.web.protocol.refusals import Refusal

_KEPT = 128  # pictures, of about 60 KB
_PER_MINUTE = 60  # drawn for one address


class PictureRoutes:
    """The pictures of one server."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawn = RateLimiter(_PER_MINUTE, 60)

    @property
    def routes(self) -> list[Route]:
        """Each picture, by the address of its page."""
        return [
            Route("/pictures/home.png", self._make_route(self._show_home)),
            Route("/pictures/puzzles.png", self._make_route(self._show_puzzle)),
            Route("/pictures/games/{game}.png", self._make_route(self._show_game)),
            Route("/pictures/atlas/{game}.png", self._make_route(self._show_atlas)),
            Route("/pictures/m/{match}.png", self._make_route(self._show_match)),
        ]

    async def _show_home(self, _: Request) -> Scene:
        return scenes.show_home(await self._service.questions.games())

    async def _show_puzzle(self, request: Request) -> Scene:
        """The puzzle that the address means; all puzzles where it means none."""
        query = {name: value for name, value in request.query_params.items() if name in ("game", "level", "seed")}
        if "seed" not in query:
            return scenes.show_puzzles(await self._service.questions.games())
        try:
            asked = msgspec.convert(query, AskPuzzle, strict=False)
        except msgspec.ValidationError:
            raise Refusal("unknown", "there is no such puzzle") from None
        return scenes.show_puzzle(await self._service.questions.puzzle(asker.get(), asked))

    async def _show_game(self, request: Request) -> Scene:
        return scenes.show_game(load_game(request.path_params["game"], ""))

    async def _show_atlas(self, request: Request) -> Scene:
        return scenes.show_atlas(load_game(request.path_params["game"], ""))

    async def _show_match(self, request: Request) -> Scene:
        try:
            match = msgspec.convert(request.path_params["match"], MatchId)
        except msgspec.ValidationError:
            raise Refusal("unknown", "there is no such match") from None
        return scenes.show_match((await self._service.rooms.open(match)).stored)

    def _make_route(self, show: Callable[[Request], Awaitable[Scene]]) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            try:
                scene = await show(request)
                picture = await self._draw(scene)
            except UnknownGame as error:
                return _refuse(404, error)
            except Refusal as refusal:
                return _refuse(refusal.status, refusal, refusal.wait)
            except SquarelyError as error:
                return _refuse(404, error)
            is_exact = request.query_params.get("v") == scene.hash
            # A picture is for pages of others, which no other answer of ours is.
            answer = Response(picture, headers={"Cross-Origin-Resource-Policy": "cross-origin"}, media_type="image/png")
            return answer_cached(request, answer, scene.hash, FOREVER if is_exact else ASK_AGAIN)

        return serve

    async def _draw(self, scene: Scene) -> bytes:
        """The picture of a scene, drawn in a process beside this one unless it is kept."""
        key = scene.hash
        if key not in self._kept:
            self._drawn.check(asker.get(), "pictures")
            self._kept[key] = await self._service.thinking.ask(draw_link, scene)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _refuse(status: int, why: SquarelyError, wait: float = 0) -> Response:
    headers = {"Retry-After": str(max(1, ceil(wait)))} if status in (429, 503) else {}
    return PlainTextResponse(f"{why}\n", status, {"Cache-Control": "no-store", **headers})
