"""The running server: its socket, its signals, and a stop that loses nothing."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

import uvicorn

from squarely.command_line.printing import echo
from squarely.serving import connections
from squarely.web.http.app import App
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import log_to_standard_error
from squarely.web.http.page_routes import TriedGame
from squarely.web.http.sockets import SocketConfig
from squarely.web.storage import open_journal

_SWITCHING = 0.0002  # seconds that the thread which writes waits for its turn, once for every statement
_SELDOM = 100  # a full garbage collection holds up everybody: ten times as seldom as with Python's own 10
_ANYWHERE = ("0.0.0.0", "::")
_STOPPING = 4.5  # seconds after which a server that was told to stop ends, whatever it waits for

log = logging.getLogger("squarely.web")


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
    log_to_standard_error(level)
    _be_prompt()
    _allow_many_files()
    app = App(open_journal(database), limits, origins, host_names, TriedGame(tried) if tried else None)
    config = SocketConfig(app.asgi, limits, proxies)

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
