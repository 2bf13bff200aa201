"""How the server is reached: on standard input and output, or over HTTP."""

import anyio

from squarely.connections import Server, Settings
from squarely.environments.mcp.server import server
from squarely.listening import bound
from squarely.printing import echo

_BODY = 64 * 1024  # bytes of a request
_HERE = ("127.0.0.1", "localhost", "::1")


def on_standard_streams() -> None:
    """Serve whoever has started this process, until they close its input."""
    server().run("stdio")


def over_http(host: str, port: int) -> None:
    """Serve at an address until told to stop. No session is kept: everything is in the arguments of the tools."""
    listening = bound(host, port)
    app = server().streamable_http_app(
        host=host if host in _HERE else "", stateless_http=True, json_response=True, max_request_body_size=_BODY
    )
    named = f"[{host}]" if ":" in host else host
    echo(f"Squarely speaks MCP at http://{named}:{listening.getsockname()[1]}/mcp")
    anyio.run(Server(Settings(app, ws="none", log_level="warning")).serve, [listening])
