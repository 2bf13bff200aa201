"""Where a server listens, and the names that it answers to.

A page of a stranger can have its own name point at this machine, and its browser would then take us for that page. So
where only this machine is meant to be listened to, a request names this machine, or what whoever runs the server has
named. An address in numbers points where it says, and cannot be lent like that.
"""

import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from squarely.core.errors import BadOption

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_NAME = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
BACKLOG = 2048  # connections that wait to be accepted


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; BadOption says why there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(*found[:3])  # with the protocol: asyncio sends small answers at once for TCP alone
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
        listening.listen(BACKLOG)  # early clients wait in the backlog
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "that is no name of a host"
        raise BadOption(f"{host}, port {port} cannot be listened on: {why}; try another --port") from None
    return listening


def read_address(host: str) -> IPv4Address | IPv6Address | None:
    """An address in numbers; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    address = read_address(host)
    return address.is_loopback if address else host.lower() == "localhost"


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

    def __init__(self, app: "ASGIApp", names: frozenset[str] | None) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Refuse other host names with 421."""
        from starlette.responses import JSONResponse  # where something is served, it is there

        if self._names is None or scope["type"] == "lifespan" or self._is_ours(scope):
            await self._app(scope, receive, send)
            return
        says = "this server does not go by that name; whoever runs it can name it: --host-name NAME"
        await JSONResponse({"error": says, "code": "wrong_host"}, 421)(scope, receive, send)

    def _is_ours(self, scope: "Scope") -> bool:
        given = next((value for name, value in scope["headers"] if name == b"host"), b"")
        host = read_host(given.decode("latin-1"))
        if not given or host == "localhost" or (self._names and host in self._names):
            return True  # a client without one is no browser
        return read_address(host) is not None
