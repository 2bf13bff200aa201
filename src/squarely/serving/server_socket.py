"""Where a server listens."""

import socket

from squarely.core.errors import BadOption

BACKLOG = 2048  # those who connect at once, and wait


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; BadOption says why there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(*found[:3])  # with the protocol: asyncio sends small answers at once for TCP alone
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
        listening.listen(BACKLOG)  # whoever is quick with the printed address waits, and is not turned away
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "that is no name of a host"
        raise BadOption(f"{host}, port {port} cannot be listened on: {why}; try another --port") from None
    return listening
