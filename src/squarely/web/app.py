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

from squarely.errors import SquarelyError, UnknownGame
from squarely.game import Game
from squarely.web import pages
from squarely.web.api import ENDPOINTS, Call, Endpoint
from squarely.web.complaints import complaint
from squarely.web.envelope import Envelope
from squarely.web.health import Health
from squarely.web.limits import BODY, Limits
from squarely.web.messages import Bye, Incoming, MatchId, Problem
from squarely.web.metrics import Metrics
from squarely.web.openapi import description
from squarely.web.origins import allowed
from squarely.web.proceedings import game_of
from squarely.web.refusals import Refusal
from squarely.web.service import Service
from squarely.web.sockets import Sockets
from squarely.web.storage import matches
from squarely.web.storage.journal import Journal
from squarely.web.tables import Tables
from squarely.web.thinking import Thinking

log = logging.getLogger("squarely.web")

_BACK_IN = 2.0  # seconds after which clients of a stopped server try again
_HOUR, _DAY = 3600.0, 86400.0


class App:
    """One server process: what it consists of, and the Starlette application around it."""

    def __init__(self, journal: Journal, limits: Limits | None = None, origins: Sequence[str] = ()) -> None:
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.thinking = Thinking()
        self.journal = journal
        self.health = Health(journal)
        self.tables = Tables(journal, self.thinking, self.limits, self.metrics)
        self.service = Service(self.tables, self.thinking, self.limits, self.metrics)
        self.sockets = Sockets(self.tables, self.limits, origins)
        self.asgi = Starlette(
            routes=[
                *(Route(each.path, self._endpoint(each), methods=[each.method]) for each in ENDPOINTS),
                WebSocketRoute("/api/socket", self.sockets.serve),
                Route("/api/openapi.json", _described),
                Route("/healthz", self._health),
                Route("/metrics", self._measured),
                Route("/", _page(lambda request: pages.home(str(request.url)))),
                Route("/puzzles", _page(lambda request: pages.puzzles(str(request.url)))),
                Route("/games/{game}", _page(lambda request: pages.game(_game(request), str(request.url)))),
                Route("/atlas/{game}", _page(lambda request: pages.atlas(_game(request), str(request.url)))),
                Route("/m/{match}", self._match_page),
                Mount("/static", StaticFiles(packages=[("squarely.web", "static")])),
            ],
            middleware=[
                Middleware(Envelope, metrics=self.metrics),
                *_open_to(origins),
                Middleware(GZipMiddleware, minimum_size=1000),
            ],
            exception_handlers={404: _missing, 405: _wrong_method},
        )

    async def farewell(self) -> None:
        """Answer no more questions, finish the moves in flight, then tell every socket that the server stops."""
        await self.thinking.close()
        if not await self.tables.settle():
            self.journal.give_up()
            await self.tables.settle()  # whoever waits is answered before their connection is cut off
        self.tables.tell_all(msgspec.json.encode(Bye("the server stops for a moment; your match is kept", _BACK_IN)))

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open the database; at the end finish what is to be kept, and close it."""
        loop = asyncio.get_running_loop()

        def heard(match: str, turn: int) -> None:
            loop.call_soon_threadsafe(self.tables.heard, match, turn)

        self.journal.open(heard)
        self.thinking.wake()
        janitor = asyncio.create_task(self._expire())
        try:
            yield
        finally:
            janitor.cancel()
            await self.thinking.close()
            await asyncio.to_thread(self.journal.close)

    async def _expire(self) -> None:
        """Forget idle matches, now and then."""
        while True:
            before = time.time() - self.limits.idle_days * _DAY
            with contextlib.suppress(Refusal):
                while gone := await self.tables.keep(partial(matches.expire, before=before)):
                    log.info("expired", extra={"matches": gone})
            await asyncio.sleep(_HOUR)

    def _endpoint(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """The route of an endpoint: validate, do, answer."""

        async def answer(request: Request) -> Response:
            try:
                call = await _read(endpoint, request)
                given = await endpoint.does(self.service, call)
            except UnknownGame as error:
                return problem(404, str(error))
            except Refusal as refusal:
                return problem(refusal.status, str(refusal), refusal.wait)
            except SquarelyError as error:
                return problem(400, str(error))
            if isinstance(given, str):
                return _file(call, given)
            return _json(given, endpoint.status)

        return answer

    async def _health(self, _: Request) -> Response:
        """Whether matches can be kept."""
        trouble = await self.health.trouble()
        return problem(503, trouble, 1) if trouble else PlainTextResponse("ok\n")

    async def _measured(self, _: Request) -> Response:
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def _match_page(self, request: Request) -> Response:
        try:
            match = msgspec.convert(request.path_params["match"], MatchId)
            proceedings = (await self.tables.table(match)).proceedings
        except msgspec.ValidationError:
            return await _missing(request, None)
        except Refusal as refusal:
            return HTMLResponse(pages.missing(str(request.url), str(refusal)), refusal.status)
        return HTMLResponse(pages.match(proceedings, str(request.url)))


def _open_to(origins: Sequence[str]) -> list[Middleware]:
    """What lets pages of these origins ask as our own do; nothing where there are none."""
    if not origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=[str(allowed(each)) for each in origins],
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
        )
    ]


def problem(status: int, says: str, wait: float = 0) -> Response:
    """A sentence, with when to try again where waiting helps."""
    headers = {"Retry-After": str(max(1, ceil(wait)))} if status in (429, 503) else {}
    if status == 401:
        headers = {"WWW-Authenticate": "Bearer"}
    return _json(Problem(says), status, headers)


def _json(given: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    told = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(given), status, told, "application/json")


def _file(call: Call, text: str) -> Response:
    """A record to download."""
    kind, suffix = ("application/json", "json") if call.query.form == "json" else ("text/plain", "match")
    name = f'attachment; filename="{call.match}.{suffix}"'
    return Response(text, 200, {"Content-Disposition": name, "Cache-Control": "no-store"}, kind)


async def _read(endpoint: Endpoint, request: Request) -> Call:
    """The request, if its path, query, secret and body are what the endpoint takes."""
    query = _query(endpoint, request)
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
    body = await _body(request)
    with _explained(endpoint.takes):
        return Call(request, query, msgspec.json.decode(body, type=endpoint.takes))


def _query(endpoint: Endpoint, request: Request) -> object:
    given = request.query_params.multi_items()
    if len(dict(given)) != len(given):
        raise Refusal("illegal", "something is asked for twice in the address")
    with _explained(endpoint.query):
        return msgspec.convert(dict(given), endpoint.query, strict=False)


async def _body(request: Request) -> bytes:
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
def _explained(wanted: type[Incoming]) -> Iterator[None]:
    """What is not as it is wanted is refused with the reason."""
    try:
        yield
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("illegal", complaint(error, wanted)) from None


def _page(made: Callable[[Request], str]) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        try:
            return HTMLResponse(made(request))
        except UnknownGame as error:
            return HTMLResponse(pages.missing(str(request.url), str(error)), 404)

    return page


def _game(request: Request) -> Game:
    return game_of(request.path_params["game"], "")


async def _missing(request: Request, _: Exception | None) -> Response:
    if request.url.path.startswith("/api/"):
        return problem(404, "there is nothing at this address; /api/openapi.json lists what there is")
    return HTMLResponse(pages.missing(str(request.url), "There is no page at this address."), 404)


async def _wrong_method(_: Request, error: Exception) -> Response:
    given = error.headers if isinstance(error, HTTPException) else None
    allowed = ", ".join(sorted((given or {}).get("Allow", "").split(", ")))
    return _json(Problem(f"this address takes {allowed}"), 405, {"Allow": allowed})


async def _described(_: Request) -> Response:
    return _json(description())
