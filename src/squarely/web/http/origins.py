"""Where a page comes from, as its browser says: nothing that can be spelt in two ways."""

from typing import NamedTuple
from urllib.parse import urlsplit

from squarely.core.errors import BadOption

_PORTS = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """Scheme, host and port."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        """As a browser writes it: without a port that is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + (f":{self.port}" if self.port != _PORTS[self.scheme] else "")


def parse_origin(url: str) -> Origin | None:
    """The origin that this is the address of; None if it is none."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return Origin(parts.scheme, parts.hostname, port) if parts.hostname else None


def read_allowed_origin(url: str) -> Origin:
    """An origin that whoever runs the server has named."""
    origin = parse_origin(url)
    if origin is None:
        raise BadOption(f"{url!r} is no origin; one is written https://HOST or http://HOST:PORT")
    return origin
