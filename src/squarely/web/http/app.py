"""The application: routes, what every answer carries, and what is started and stopped with the server."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from math import ceil

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from squarely.core.errors import SquarelyError, UnknownGame
from squarely.core.game import Game
from squarely.web.http import pages
from squarely.web.http.endpoints import ENDPOINTS, ApiEndpoint, Call
from squarely.web.http.error_responses import describe_error
from squarely.web.http.headers import HeadersMiddleware
from squarely.web.http.health import Health
from squarely.web.http.metrics import Metrics
from squarely.web.http.origins import read_allowed_origin
from squarely.web.http.rate_limits import BODY, Limits
from squarely.web.http.sockets import Sockets
from squarely.web.match.room_services import RoomServices
from squarely.web.match.rooms import Rooms
from squarely.web.match.service import Service
from squarely.web.match.stored_match import load_game
from squarely.web.protocol.messages import Bye, Incoming, MatchId, Problem
from squarely.web.protocol.openapi import build_description
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Journal
from squarely.web.workers.pool import WorkerPool

log = logging.getLogger("squarely.web")

_BACK_IN = 2.0  # seconds after which clients of a stopped server try again
_HOUR, _DAY = 3600.0, 86400.0


class App:
    """One server process: what it consists of, and the Starlette application around it."""

    def __init__(self, journal: Journal, limits: Limits | None = None, origins: Sequence[str] = ()) -> None:
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.workers = WorkerPool()
        self.journal = journal
        self.health = Health(journal)
        self.rooms = Rooms(RoomServices(journal, self.workers, self.limits, self.metrics))
        self.service = Service(self.rooms, self.workers, self.limits, self.metrics)
        self.sockets = Sockets(self.rooms, self.limits, origins)
        self.asgi = Starlette(
            routes=[
                *(Route(each.path, self._endpoint(each), methods=[each.method]) for each in ENDPOINTS),
                WebSocketRoute("/api/socket", self.sockets.serve),
                Route("/api/openapi.json", _serve_description),
                Route("/healthz", self._serve_health),
                Route("/metrics", self._serve_metrics),
                Route("/", _make_page_route(lambda request: pages.render_home(str(request.url)))),
                Route("/puzzles", _make_page_route(lambda request: pages.render_puzzles(str(request.url)))),
                Route(
                    "/games/{game}",
                    _make_page_route(lambda request: pages.render_game(_find_game(request), str(request.url))),
                ),
                Route(
                    "/atlas/{game}",
                    _make_page_route(lambda request: pages.render_atlas(_find_game(request), str(request.url))),
                ),
                Route("/m/{match}", self._serve_match_page),
                Mount("/static/review", StaticFiles(packages=[("squarely.review", "browser")])),
                Mount("/static", StaticFiles(packages=[("squarely.web.browser", "static")])),
            ],
            middleware=[
                Middleware(HeadersMiddleware, metrics=self.metrics),
                *_allow_origins(origins),
                Middleware(GZipMiddleware, minimum_size=1000),
            ],
            exception_handlers={404: _answer_missing, 405: _wrong_method},
        )

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
        self.workers.wake()
        janitor = asyncio.create_task(self._expire())
        try:
            yield
        finally:
            janitor.cancel()
            await self.workers.close()
            await asyncio.to_thread(self.journal.close)

    async def _expire(self) -> None:
        """Forget idle matches, now and then."""
        while True:
            before = time.time() - self.limits.idle_days * _DAY
            with contextlib.suppress(Refusal):
                while gone := await self.rooms.services.keep(partial(match_rows.expire, before=before)):
                    log.info("expired", extra={"matches": gone})
            await asyncio.sleep(_HOUR)

    def _endpoint(self, endpoint: ApiEndpoint) -> Callable[[Request], Awaitable[Response]]:
        """The route of an endpoint: validate, do, answer."""

        async def answer(request: Request) -> Response:
            try:
                call = await _read(endpoint, request)
                given = await endpoint.does(self.service, call)
            except UnknownGame as error:
                return make_problem(404, str(error))
            except Refusal as refusal:
                return make_problem(refusal.status, str(refusal), refusal.wait)
            except SquarelyError as error:
                return make_problem(400, str(error))
            if isinstance(given, str):
                return _answer_file(call, given)
            return _answer_json(given, endpoint.status)

        return answer

    async def _serve_health(self, _: Request) -> Response:
        """Whether matches can be kept."""
        trouble = await self.health.find_trouble()
        return make_problem(503, trouble, 1) if trouble else PlainTextResponse("ok\n")

    async def _serve_metrics(self, _: Request) -> Response:
        return PlainTextResponse(self.metrics.render(), media_type="text/plain; version=0.0.4")

    async def _serve_match_page(self, request: Request) -> Response:
        try:
            match = msgspec.convert(request.path_params["match"], MatchId)
            stored = (await self.rooms.open(match)).stored
        except msgspec.ValidationError:
            return await _answer_missing(request, None)
        except Refusal as refusal:
            return HTMLResponse(pages.render_missing(str(request.url), str(refusal)), refusal.status)
        return HTMLResponse(pages.render_match(stored, str(request.url)))


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
        )
    ]


def make_problem(status: int, says: str, wait: float = 0) -> Response:
    """A sentence, with when to try again where waiting helps."""
    headers = {"Retry-After": str(max(1, ceil(wait)))} if status in (429, 503) else {}
    if status == 401:
        headers = {"WWW-Authenticate": "Bearer"}
    return _answer_json(Problem(says), status, headers)


def _answer_json(given: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    told = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(given), status, told, "application/json")


def _answer_file(call: Call, text: str) -> Response:
    """A record to download."""
    kind, suffix = ("application/json", "json") if call.query.form == "json" else ("text/plain", "match")
    name = f'attachment; filename="{call.match}.{suffix}"'
    return Response(text, 200, {"Content-Disposition": name, "Cache-Control": "no-store"}, kind)


async def _read(endpoint: ApiEndpoint, request: Request) -> Call:
    """The request, if its path, query, secret and body are what the endpoint takes."""
    query = _read_query(endpoint, request)
    call = Call(request, query, None)
    if "match" in request.path_params:
        try:
            msgspec.convert(call.match, MatchId)
        except msgspec.ValidationError:
            raise Refusal("unknown", "there is no such match") from None
    if endpoint.signed and not call.secret:
        raise Refusal("unsigned", "say who you are: Authorization: Bearer SECRET, the secret of your seat")
    if endpoint.takes is None:
        return call
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json", "send JSON, with Content-Type: application/json")
    body = await _read_body(request)
    with _explain_invalid(endpoint.takes):
        return Call(request, query, msgspec.json.decode(body, type=endpoint.takes))


def _read_query(endpoint: ApiEndpoint, request: Request) -> object:
    given = request.query_params.multi_items()
    if len(dict(given)) != len(given):
        raise Refusal("illegal", "something is asked for twice in the address")
    with _explain_invalid(endpoint.query):
        return msgspec.convert(dict(given), endpoint.query, strict=False)


async def _read_body(request: Request) -> bytes:
    """The body, read no further than the limit."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY:
                raise Refusal("too_large", f"a request has at most {BODY} bytes")
    except ClientDisconnect:
        raise Refusal("illegal", "the request was cut short") from None
    return bytes(body)


@contextlib.contextmanager
def _explain_invalid(wanted: type[Incoming]) -> Iterator[None]:
    """What is not as it is wanted is refused with the reason."""
    try:
        yield
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("illegal", describe_error(error, wanted)) from None


def _make_page_route(made: Callable[[Request], str]) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        try:
            return HTMLResponse(made(request))
        except UnknownGame as error:
            return HTMLResponse(pages.render_missing(str(request.url), str(error)), 404)

    return page


def _find_game(request: Request) -> Game:
    return load_game(request.path_params["game"], "")


async def _answer_missing(request: Request, _: Exception | None) -> Response:
    if request.url.path.startswith("/api/"):
        return make_problem(404, "there is nothing at this address; /api/openapi.json lists what there is")
    return HTMLResponse(pages.render_missing(str(request.url), "There is no page at this address."), 404)


async def _wrong_method(_: Request, error: Exception) -> Response:
    given = error.headers if isinstance(error, HTTPException) else None
    allowed = ", ".join(sorted((given or {}).get("Allow", "").split(", ")))
    return _answer_json(Problem(f"this address takes {allowed}"), 405, {"Allow": allowed})


async def _serve_description(_: Request) -> Response:
    return _answer_json(build_description())
