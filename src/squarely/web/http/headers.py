"""What every answer carries: headers that keep the page safe; and what is noted about it: a log line and a count."""

import logging
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from squarely.serving.households import household_of
from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import asker

log = logging.getLogger("squarely.web")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a link to a match is known to those who were given it
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class HeadersMiddleware:
    """Around every HTTP answer."""

    def __init__(self, app: ASGIApp, metrics: Metrics, depends_on_origin: bool = False) -> None:
        self._app = app
        self._metrics = metrics
        self._depends_on_origin = depends_on_origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add headers to the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500
        client = scope.get("client") or ("",)
        asker.set(household_of(client[0]))

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if self._depends_on_origin and "origin" not in headers.get("vary", "").lower():
                    headers.add_vary_header("Origin")
                if scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        try:
            await self._app(scope, receive, dressed)
        finally:
            seconds = time.perf_counter() - begun
            self._metrics.count_request(_find_route(scope), status, seconds)
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "ms": round(1000 * seconds, 1),
                    "address": client[0],
                },
            )


def _find_route(scope: Scope) -> str:
    """The pattern of the path, so that matches are not counted apart."""
    route = scope.get("route")
    return str(getattr(route, "path", "other"))
