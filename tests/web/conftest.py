"""Servers and databases for the tests of the web room."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from squarely.web.workers.pool import WorkerPool
from tests.web.postgres import PostgreSQL
from tests.web.serving import ANYTHING, House, Served, asking, house
from tests.web.visiting import Begun, paired


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A database server, started once for each process that tests."""
    server = PostgreSQL()
    yield server
    server.remove()


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, file: str) -> str:
    if request.param == "sqlite":
        return file
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new()


@pytest.fixture(autouse=True)
def _sleepy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker processes of a server inside a test are started at the first question, not before."""
    monkeypatch.setattr(WorkerPool, "wake", lambda _: None)


@pytest.fixture
async def here(file: str) -> AsyncIterator[House]:
    async with house(file) as inside:
        yield inside


@pytest.fixture
async def client(here: House) -> AsyncIterator[httpx.AsyncClient]:
    async with asking(here) as asked:
        yield asked


@pytest.fixture
async def pair(client: httpx.AsyncClient) -> Begun:
    return await paired(client)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server, once for each process that tests, with limits that no test of many clients runs into."""
    with Served(tmp_path_factory.mktemp("served"), *ANYTHING) as server:
        yield server


@pytest.fixture(scope="session")
def base(served: Served) -> str:
    return served.url


@pytest.fixture
async def remote(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with asking(served) as asked:
        yield asked
