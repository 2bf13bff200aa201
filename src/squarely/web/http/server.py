"""The running server: its socket, its signals, and a stop that loses nothing."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvicorn
import websockets  # noqa: F401, uvicorn needs it, and says so too late
from starlette.types import ASGIApp

from squarely.command_line.printing import echo
from squarely.serving import connection_limits
from squarely.serving.server_socket import BACKLOG
from squarely.web.http import logs
from squarely.web.http.app import App
from squarely.web.http.limits import Limits
from squarely.web.http.rate_limits import MESSAGE
from squarely.web.http.socket_frames import SocketSettings
from squarely.web.http.tried_game import TriedGame
from squarely.web.storage import open_journal

_SWITCHING = 0.0002  # seconds that the thread which writes waits for its turn, once for every statement
_SELDOM = 100  # a full garbage collection holds up everybody: ten times as seldom as with Python's own 10
_ANYWHERE = ("0.0.0.0", "::")


class Server(connection_limits.Server):
    """Uvicorn, with a farewell before it closes its sockets, and an orderly end on SIGTERM and SIGINT."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told to; a second time, at once."""
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for number in signals:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is in flight, say so, then close."""
        await self._app.say_farewell()
        await asyncio.sleep(0)  # let the farewells leave
        await super().shutdown(sockets)


def make_settings(asgi: ASGIApp, limits: Limits | None = None, proxies: Sequence[str] = ()) -> SocketSettings:
    """How uvicorn runs an application here."""
    return SocketSettings(
        asgi,
        limits or Limits(),
        proxies=proxies,
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        lifespan="off",
        log_config=None,
        backlog=BACKLOG,
    )


def run(
    listening: socket.socket,
    database: str,
    limits: Limits,
    origins: Sequence[str],
    proxies: Sequence[str],
    host_names: frozenset[str] | None,
    level: str,
    tried: Path | None = None,
) -> int:
    """Serve until told to stop; `tried` is for a game that is being tried. The exit code."""
    logs.log_to_standard_error(level)
    _be_prompt()
    _allow_many_files()
    app = App(open_journal(database), limits, origins, host_names, TriedGame(tried) if tried else None)
    config = make_settings(app.asgi, limits, proxies)

    async def serve() -> None:
        async with app.open():
            host, port = listening.getsockname()[:2]
            echo(f"Squarely is at http://{'localhost' if host in _ANYWHERE else _bracket_host(host)}:{port}")
            if host in _ANYWHERE:
                echo(f"Others in your network find it at http://{socket.gethostname()}:{port}")
            echo("Ctrl-C stops it; matches are kept.")
            await Server(config, app).serve([listening])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())
    return 0


def _be_prompt() -> None:
    """Let the interpreter itself hold up nobody's move for long."""
    sys.setswitchinterval(_SWITCHING)
    gc.freeze()  # what is loaded by now stays, and need not be collected
    gc.set_threshold(*gc.get_threshold()[:2], _SELDOM)


def _allow_many_files() -> None:
    """Every socket is an open file, and a shell allows fewer than the system does."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # then it stays as it was
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _bracket_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
