"""Servers and databases for the tests of the web room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.postgres import PostgreSQL
from tests.web.serving import Served

LIMITED = ("matches", "sockets", "connections", "messages", "requests", "questions", "acts")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A database server, started once for each process that tests."""
    server = PostgreSQL()
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server in a process of its own, with limits that no test of many clients runs into."""
    folder = tmp_path_factory.mktemp("served")
    limits = [f"--limit={each}_per_address=100000" for each in LIMITED]
    with Served(folder, *limits) as server:
        yield server


@pytest.fixture(scope="module")
def base(served: Served) -> str:
    """The address of that server."""
    return served.url
