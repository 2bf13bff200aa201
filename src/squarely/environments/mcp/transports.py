"""How the server is reached over HTTP, where a token may be asked for."""

import os
from typing import Any

import anyio
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from squarely.command_line.printing import echo
from squarely.core.errors import BadOption
from squarely.environments.mcp.server import build_server
from squarely.play.seat_secrets import find_holder, hash_secret, mint_secret
from squarely.serving.connections import Server, ServerConfig
from squarely.serving.listening import HostCheck, bind_socket, is_loopback, list_host_names

_BODY = 64 * 1024  # bytes of a request
VARIABLE = "SQUARELY_MCP_TOKEN"
_SHORTEST = 16  # characters of a token that cannot be guessed
_HERE = ("127.0.0.1", "localhost", "::1")


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


def find_token(is_needed: bool) -> tuple[str, bool]:
    """The token in the environment, or a new one where one is needed; and whether it is new."""
    token = os.environ.get(VARIABLE, "")
    if token and (len(token) < _SHORTEST or not (token.isascii() and token.isprintable() and " " not in token)):
        raise BadOption(f"{VARIABLE} is no secret: it has at least {_SHORTEST} letters, figures and signs, no blanks")
    return (mint_secret(), True) if is_needed and not token else (token, False)


class TokenCheck:
    """Passes on what comes with the token, as `Authorization: Bearer TOKEN`; compared in constant time."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._hash = app, hash_secret(token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse with 401 without it."""
        if scope["type"] == "http":
            kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
            if find_holder([self._hash], token.strip()) is None or kind.lower() != "bearer":
                says = "show the token of this server: Authorization: Bearer TOKEN; whoever runs it knows it"
                told = {"error": says, "code": "no_token"}
                await JSONResponse(told, 401, {"WWW-Authenticate": "Bearer"})(scope, receive, send)
                return
        await self._app(scope, receive, send)
