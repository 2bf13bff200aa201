"""What everything goes through, requests and upgrades alike: a rate limit, headers, a log line, a count."""

import asyncio
import logging
import re
import time
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from squarely.core.errors import BadOption
from squarely.serving.connections import subnet_key
from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import RateLimiter, asker
from squarely.web.http.responses import make_problem

log = logging.getLogger("squarely.web")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a link to a match is known to those who were given it
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",  # unless an answer says how long it may be kept
}
_MINUTE = 60.0  # seconds that requests are counted over
_PART = 16 * 1024  # bytes of an answer that count as a request
_LATE = 1.0  # seconds after which a client is answered that has asked for too much
_STATUSES = {"websocket.accept": 101, "websocket.close": 403}
_PORTS = {"http": 80, "https": 443}


class Dressed:
    """Around everything: headers that keep the page safe, a log line, a count. Says for whom something is done."""

    def __init__(self, app: ASGIApp, metrics: Metrics, depends_on_origin: bool = False) -> None:
        self._app, self._metrics, self._depends_on_origin = app, metrics, depends_on_origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, and note the answer: of a socket, how it begins."""
        begun, address, status = time.perf_counter(), (scope.get("client") or ("",))[0], 0
        asker.set(subnet_key(address))
        given = MutableHeaders(raw=scope["headers"])  # of which what may be zipped is all that anything here asks
        given["accept-encoding"] = "gzip" if accepts_gzip(",".join(given.getlist("accept-encoding"))) else ""
        scope["headers"] = given.raw

        def note(answered: int) -> None:
            nonlocal status
            status, seconds = answered, time.perf_counter() - begun
            route = getattr(scope.get("route"), "path", "other")  # the pattern: matches share one counter
            self._metrics.count_request(route, status, seconds)
            said = {"method": scope.get("method", "GET"), "path": scope["path"], "status": status}
            log.info("request", extra={**said, "ms": round(1000 * seconds, 1), "address": address})

        async def dressed(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if self._depends_on_origin and "origin" not in headers.get("vary", "").lower():
                    headers.add_vary_header("Origin")
            if not status and (answered := message.get("status") or _STATUSES.get(message["type"])):
                note(answered)
            await send(message)

        try:
            await self._app(scope, receive, dressed)
        finally:
            if not status:
                note(500)


class RateLimited:
    """One token bucket by address for requests and upgrades, with a token more for every part of a large answer.

    Of one address one request begins at a time, with everybody else's turn in between.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._bucket = RateLimiter(most, _MINUTE)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, or say when it may come again: late, so that asking on costs next to nothing."""
        address = asker.get()
        await self._take_turn(address)
        if self._bucket.take(address):
            await asyncio.sleep(_LATE)
            await self._take_turn(address)  # again: those that came together wake together
            wait = max(1.0, self._bucket.find_wait(address))
            says = f"too many requests from your address; try again in {wait:.0f} seconds"
            await make_problem(429, "rate_limited", says, wait)(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            self._bucket.charge(address, len(message.get("body", b"")) // _PART)
            await send(message)

        await self._app(scope, receive, counted)

    async def _take_turn(self, address: str) -> None:
        async with self._turns.setdefault(address, asyncio.Lock()):
            await asyncio.sleep(0)


def accepts_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` allows gzip: named, or else by `*`, and not with a weight of 0."""
    weights = dict(re.findall(r"([\w*-]+)(?:\s*;\s*q=(\d(?:\.\d*)?))?", accepted.lower()))
    return float(weights.get("gzip", weights.get("*", "0")) or 1) > 0


def parse_origin(url: str) -> str | None:
    """The origin of an address as browsers write it: in small letters, without the usual port; None if it has none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.scheme not in _PORTS:
        return None
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != _PORTS[parts.scheme] else "")


def read_allowed_origin(url: str) -> str:
    """An origin that the operator has named."""
    if origin := parse_origin(url):
        return origin
    raise BadOption(f"{url!r} is no origin; one is written https://HOST or http://HOST:PORT")
