"""The running server: what it consists of, its routes, its signals, and a stop that loses nothing."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from types import FrameType

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from squarely.command_line.printing import echo
from squarely.serving import connections
from squarely.serving.listening import HostCheck
from squarely.web.http import pages
from squarely.web.http.endpoints import ENDPOINTS
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Health, Metrics, log_to_standard_error
from squarely.web.http.middleware import Dressed, RateLimited, read_allowed_origin
from squarely.web.http.page_routes import PageRoutes, TriedGame, make_missing_page
from squarely.web.http.responses import make_json, make_problem
from squarely.web.http.sockets import SocketConfig, Sockets
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
_SWITCHING = 0.0002  # seconds that the thread which writes waits for its turn, once for every statement
_SELDOM = 100  # a full garbage collection holds up everybody: ten times as seldom as with Python's own 10
_ANYWHERE = ("0.0.0.0", "::")
_STOPPING = 4.5  # seconds after which a server that was told to stop ends, whatever it waits for

log = logging.getLogger("squarely.web")


class App:
    """One server process: what it consists of, and the Starlette application around it."""

    def __init__(
        self,
        journal: Journal,
        limits: Limits | None = None,
        origins: Sequence[str] = (),
        host_names: frozenset[str] | None = None,
        tried: Path | None = None,  # for a game that is being tried
    ) -> None:
        self.limits, self.journal, self.tried = limits or Limits(), journal, TriedGame(tried) if tried else None
        self.metrics, self.health = Metrics(), Health(journal)
        self.workers = WorkerPool(on_wait=self.metrics.worker_wait.observe)
        self.metrics.worker_queue.set_function(self.workers.count_waiting)
        self.rooms = Rooms(RoomServices(journal, self.workers, self.limits, self.metrics))
        self.service = Service(self.rooms)
        allowed = [read_allowed_origin(each) for each in origins]
        pages_of_others = Middleware(
            CORSMiddleware,
            allow_origins=allowed,
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After", "Content-Disposition"],
        )
        answering = Starlette(
            routes=[
                *(each.make_route(self.service) for each in ENDPOINTS),
                WebSocketRoute("/api/socket", Sockets(self.rooms, self.limits, allowed).serve),
                Route("/api/openapi.json", self._serve_description),
                Route("/healthz", self._serve_health),
                Route("/metrics", self._serve_metrics),
                *PageRoutes(self.service).routes,
                *([self.tried.route] if self.tried else ()),
            ],
            middleware=[
                *([pages_of_others] if allowed else []),
                Middleware(GZipMiddleware, minimum_size=1000, compresslevel=_COMPRESSION),
                Middleware(RateLimited, most=self.limits.requests_per_address),
            ],
            exception_handlers={404: _answer_error, 405: _answer_error, Exception: _answer_error},
        )
        self.asgi = Dressed(HostCheck(answering, host_names), self.metrics, bool(origins))

    async def say_farewell(self) -> None:
        """Answer no more questions, finish the moves in flight, then tell every socket that the server stops."""
        await self.workers.close()
        if not await self.rooms.settle():
            self.journal.give_up()
            await self.rooms.settle()  # clients that wait are answered before they are cut off
        self.rooms.tell_all(msgspec.json.encode(Bye("the server stops for a moment; your match is kept", _BACK_IN)))

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open the database; at the end finish what is to be kept, and close it."""
        loop = asyncio.get_running_loop()

        def hear(match: str, turn: int) -> None:
            loop.call_soon_threadsafe(self.rooms.hear, match, turn)

        self.journal.open(hear)
        if self.tried:
            await self.journal.run(shorten_matches)
        self.workers.wake()
        janitor = asyncio.create_task(Expiry(self.rooms.services).run())
        menu = asyncio.create_task(asyncio.to_thread(pages.write_menu))  # solves small games: not between two moves
        try:
            yield
        finally:
            janitor.cancel()
            await menu
            await self.workers.close()
            if self.tried:
                await self.journal.run(forget_usual_starts)
            await asyncio.to_thread(self.journal.close)

    async def _serve_health(self, _: Request) -> Response:
        trouble = await self.health.find_trouble()
        return make_problem(503, "unavailable", trouble, 1) if trouble else PlainTextResponse("ok\n")

    async def _serve_description(self, _: Request) -> Response:
        return make_json(build_description())

    async def _serve_metrics(self, _: Request) -> Response:
        return Response(self.metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _answer_error(request: Request, error: Exception) -> Response:
    """Nothing is at this address, it takes something else, or the error is ours, which is logged."""
    if not isinstance(error, HTTPException):
        return make_problem(500, "server_error", "something went wrong on the server; it has been noted")
    if error.status_code == 405:
        allowed = ", ".join(sorted((error.headers or {}).get("Allow", "").split(", ")))
        return make_problem(405, "method_not_allowed", f"this address takes {allowed}", headers={"Allow": allowed})
    if request.url.path.startswith("/api/"):
        return make_problem(404, "not_found", "there is nothing at this address; /api/openapi.json lists what there is")
    return make_missing_page(request, "There is no page at this address.")


class Server(connections.Server):
    """Uvicorn, with a farewell before it closes its sockets, and an orderly end on SIGTERM and SIGINT."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told to; a second time, at once."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.handle_exit, number, None)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, in time: what was not committed by then was not acknowledged."""
        if not self.should_exit:
            deadline = threading.Timer(_STOPPING, end_at_once)
            deadline.daemon = True
            deadline.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is in flight, say so, then close."""
        await self._app.say_farewell()
        await asyncio.sleep(0)  # let the farewells leave
        await super().shutdown(sockets)


def end_at_once() -> None:
    """End this process; its workers and connections end with it."""
    log.warning("stopped before everything was closed")
    os._exit(0)


def run(app: App, listening: socket.socket, proxies: Sequence[str], level: str) -> None:
    """Serve until told to stop."""
    log_to_standard_error(level)
    _be_prompt()
    config = SocketConfig(app.asgi, app.limits, proxies)

    async def serve() -> None:
        async with app.open():
            host, port = listening.getsockname()[:2]
            named = "localhost" if host in _ANYWHERE else f"[{host}]" if ":" in host else host
            echo(f"Squarely is at http://{named}:{port}")
            if host in _ANYWHERE:
                echo(f"Others in your network find it at http://{socket.gethostname()}:{port}")
            echo("Ctrl-C stops it; matches are kept.")
            await Server(config, app).serve([listening])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())


def _be_prompt() -> None:
    """Let neither the interpreter hold up a move for long, nor the files that a shell allows turn a socket away."""
    sys.setswitchinterval(_SWITCHING)
    gc.freeze()  # what is loaded by now stays, and need not be collected
    gc.set_threshold(*gc.get_threshold()[:2], _SELDOM)
    with contextlib.suppress(ImportError, OSError, ValueError):  # then it stays as it was
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
