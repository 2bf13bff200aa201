"""A client that plays a match through the tools of `squarely mcp`: python examples/mcp_client.py quad"""

import asyncio
import sys
from typing import Any

from mcp import Client, StdioServerParameters


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers, as data."""
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise SystemExit(str(result.content))
    return dict(result.structured_content or {})


async def main(game: str) -> None:
    """Play a match as the first side."""
    async with Client(StdioServerParameters(command="squarely", args=["mcp"])) as client:
        match = await call(client, "start_match", game=game, opponent="level:3", training=True)
        seat = {"match_id": match["match_id"], "seat_token": match["seat_token"]}
        while not match["over"]:
            truth = await call(client, "ask_values", **seat)  # a model would think here instead
            match = await call(client, "move", **seat, move=truth["moves"][0]["move"])
        print(match["board"])
        print(" ".join(match["moves"]))
        print(match["winner"], "wins:", match["reason"])


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "quad"))
