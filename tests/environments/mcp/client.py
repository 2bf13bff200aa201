"""The official client, and our server as the real command."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from mcp import Client
from mcp_types import CallToolResult, TextContent

from tests.patience import PATIENCE
from tests.terminal.driving import Desk, read_until


class Said(NamedTuple):
    words: str
    data: dict[str, Any]
    refused: bool


class Model:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> Said:
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        (content,) = result.content
        assert isinstance(content, TextContent)
        return Said(content.text, result.structured_content or {}, bool(result.is_error))

    async def done(self, tool: str, **arguments: Any) -> Said:
        said = await self.call(tool, **arguments)
        assert not said.refused, said.words
        return said

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The words with which a tool refuses."""
        said = await self.call(tool, **arguments)
        assert said.refused, said.words
        return said.words.removeprefix(f"Error executing tool {tool}: ")

    async def start(self, game: str, **arguments: Any) -> tuple[dict[str, str], dict[str, Any]]:
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
