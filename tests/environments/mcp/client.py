"""The official client, connected to our server in each of the ways there are."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal, NamedTuple

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

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


@contextmanager
def serving_over_http(desk: Desk, *args: str, **environment: str) -> Iterator[str]:
    """What the command says once it serves; the address comes last."""
    process = desk.started("mcp", "--http", "--port", "0", *args, **environment)
    try:
        yield read_until(process, rb"/mcp\n").decode()
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
        assert b"Traceback" not in errors


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
    with serving_over_http(desk, **environment) as said:
        async with Client(said.split()[-1], mode=mode) as client:
            yield Model(client)
