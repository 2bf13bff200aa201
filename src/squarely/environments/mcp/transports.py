"""How the server is reached: on standard input and output, or over HTTP."""

import anyio

from squarely.command_line.printing import echo
from squarely.environments.mcp.server import build_server
from squarely.serving.connection_limits import Server, ServerConfig
from squarely.serving.server_socket import bind_socket

_BODY = 64 * 1024  # bytes of a request
_HERE = ("127.0.0.1", "localhost", "::1")


def serve_on_standard_streams() -> None:
    """Serve whoever has started this process, until they close its input."""
    build_server().run("stdio")


def serve_over_http(host: str, port: int) -> None:
    """Serve at an address until told to stop. No session is kept: everything is in the arguments of the tools."""
    listening = bind_socket(host, port)
    app = build_server().streamable_http_app(
        host=host if host in _HERE else "", stateless_http=True, json_response=True, max_request_body_size=_BODY
    )
    named = f"[{host}]" if ":" in host else host
    echo(f"Squarely speaks MCP at http://{named}:{listening.getsockname()[1]}/mcp")
    anyio.run(Server(ServerConfig(app, ws="none", log_level="warning")).serve, [listening])
