"""What lets a browser install the page: a manifest, a service worker, and the page for when the server is away."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from squarely.web.browser.site_files import load_site
from squarely.web.http import pages
from squarely.web.http.static_files import ASK_AGAIN

_NAME = "Squarely"
_ABOUT = "Small two-player grid games, fair and square."
_PAPER, _INK = "#f5f2ea", "#0b3f4f"
_SIZES = (192, 512)
_FOR_AN_HOUR = "max-age=3600"  # nobody is worse off with those of the version before


def make_installation_routes() -> list[Route]:
    """Where these are. The worker lies at the root, so that it may answer for every page."""
    return [
        Route("/manifest.webmanifest", _serve_manifest),
        Route("/service-worker.js", _serve_worker),
        Route("/offline", _serve_offline),
    ]


def describe_installation() -> dict[str, object]:
    """The manifest."""
    find = load_site().address_of
    icons = [{"src": find("site/icon.svg"), "type": "image/svg+xml", "sizes": "any"}]
    for purpose, kind in (("any", ""), ("maskable", "maskable-")):
        icons += [
            {
                "src": find(f"site/icon-{kind}{size}.png"),
                "type": "image/png",
                "sizes": f"{size}x{size}",
                "purpose": purpose,
            }
            for size in _SIZES
        ]
    puzzle = {"name": "Puzzles", "url": "/puzzles"}
    return {
        **{"id": "/", "name": _NAME, "short_name": _NAME, "description": _ABOUT, "lang": "en", "dir": "ltr"},
        **{"start_url": "/", "scope": "/", "display": "standalone", "categories": ["games"]},
        **{"background_color": _PAPER, "theme_color": _INK, "icons": icons, "shortcuts": [puzzle]},
    }


async def _serve_manifest(_: Request) -> Response:
    body = msgspec.json.encode(await asyncio.to_thread(describe_installation))  # the first time, icons are drawn
    return Response(body, headers={"Cache-Control": _FOR_AN_HOUR}, media_type="application/manifest+json")


async def _serve_worker(_: Request) -> Response:
    return Response(load_site().write_worker(), headers={"Cache-Control": _FOR_AN_HOUR}, media_type="text/javascript")


async def _serve_offline(_: Request) -> Response:
    return HTMLResponse(pages.render_offline(), headers={"Cache-Control": ASK_AGAIN})
