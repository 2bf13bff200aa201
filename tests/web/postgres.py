"""A PostgreSQL of the tests' own, gone afterwards, however they end; and a proxy before it that can swallow all."""

import asyncio
import os
import shlex
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path
from uuid import uuid4

_FAST = "-c fsync=off -c full_page_writes=off -c max_connections=40 -c shared_buffers=16MB"

# It runs one command line after the other. When nobody can send any more, it stops the server and removes the folder;
# nobody may be there to be answered, either.
_KEEPER = """
trap '' PIPE
folder=$(mktemp -d -t squarely-postgresql-XXXXXX) && cd "$folder" && echo "$folder"
while read -r line; do eval "$line" < /dev/null >> commands 2>&1; echo $? 2> /dev/null; done
"$0"/pg_ctl -D data -m immediate stop > /dev/null 2>&1
cd / && rm -rf "$folder"
"""


class PostgreSQL:
    """A database server. It is kept by a shell in a session of its own, which outlives whoever tests, but not for long.

    Not by root, which PostgreSQL refuses, but by the user `postgres`.
    """

    def __init__(self) -> None:
        import psycopg  # where there is none, no server is started

        self._connect = psycopg.connect
        # In Debian its programs are not on the path.
        found = shutil.which("initdb") or max(glob("/usr/lib/postgresql/*/bin/initdb"), default="")
        assert found, "these tests need a PostgreSQL server: install it with apt-get install postgresql"
        self._programs = Path(found).parent
        user = "postgres" if os.getuid() == 0 else None
        self._keeper = subprocess.Popen(
            ["sh", "-c", _KEEPER, self._programs],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            user=user,
            group=user,
            extra_groups=[] if user else None,
            text=True,
            bufsize=1,
            start_new_session=True,
        )
        assert self._keeper.stdin
        assert self._keeper.stdout
        self._lines, self._answers = self._keeper.stdin, self._keeper.stdout
        self.folder = Path(self._answers.readline().strip())
        self._run("initdb", "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8")
        self.port = free_port()
        self.start()

    def start(self) -> None:
        told = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 {_FAST}"
        self._run("pg_ctl", "-l", "log", "-w", "-o", told, "start")

    def stop(self, mode: str = "fast") -> None:
        """End it; `immediate` is how a crash looks."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self._keeper.communicate()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new(self) -> str:
        name = f"squarely_{uuid4().hex}"
        with self._connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        self._lines.write(shlex.join([str(self._programs / program), "-D", "data", *arguments]) + "\n")
        done = self._answers.readline()
        assert done == "0\n", f"{program}: {(self.folder / 'commands').read_text()}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Proxy:
    """Passes everything on, or nothing. A connection that has once been swallowed stays so, as behind a lost route."""

    def __init__(self, port: int) -> None:
        self.swallows = False
        self.lost = 0  # connections, which stay so
        self.port = 0
        self._to = port

    def stands_before(self, url: str) -> str:
        """The address of a database, by way of this."""
        return url.replace(f":{self._to}/", f":{self.port}/")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        lost = asyncio.Event()
        try:
            await asyncio.gather(self._pass(reader, far_writer, lost), self._pass(far_reader, writer, lost))
        finally:
            writer.transport.abort()
            far_writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: asyncio.Event) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self.swallows and not lost.is_set():
                    lost.set()
                    self.lost += 1
                if not lost.is_set():
                    writer.write(data)
                    await writer.drain()
            if not lost.is_set():  # an end is swallowed as well
                writer.close()


@contextmanager
def proxy(port: int) -> Iterator[Proxy]:
    """Such a proxy for this port, on a port of its own and in a thread of its own, so that nothing else holds it up."""
    between, stop, ready = Proxy(port), threading.Event(), threading.Event()

    async def serve() -> None:
        server = await asyncio.start_server(between.serve, "127.0.0.1", 0)
        between.port = server.sockets[0].getsockname()[1]
        ready.set()
        await asyncio.to_thread(stop.wait)
        server.close()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield between
    finally:
        stop.set()
        thread.join()
