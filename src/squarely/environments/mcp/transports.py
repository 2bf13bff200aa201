"""How the server is reached: on standard input and output, or over HTTP."""

from typing import Any

import anyio

from squarely.command_line.printing import echo
from squarely.environments.mcp.server import build_server
from squarely.environments.mcp.tokens import VARIABLE, TokenCheck, find_token
from squarely.serving.connection_limits import Server, ServerConfig
from squarely.serving.host_names import HostCheck, is_loopback, list_host_names
from squarely.serving.server_socket import bind_socket

_BODY = 64 * 1024  # bytes of a request
_HERE = ("127.0.0.1", "localhost", "::1")


def serve_on_standard_streams() -> None:
    """Serve whoever has started this process, until they close its input."""
    build_server().run("stdio")


def serve_over_http(host: str, port: int, may_ask_models: bool = False) -> None:
    """Serve at an address until told to stop. No session is kept: everything is in the arguments of the tools.

    Beyond this machine a token is needed; it is made here where the environment has none.
    """
    token, is_new = find_token(is_needed=not is_loopback(host))
    listening = bind_socket(host, port)
    app: Any = build_server(may_ask_models=may_ask_models).streamable_http_app(
        host=host if host in _HERE else "", stateless_http=True, json_response=True, max_request_body_size=_BODY
    )
    app = HostCheck(TokenCheck(app, token) if token else app, list_host_names(host, ()))
    named = f"[{host}]" if ":" in host else host
    if is_new:
        echo(f"Whoever calls shows this token: Authorization: Bearer {token}")
        echo(f"It is made anew at every start; {VARIABLE} sets one that stays.")
    echo(f"Squarely speaks MCP at http://{named}:{listening.getsockname()[1]}/mcp")
    anyio.run(Server(ServerConfig(app, ws="none", log_level="warning")).serve, [listening])
