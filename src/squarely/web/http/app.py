"""The application: routes, what every answer carries, and what is started and stopped with the server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from squarely.core.errors import SquarelyError
from squarely.serving.host_names import HostCheck
from squarely.web.http.answers import (
    answer_defect,
    answer_missing,
    answer_wrong_method,
    make_file,
    make_json,
    make_problem,
    refuse,
)
from squarely.web.http.endpoints import ENDPOINTS, ApiEndpoint
from squarely.web.http.headers import HeadersMiddleware
from squarely.web.http.health import Health
from squarely.web.http.installation import make_installation_routes
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Metrics
from squarely.web.http.origins import read_allowed_origin
from squarely.web.http.page_routes import PageRoutes
from squarely.web.http.picture_routes import PictureRoutes
from squarely.web.http.read_request import read_call
from squarely.web.http.request_limits import RequestLimits
from squarely.web.http.sockets import Sockets
from squarely.web.http.static_files import make_static_routes
from squarely.web.http.tried_game import TriedGame
from squarely.web.match.expiry import Expiry
from squarely.web.match.room_services import RoomServices
from squarely.web.match.rooms import Rooms
from squarely.web.match.service import Service
from squarely.web.match.shorten_matches import forget_usual_starts, shorten_matches
from squarely.web.protocol.messages import Bye
from squarely.web.protocol.openapi import build_description
from squarely.web.storage.journal import Journal
from squarely.web.workers.pool import WorkerPool

_BACK_IN = 2.0  # seconds after which clients of a stopped server try again
_COMPRESSION = 5  # three times as fast as Starlette's own 9, and as small but for a twentieth


class App:
    """One server process: what it consists of, and the Starlette application around it."""

    def __init__(
        self,
        journal: Journal,
        limits: Limits | None = None,
        origins: Sequence[str] = (),
        host_names: frozenset[str] | None = None,
        tried: TriedGame | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.tried = tried
        self.metrics = Metrics()
        self.workers = WorkerPool()
        self.journal = journal
        self.health = Health(journal)
        self.rooms = Rooms(RoomServices(journal, self.workers, self.limits, self.metrics))
        self.service = Service(self.rooms, self.workers, self.limits, self.metrics)
        self.sockets = Sockets(self.rooms, self.limits, origins)
        answering = Starlette(
            routes=[
                *(Route(each.path, self._endpoint(each), methods=[each.method]) for each in ENDPOINTS),
                WebSocketRoute("/api/socket", self.sockets.serve),
                Route("/api/openapi.json", _serve_description),
                Route("/healthz", self._serve_health),
                Route("/metrics", self._serve_metrics),
                *PageRoutes(self.service).routes,
                *PictureRoutes(self.service).routes,
                *(tried.routes if tried else ()),
                *make_installation_routes(),
                *make_static_routes(),
            ],
            middleware=[
                *_allow_origins(origins),
                Middleware(GZipMiddleware, minimum_size=1000, compresslevel=_COMPRESSION),
                Middleware(RequestLimits, most=self.limits.requests_per_address),
            ],
            exception_handlers={404: answer_missing, 405: answer_wrong_method, Exception: answer_defect},
        )
        self.asgi = HeadersMiddleware(HostCheck(answering, host_names), self.metrics, bool(origins))

    async def say_farewell(self) -> None:
        """Answer no more questions, finish the moves in flight, then tell every socket that the server stops."""
        await self.workers.close()
        if not await self.rooms.settle():
            self.journal.give_up()
            await self.rooms.settle()  # whoever waits is answered before their connection is cut off
        self.rooms.tell_all(msgspec.json.encode(Bye("the server stops for a moment; your match is kept", _BACK_IN)))

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open the database; at the end finish what is to be kept, and close it."""
        loop = asyncio.get_running_loop()

        def heard(match: str, turn: int) -> None:
            loop.call_soon_threadsafe(self.rooms.hear, match, turn)

        self.journal.open(heard)
        if self.tried:
            await self.journal.run(shorten_matches)
        self.workers.wake()
        janitor = asyncio.create_task(Expiry(self.rooms.services).run())
        try:
            yield
        finally:
            janitor.cancel()
            await self.workers.close()
            if self.tried:
                await self.journal.run(forget_usual_starts)
            await asyncio.to_thread(self.journal.close)

    def _endpoint(self, endpoint: ApiEndpoint) -> Callable[[Request], Awaitable[Response]]:
        """The route of an endpoint: validate, do, answer."""

        async def answer(request: Request) -> Response:
            try:
                call = await read_call(endpoint, request)
                given = await endpoint.does(self.service, call)
            except SquarelyError as error:
                return refuse(error)
            if isinstance(given, str):
                return make_file(call, given)
            return make_json(given, endpoint.status)

        return answer

    async def _serve_health(self, _: Request) -> Response:
        """Whether matches can be kept."""
        trouble = await self.health.find_trouble()
        return make_problem(503, "unavailable", trouble, 1) if trouble else PlainTextResponse("ok\n")

    async def _serve_metrics(self, _: Request) -> Response:
        return PlainTextResponse(self.metrics.render(), media_type="text/plain; version=0.0.4")


def _allow_origins(origins: Sequence[str]) -> list[Middleware]:
    """What lets pages of these origins ask as our own do; nothing where there are none."""
    if not origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=[str(read_allowed_origin(each)) for each in origins],
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After", "Content-Disposition"],
        )
    ]


async def _serve_description(_: Request) -> Response:
    return make_json(build_description())
