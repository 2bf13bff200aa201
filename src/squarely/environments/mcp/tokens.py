"""The token of a server that others can reach: whoever calls a tool shows it."""

import hmac
import json
import os
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from typing import Any

from squarely.core.errors import BadOption
from squarely.play.seat_secrets import mint_secret

VARIABLE = "SQUARELY_MCP_TOKEN"
_SHORTEST = 16  # characters of one that nobody guesses

_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def find_token(is_needed: bool) -> tuple[str, bool]:
    """The token in the environment, or a new one where one is needed; and whether it is new."""
    token = os.environ.get(VARIABLE, "")
    if token and (len(token) < _SHORTEST or not (token.isascii() and token.isprintable() and " " not in token)):
        raise BadOption(f"{VARIABLE} is no secret: it has at least {_SHORTEST} letters, figures and signs, no blanks")
    return (mint_secret(), True) if is_needed and not token else (token, False)


class TokenCheck:
    """Passes on what comes with the token, as `Authorization: Bearer TOKEN`; compared in constant time."""

    def __init__(self, app: Callable[[Any, Any, _Send], Awaitable[None]], token: str) -> None:
        self._app = app
        self._digest = _digest(token.encode())

    async def __call__(self, scope: Any, receive: Any, send: _Send) -> None:
        """Refuse with 401 whoever does not have it."""
        if scope["type"] != "http" or self._is_shown(scope):
            await self._app(scope, receive, send)
            return
        says = "show the token of this server: Authorization: Bearer TOKEN; whoever runs it knows it"
        body = json.dumps({"error": says, "code": "no_token"}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"www-authenticate", b"Bearer"),
        ]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _is_shown(self, scope: Any) -> bool:
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        kind, _, token = given.partition(b" ")
        return hmac.compare_digest(_digest(token.strip()), self._digest) and kind.lower() == b"bearer"


def _digest(token: bytes) -> bytes:
    return sha256(token).digest()
