"""Files of the pages over HTTP: whoever has one of an address never has to ask again."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from squarely.web.browser.site_files import SiteFile, load_site

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


def make_static_routes() -> list[Route]:
    """Where the files are. They are made now, so that whoever starts a server is told what is wrong with them."""
    load_site()
    return [Route("/static/{path:path}", _serve)]


async def _serve(request: Request) -> Response:
    """A file at the address of its content, for ever; at any other address of its name what it is now.

    A page that came from another version, just before the server was started anew, goes on with that.
    """
    path = request.path_params["path"]
    given, _, rest = path.partition("/")
    site = load_site()
    found = site.find(rest) or site.find(path) or site.find_module(path)
    if not found:
        raise HTTPException(404)
    is_exact = found.name == rest and found.hash == given
    return answer_cached(request, _choose_form(request, found), found.hash, FOREVER if is_exact else ASK_AGAIN)


def _choose_form(request: Request, found: SiteFile) -> Response:
    if not found.is_drawn and accepts_gzip(request):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(found.zipped, headers=headers, media_type=found.type)
    return Response(found.body, media_type=found.type)


def answer_cached(request: Request, answer: Response, tag: str, cache: str) -> Response:
    """The answer, with how long it may be kept; or only that it has not changed, where that is asked."""
    tags = {"ETag": f'W/"{tag}"', "Cache-Control": cache}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if f'"{tag}"' in known:
        return Response(status_code=304, headers={**tags, "Vary": "Accept-Encoding"})
    answer.headers.update(tags)
    return answer


def accepts_gzip(request: Request) -> bool:
    """Whether whoever asks can unzip."""
    return "gzip" in request.headers.get("accept-encoding", "")
