"""A server to talk to: a real one in a process of its own, or one inside the test that can be looked into."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeAlias

import httpx

from squarely.serving.listening import bind_socket
from squarely.web.http.limits import Limits
from squarely.web.http.server import App, Server
from squarely.web.http.sockets import SocketConfig
from squarely.web.storage import open_journal
from tests import patience

PATIENCE = patience.PATIENCE
COMMAND = str(Path(sys.executable).parent / "squarely")
# Of a server that many clients of one address may ask anything.
ANYTHING = [f"--limit={each.name}=1000000" for each in fields(Limits) if each.name.endswith("_address")]

Json: TypeAlias = dict[str, Any]


class Served:
    """`squarely serve` with a data folder of its own."""

    def __init__(self, folder: Path, *arguments: str, database: str = "", **variables: str) -> None:
        self._log = folder / "server.log"
        url = database or f"sqlite:///{folder}/matches.db"
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [COMMAND, "serve", "--port=0", f"--database={url}", "--log=info", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **variables},
            )
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert " at http://" in first, first + self.log
        self.url = first.split()[-1]

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    @property
    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.log.splitlines()]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


class House:
    def __init__(self, app: App, url: str, server: Server) -> None:
        self.app, self.url, self.server = app, url, server

    @property
    def connections(self) -> list[Any]:
        return list(self.server.server_state.connections)

    def figure(self, name: str, **labels: str) -> float:
        return self.app.metrics.registry.get_sample_value(f"squarely_{name}", labels) or 0


@asynccontextmanager
async def house(
    database: str,
    limits: Limits | None = None,
    origins: Sequence[str] = (),
    proxies: Sequence[str] = (),
    send_buffer: int = 0,
    host_names: frozenset[str] | None = None,
) -> AsyncIterator[House]:
    """A server inside the test, on a free port, as `squarely serve` would start it."""
    app = App(open_journal(database), limits, origins, host_names)
    listening = bind_socket("127.0.0.1", 0)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    async with app.open():
        server = Server(SocketConfig(app.asgi, app.limits, proxies), app)
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.001)
        yield House(app, f"http://127.0.0.1:{listening.getsockname()[1]}", server)
        server.should_exit = True
        await asyncio.wait_for(serving, PATIENCE)


@asynccontextmanager
async def asking(server: Served | House) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, trust_env=False) as client:
        yield client
