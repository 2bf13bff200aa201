"""A model at a server in the same process."""

from collections.abc import AsyncIterator

import pytest
from mcp import Client

from squarely.environments.mcp.matches import Matches
from squarely.environments.mcp.server import build_server
from tests.environments.mcp.client import Model


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def kept() -> Matches:
    return Matches()


@pytest.fixture
async def model(kept: Matches) -> AsyncIterator[Model]:
    async with Client(build_server(kept)) as client:
        yield Model(client)
