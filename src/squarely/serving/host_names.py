"""The names that a server answers to.

A page of a stranger can have its own name point at this machine, and its browser would then take us for that page. So
where only this machine is meant to be listened to, a request names this machine, or what whoever runs the server has
named. An address in numbers points where it says, and cannot be lent like that.
"""

import json
import re
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from ipaddress import ip_address
from typing import Any

from squarely.core.errors import BadOption

_App = Callable[[Any, Any, Callable[[MutableMapping[str, Any]], Awaitable[None]]], Awaitable[None]]
_NAME = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def list_host_names(listening: str, named: Sequence[str], behind_proxy: bool = False) -> frozenset[str] | None:
    """The names to answer to; None for any: beyond this machine, and behind a proxy, unless some are named."""
    if not named and (behind_proxy or not is_loopback(listening)):
        return None
    for name in named:
        if not _NAME.fullmatch(name):
            raise BadOption(f"{name!r} is no name of a host; one is written games.example.org, without a port")
    return frozenset({*map(str.lower, named), listening.lower()})


def read_host(header: str) -> str:
    """The name in a header, without its port."""
    header = header.strip().lower()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    name, _, port = header.rpartition(":")
    return (name if name and port.isdigit() else header).removesuffix(".")


class HostCheck:
    """Passes on what is meant for one of these names, requests and sockets alike; all of it where there are none."""

    def __init__(self, app: _App, names: frozenset[str] | None) -> None:
        self._app = app
        self._names = names

    async def __call__(
        self, scope: Any, receive: Any, send: Callable[[MutableMapping[str, Any]], Awaitable[None]]
    ) -> None:
        """Refuse with 421 what names somebody else."""
        if self._names is None or scope["type"] == "lifespan" or self._is_ours(scope):
            await self._app(scope, receive, send)
            return
        says = "this server does not go by that name; whoever runs it can name it: --host-name NAME"
        body = json.dumps({"error": says, "code": "wrong_host"}).encode()
        kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": f"{kind}.start", "status": 421, "headers": headers})
        await send({"type": f"{kind}.body", "body": body})

    def _is_ours(self, scope: Any) -> bool:
        given = next((value for name, value in scope["headers"] if name == b"host"), b"")
        host = read_host(given.decode("latin-1"))
        if not given or host == "localhost" or (self._names and host in self._names):
            return True  # whoever names none is no browser
        try:
            ip_address(host)
        except ValueError:
            return False
        return True
