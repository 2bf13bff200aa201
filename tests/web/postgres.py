"""A PostgreSQL of the tests' own: in a temporary folder, on a free port, gone afterwards."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from uuid import uuid4

_FAST = "-c fsync=off -c full_page_writes=off -c max_connections=40 -c shared_buffers=16MB"


class PostgreSQL:
    """A database server. Not started by root, which it refuses, but by the user `postgres`."""

    def __init__(self) -> None:
        import psycopg  # first: where there is none, as in a quick run, no server is started

        self._connect = psycopg.connect
        self._programs = _programs()
        self._folder = folder = Path(tempfile.mkdtemp(prefix="squarely-postgresql-"))
        self._data = folder / "data"
        self.port = free_port()
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8")

    def start(self) -> None:
        told = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 {_FAST}"
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self._folder / "log"), "-w", "-o", told, "start")

    def stop(self, mode: str = "fast") -> None:
        """End it; `immediate` is how a crash looks."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", mode, "stop")

    def remove(self) -> None:
        """End it and leave nothing behind."""
        if (self._data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"squarely_{uuid4().hex}"
        with self._connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.getuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        done = subprocess.run(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            capture_output=program == "initdb",
            text=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"{program} failed: {done.stderr or (self._folder / 'log').read_text()}")


def _programs() -> Path:
    """Where the server's programs are: in Debian not on the path."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    raise AssertionError("these tests need a PostgreSQL server: install it with apt-get install postgresql")


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
