"""Where pages, their pictures and their files are, how long a browser may keep each, and what is not there."""

import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256
from math import ceil
from pathlib import Path
from secrets import token_hex
from typing import TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from squarely.core.errors import SquarelyError
from squarely.web.browser.site_files import load_site
from squarely.web.http import pages
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.http.responses import make_json
from squarely.web.match.service import Service
from squarely.web.pictures.link_picture import Scene, draw_link
from squarely.web.protocol.refusals import Refusal

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_FOR_AN_HOUR = "max-age=3600"  # those of the version before do no harm
_PAGES = 64  # that are kept, zipped
_PICTURES = 128  # that are kept, of about 60 KB
_PER_MINUTE = 60  # pictures drawn for one address
_NOT_THERE = (SquarelyError, msgspec.ValidationError)

_Answer: TypeAlias = Callable[[Request], Awaitable[Response]]


class PageRoutes:
    """The pages of one server. A picture is drawn once, beside the server, and not too many for one address."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._drawn = RateLimiter(_PER_MINUTE, 60)
        pictured = {**pages.PAGES, "/puzzles": pages.describe_puzzle}
        del pictured["/me"]
        self.routes = [
            *(Route(path, self._serve_page(describe)) for path, describe in pages.PAGES.items()),
            *(
                Route(f"/pictures/{path.strip('/') or 'home'}.png", self._serve_picture(describe))
                for path, describe in pictured.items()
            ),
            Route("/static/{path:path}", _serve_file),
            Route("/manifest.webmanifest", _serve_text(_write_manifest, "application/manifest+json", _FOR_AN_HOUR)),
            # At the root, so that it may answer for every page.
            Route("/service-worker.js", _serve_text(load_site().write_worker, "text/javascript", _FOR_AN_HOUR)),
            Route("/offline", _serve_text(pages.OFFLINE.render, "text/html", _ASK_AGAIN)),
        ]

    def _serve_page(self, describe: pages.Describe) -> _Answer:
        async def serve(request: Request) -> Response:
            """A page that is the same for everybody, whatever follows the question mark of its address.

            A browser that has it is told whether it has changed.
            """
            base, path, query = str(request.base_url).rstrip("/"), request.url.path, ""
            if path == "/puzzles" and "seed" in request.query_params:  # it has a picture of its own
                query = f"?{request.url.query}"
            try:
                page = await describe(self._service, request)
            except _NOT_THERE as error:
                return make_missing_page(request, *_explain(error))
            plain = page.render(base, path, query).encode()
            if page.is_live:
                return HTMLResponse(plain, headers={"Cache-Control": "no-store"})
            return _answer_cached(request, *_zip(plain), plain, "text/html", _ASK_AGAIN)

        return serve

    def _serve_picture(self, describe: pages.Describe) -> _Answer:
        async def serve(request: Request) -> Response:
            try:
                scene = (await describe(self._service, request)).scene
                assert scene
                picture = await self._draw(scene)
            except _NOT_THERE as error:
                says, status = _explain(error)
                headers = {"Retry-After": str(max(1, ceil(getattr(error, "wait", 0))))} if status in (429, 503) else {}
                return PlainTextResponse(f"{says}\n", status, {"Cache-Control": "no-store", **headers})
            cache = _FOREVER if request.query_params.get("v") == scene.hash else _ASK_AGAIN
            answer = _answer_cached(request, scene.hash, None, picture, "image/png", cache)
            answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # for pages of others, as nothing else is
            return answer

        return serve

    async def _draw(self, scene: Scene) -> bytes:
        """The picture of a scene, drawn in a process beside this one unless it is kept."""
        key = scene.hash
        if key not in self._pictures:
            self._drawn.check("pictures")
            self._pictures[key] = await self._service.thinking.ask(draw_link, scene)
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]


@lru_cache(maxsize=_PAGES)
def _zip(plain: bytes) -> tuple[str, bytes]:
    """What a page is known by, and the page zipped."""
    return sha256(plain).hexdigest()[:12], gzip.compress(plain, mtime=0)


def _answer_cached(
    request: Request, tag: str, zipped: bytes | None, plain: bytes, media_type: str, cache: str
) -> Response:
    """What may be kept so long, as it was zipped before where the client takes it so; or that it has not changed."""
    told = {"ETag": f'W/"{tag}"', "Cache-Control": cache}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if f'"{tag}"' in known:
        return Response(status_code=304, headers={**told, "Vary": "Accept-Encoding"})
    if not zipped or request.headers.get("accept-encoding") != "gzip":
        return Response(plain, headers=told, media_type=media_type)
    told |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(zipped, headers=told, media_type=media_type)


def _explain(error: Exception) -> tuple[str, int]:
    """What is said where something is not there, and the status."""
    if isinstance(error, msgspec.ValidationError):
        return "There is no page at this address.", 404
    return str(error), error.status if isinstance(error, Refusal) else 404


def make_missing_page(request: Request, says: str, status: int = 404) -> Response:
    page = pages.Page("site/missing", "Not here – Squarely", says[0].upper() + says[1:])
    rendered = page.render(str(request.base_url).rstrip("/"), request.url.path)
    return HTMLResponse(rendered, status, {"Cache-Control": "no-store"})


async def _serve_file(request: Request) -> Response:
    """A file at the address of this version, for ever; at its bare name, for readers, what it is now.

    Files of another version are not here: a page never mixes two.
    """
    site, path = load_site(), request.path_params["path"]
    found = site.find(path.removeprefix(f"{site.hash}/"))
    if not found:
        return Response("There is no such file.\n", 404, {"Cache-Control": "no-store"}, "text/plain")
    cache = _FOREVER if path.startswith(f"{site.hash}/") else _ASK_AGAIN
    return _answer_cached(request, site.hash, found.zipped, found.body, found.type, cache)


def _write_manifest() -> bytes:
    """What lets a browser install the pages."""
    find = load_site().address_of
    icons = [{"src": find("site/icon.svg"), "type": "image/svg+xml", "sizes": "any"}]
    for purpose, kind in (("any", ""), ("maskable", "maskable-")):
        for size in (192, 512):
            src = find(f"site/icon-{kind}{size}.png")
            icons.append({"src": src, "type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose})
    name, about = "Squarely", "Small two-player grid games, fair and square."
    manifest = {
        **{"id": "/", "name": name, "short_name": name, "description": about, "lang": "en", "dir": "ltr"},
        **{"start_url": "/", "scope": "/", "display": "standalone", "categories": ["games"]},
        **{"background_color": "#f5f2ea", "theme_color": "#0b3f4f", "icons": icons},
        "shortcuts": [{"name": "Puzzles", "url": "/puzzles"}],
    }
    return msgspec.json.encode(manifest)


def _serve_text(write: Callable[[], str | bytes], media_type: str, cache: str) -> _Answer:
    async def serve(_: Request) -> Response:
        return Response(write(), headers={"Cache-Control": cache}, media_type=media_type)

    return serve


class TriedGame:
    """A game whose rules are being written: pages ask whether they are still right, and what is wrong with them."""

    def __init__(self, trouble: Path) -> None:
        """`trouble` is a file in which the watcher of the rules says what is wrong."""
        self._trouble = trouble
        self._token = token_hex(8)  # another token means other rules
        self.route = Route("/api/tried", self._serve)
        load_site().put_on_every_page("site/tried_game.js")

    async def _serve(self, _: Request) -> Response:
        trouble = self._trouble.read_text(encoding="utf-8").strip() if self._trouble.exists() else ""
        return make_json({"token": self._token, "trouble": trouble})
