"""The application: routes, what every answer carries, and what is started and stopped with the server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from squarely.core.errors import SquarelyError
from squarely.serving.listening import HostCheck
from squarely.web.http.endpoints import ENDPOINTS, ApiEndpoint
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Health, Metrics
from squarely.web.http.middleware import Dressed, RateLimited, read_allowed_origin
from squarely.web.http.page_routes import PageRoutes, TriedGame, make_missing_page
from squarely.web.http.responses import make_json, make_problem, refuse
from squarely.web.http.sockets import Sockets
from squarely.web.http.static_files import make_static_routes
from squarely.web.match.room_services import RoomServices
from squarely.web.match.rooms import Expiry, Rooms
from squarely.web.match.service import Service
from squarely.web.match.stored_match import forget_usual_starts, shorten_matches
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
        self.workers = WorkerPool(on_wait=self.metrics.wait_seconds.observe)
        self.metrics.count_waiting = self.workers.count_waiting
        self.journal = journal
        self.health = Health(journal)
        self.rooms = Rooms(RoomServices(journal, self.workers, self.limits, self.metrics))
        self.service = Service(self.rooms, self.workers, self.limits, self.metrics)
        self.sockets = Sockets(self.rooms, self.limits, origins)
        answering = Starlette(
            routes=[
                *(Route(each.path, self._endpoint(each), methods=[each.method]) for each in ENDPOINTS),
                WebSocketRoute("/api/socket", self.sockets.serve),
                Route("/api/openapi.json", self._serve_description),
                Route("/healthz", self._serve_health),
                Route("/metrics", self._serve_metrics),
                *PageRoutes(self.service).routes,
                *([tried.route] if tried else ()),
                *make_static_routes(),
            ],
            middleware=[
                *_allow_origins(origins),
                Middleware(GZipMiddleware, minimum_size=1000, compresslevel=_COMPRESSION),
                Middleware(RateLimited, most=self.limits.requests_per_address),
            ],
            exception_handlers={404: _answer_missing, 405: _answer_wrong_method, Exception: _answer_defect},
        )
        self.asgi = Dressed(HostCheck(answering, host_names), self.metrics, bool(origins))

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
                call = await endpoint.read_call(request)
                given = await endpoint.answer(self.service, call)
            except SquarelyError as error:
                return refuse(error)
            if not isinstance(given, str):
                return make_json(given, endpoint.status)
            kind, suffix = ("application/json", "json") if call.query.form == "json" else ("text/plain", "match")
            name = f'attachment; filename="{call.match}.{suffix}"'
            return Response(given, headers={"Content-Disposition": name}, media_type=kind)

        return answer

    async def _serve_health(self, _: Request) -> Response:
        trouble = await self.health.find_trouble()
        return make_problem(503, "unavailable", trouble, 1) if trouble else PlainTextResponse("ok\n")

    async def _serve_description(self, _: Request) -> Response:
        return make_json(build_description())

    async def _serve_metrics(self, _: Request) -> Response:
        return Response(self.metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _allow_origins(origins: Sequence[str]) -> list[Middleware]:
    """What lets pages of these origins ask as our own do; nothing where there are none."""
    if not origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=[read_allowed_origin(each) for each in origins],
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After", "Content-Disposition"],
        )
    ]


async def _answer_missing(request: Request, _: Exception | None) -> Response:
    """There is nothing at this address: JSON for programs, a page for people."""
    if request.url.path.startswith("/api/"):
        return make_problem(404, "not_found", "there is nothing at this address; /api/openapi.json lists what there is")
    return make_missing_page(request, "There is no page at this address.")


async def _answer_wrong_method(_: Request, error: Exception) -> Response:
    """This address takes something else."""
    given = error.headers if isinstance(error, HTTPException) else None
    allowed = ", ".join(sorted((given or {}).get("Allow", "").split(", ")))
    return make_problem(405, "method_not_allowed", f"this address takes {allowed}", headers={"Allow": allowed})


async def _answer_defect(_: Request, __: Exception) -> Response:
    """Whatever went wrong is ours, and is logged."""
    return make_problem(500, "server_error", "something went wrong on the server; it has been noted")
