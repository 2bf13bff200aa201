"""Files of the pages over HTTP, kept for ever at the address of their content; and what lets a browser install them."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from squarely.web.browser.site_files import load_site
from squarely.web.http import pages

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_NAME = "Squarely"
_ABOUT = "Small two-player grid games, fair and square."
_PAPER, _INK = "#f5f2ea", "#0b3f4f"
_SIZES = (192, 512)
_FOR_AN_HOUR = "max-age=3600"  # nobody is worse off with those of the version before


def make_static_routes() -> list[Route]:
    """Where the files are. They are made now, so that whoever starts a server is told what is wrong with them."""
    load_site()
    return [
        Route("/static/{path:path}", _serve),
        Route("/manifest.webmanifest", _serve_manifest),
        Route("/service-worker.js", _serve_worker),  # at the root, so that it may answer for every page
        Route("/offline", _serve_offline),
    ]


async def _serve(request: Request) -> Response:
    """A file at the address of this version, for ever; at its bare name, for readers, what it is now.

    Files of another version are not here: a page never mixes two.
    """
    site, path = load_site(), request.path_params["path"]
    is_exact = path.startswith(f"{site.hash}/")
    found = site.find(path.removeprefix(f"{site.hash}/"))
    if not found:
        return Response("There is no such file.\n", 404, {"Cache-Control": "no-store"}, "text/plain")
    answer = answer_zipped(request, found.body, found.zipped, found.type)
    return answer_cached(request, answer, site.hash, FOREVER if is_exact else ASK_AGAIN)


def answer_zipped(request: Request, plain: bytes, zipped: bytes | None, media_type: str) -> Response:
    """What was zipped before, where the client takes it so."""
    if not zipped or request.headers.get("accept-encoding") != "gzip":
        return Response(plain, media_type=media_type)
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(zipped, headers=headers, media_type=media_type)


def answer_cached(request: Request, answer: Response, tag: str, cache: str) -> Response:
    """The answer, with how long it may be kept; or only that it has not changed, where that is asked."""
    tags = {"ETag": f'W/"{tag}"', "Cache-Control": cache}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if f'"{tag}"' in known:
        return Response(status_code=304, headers={**tags, "Vary": "Accept-Encoding"})
    answer.headers.update(tags)
    return answer


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
    return HTMLResponse(pages.OFFLINE.render(), headers={"Cache-Control": ASK_AGAIN})
