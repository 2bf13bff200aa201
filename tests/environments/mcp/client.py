"""The official client, connected to our server in each of the ways there are."""

import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal, NamedTuple

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from squarely.environments.mcp.matches import Matches
from squarely.environments.mcp.server import build_server
from tests.patience import PATIENCE
from tests.terminal.driving import COMMAND, Desk, read_until

TRANSPORTS = ("stdio", "http")


class Said(NamedTuple):
    """What a tool has answered."""

    words: str
    data: dict[str, Any]
    refused: bool


class Model:
    """Whoever calls the tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> Said:
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        (content,) = result.content
        assert isinstance(content, TextContent)
        return Said(content.text, result.structured_content or {}, bool(result.is_error))

    async def done(self, tool: str, **arguments: Any) -> Said:
        """The answer of a tool that must not refuse."""
        said = await self.call(tool, **arguments)
        assert not said.refused, said.words
        return said

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The words with which a tool refuses."""
        said = await self.call(tool, **arguments)
        assert said.refused, said.words
        return said.words.removeprefix(f"Error executing tool {tool}: ")

    async def start(self, game: str, **arguments: Any) -> tuple[dict[str, str], dict[str, Any]]:
        """A new match: what every other tool needs, and the view."""
        said = await self.done("start_match", game=game, **arguments)
        return {"match_id": said.data["match_id"], "seat_token": said.data["seat_token"]}, said.data


@asynccontextmanager
async def connected(
    transport: str, desk: Desk, mode: Literal["auto", "legacy"] = "auto", **environment: str
) -> AsyncIterator[Model]:
    """A model that talks to the real command."""
    if transport == "stdio":
        command = StdioServerParameters(command=COMMAND, args=["mcp"], env=desk.environment(**environment))
        async with Client(command, mode=mode) as client:
            yield Model(client)
        return
    process = desk.started("mcp", "--http", "--port", "0", **environment)
    try:
        printed = await anyio.to_thread.run_sync(read_until, process, rb"/mcp\n")
        async with Client(printed.decode().split()[-1], mode=mode) as client:
            yield Model(client)
    finally:
        ended(process)


def ended(process: subprocess.Popen[bytes]) -> str:
    """Stop a server; what it has said on standard error."""
    process.terminate()
    _, errors = process.communicate(timeout=PATIENCE)
    return errors.decode()


def within(work: Callable[[Model], Awaitable[None]], matches: Matches | None = None) -> None:
    """Work with a server in the same process."""

    async def run() -> None:
        async with Client(build_server(matches)) as client:
            await work(Model(client))

    anyio.run(run)
