"""Pages, pictures and files: what a link shows without a script being run, what may be kept, what is zipped."""

import asyncio
import gzip
import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

from squarely.web.http import page_routes
from squarely.web.http.middleware import accepts_gzip
from tests.patience import PATIENCE
from tests.web.pictures.decoding import decode
from tests.web.serving import asking, house
from tests.web.visiting import acted, begin

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FOREVER = "public, max-age=31536000, immutable"
PAGES = ("/", "/puzzles", "/games/quad", "/atlas/snatchers")


async def show(remote: httpx.AsyncClient, path: str) -> tuple[str, str]:
    """What a chat shows of a link: its title and its description."""
    page = (await remote.get(path)).text
    titles = re.findall(r'<meta property="og:title" content="([^"]*)">', page)
    descriptions = re.findall(r'<meta property="og:description" content="([^"]*)">', page)
    assert len(titles) == len(descriptions) == 1
    return titles[0], descriptions[0]


async def test_an_invitation_a_match_and_its_end(remote: httpx.AsyncClient) -> None:
    match = await begin(remote, "quad", name="Ann <3")
    link = f"/m/{match.id}"
    title, description = await show(remote, link)
    assert title == "Ann &lt;3 – Player 2: Capture Square"
    assert description.startswith("Ann &lt;3 invites you to a match. Be the first to form a 2x2 square")
    await remote.post(f"/api/matches/{match.id}/seat", json={"invitation": match.invitation, "name": "Bob"})
    assert (await show(remote, link))[1].startswith("Ann &lt;3 is to move, move 1.")
    await acted(remote, match.id, match.first, 1, "resign")
    assert (await show(remote, link))[1] == "Bob won: Ann &lt;3 resigned. See where the match turned."
    assert len({await show(remote, path) for path in (*PAGES, "/games/center")}) == 5, "each has its own"


async def test_a_page_that_has_not_changed_is_not_sent_again(remote: httpx.AsyncClient) -> None:
    """And is the same whatever follows the question mark."""
    async with asyncio.timeout(PATIENCE):
        while "first-example" not in (await remote.get("/")).text:  # home is laid out anew for it
            await asyncio.sleep(0.05)
    for path in PAGES:
        got = await remote.get(path)
        assert got.headers["Cache-Control"] == "no-cache"
        again = await remote.get(path, headers={"If-None-Match": f'"other", {got.headers["ETag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        for query, headers in (("", {"If-None-Match": '"other"'}), ("", {"Accept-Encoding": "identity"}), ("?z=z", {})):
            same = await remote.get(path + query, headers=headers)
            assert (same.text, same.headers["ETag"]) == (got.text, got.headers["ETag"])
        assert (await remote.head(path)).status_code == 200


async def test_a_page_comes_with_what_it_shows_first(remote: httpx.AsyncClient) -> None:
    match = await begin(remote, "quad", name="</script><!--")
    page = await remote.get(f"/m/{match.id}")
    assert page.headers["Cache-Control"] == "no-store"
    assert "</script><!--" not in page.text
    held = re.search(r'<script type="application/json" id="first-state">([^<]*)</script>', page.text)
    assert held
    first = json.loads(held[1])
    assert first == (await remote.get(f"/api/matches/{match.id}")).json()
    assert first["state"]["players"][0]["name"] == "</script><!--"
    assert not [secret for secret in (match.invitation, match.first) if secret in page.text]
    home = re.search(r'id="first-games">([^<]*)</script>', (await remote.get("/")).text)
    assert home
    assert json.loads(home[1]) == (await remote.get("/api/games")).json()


async def find_picture(remote: httpx.AsyncClient, path: str) -> dict[str, str]:
    """What a page tells of its picture."""
    page = (await remote.get(path)).text
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    found = re.findall(r'<meta property="og:(image[^"]*)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


async def test_every_link_has_a_picture_at_a_whole_address(remote: httpx.AsyncClient) -> None:
    seen = set()
    for path in (*PAGES, "/puzzles?game=quad&seed=3"):
        told = await find_picture(remote, path)
        assert told["image"].startswith(f"{str(remote.base_url).rstrip('/')}/pictures/")
        assert (told["image:width"], told["image:height"]) == ("1200", "630")
        assert told["image:alt"]
        got = await remote.get(told["image"])
        assert (got.status_code, got.headers["Content-Type"]) == (200, "image/png")
        assert got.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert decode(got.content)[:2] == (1200, 630)
        seen.add(got.content)
    assert len(seen) == 5


async def test_the_picture_of_a_match_follows_it(remote: httpx.AsyncClient) -> None:
    match = await begin(remote, "quad", "here", name="Ann")
    before = await find_picture(remote, f"/m/{match.id}")
    assert before["image:alt"] == "A board of Capture Square. Ann to move"
    empty = await remote.get(before["image"])
    assert empty.headers["Cache-Control"].endswith("immutable")
    await acted(remote, match.id, match.first, 1, "move", move="A1")
    after = await find_picture(remote, f"/m/{match.id}")
    assert after["image"] != before["image"]
    now, late = await remote.get(after["image"]), await remote.get(before["image"])
    assert now.content != empty.content
    assert (late.content, late.headers["Cache-Control"]) == (now.content, "no-cache")
    same = await remote.get(after["image"], headers={"If-None-Match": now.headers["ETag"]})
    assert same.status_code == 304


async def test_a_scene_is_drawn_once_and_one_address_has_so_many(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_routes, "_PER_MINUTE", 2)
    async with house(file) as here, asking(here) as client:
        drawn: list[Any] = []

        async def draw(question: Any, scene: Any) -> bytes:
            drawn.append((question.__name__, scene.title))
            return b"picture"

        monkeypatch.setattr(here.app.workers, "ask", draw)
        for game in ("quad", "center") * 3:
            answer = await client.get(f"/pictures/games/{game}.png")
            assert (answer.status_code, answer.content) == (200, b"picture")
        assert drawn == [("draw_link", "Capture Square"), ("draw_link", "Capture Square")]
        refused = await client.get("/pictures/games/numbers.png")
        assert refused.status_code == 429
        assert refused.text.startswith("too many pictures from your address")
        assert int(refused.headers["Retry-After"]) > 0
        assert (await client.get("/pictures/games/quad.png")).status_code == 200


async def test_what_is_not_there_is_not_kept(remote: httpx.AsyncClient) -> None:
    pictures = ("games/none", "atlas/none", "m/none", "m/aaaaaaaaaaaa", "none")
    files = ("home/gone.js", "../serve.py", "site/matches.py", "protocol/messages.d.ts", "pages/site/shell.html")
    for path in (
        *("/nowhere", "/games/none", "/m/none", "/pictures/puzzles.png?seed=x"),
        *(f"/pictures/{each}.png" for each in pictures),
        *(f"/static/{each}" for each in (*files, "0123456789ab/home/home.js", "0123456789ab/site/squarely.css")),
    ):
        answer = await remote.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store"), path


async def find_files(remote: httpx.AsyncClient, path: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', (await remote.get(path)).text)


async def test_a_file_is_kept_for_ever_at_the_address_of_its_content(remote: httpx.AsyncClient) -> None:
    found = await find_files(remote, "/")
    assert {each.rpartition(".")[2] for each in found} == {"css", "js", "svg", "png", "woff2"}
    for address in found:
        got = await remote.get(address)
        assert (got.status_code, got.headers["Cache-Control"]) == (200, FOREVER)
        head = await remote.head(address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["Content-Length"] != "0"
        again = await remote.get(address, headers={"If-None-Match": got.headers["ETag"]})
        assert (again.status_code, again.content, again.headers["Cache-Control"]) == (304, b"", FOREVER)


async def test_a_module_is_also_there_as_it_is_written(remote: httpx.AsyncClient) -> None:
    got = await remote.get("/static/site/results.js")
    assert '} from "./' in got.text
    assert got.headers["Cache-Control"] == "no-cache"
    assert got.headers["Content-Type"] == "text/javascript; charset=utf-8"
    again = await remote.get("/static/site/results.js", headers={"If-None-Match": got.headers["ETag"]})
    assert again.status_code == 304


async def test_the_manifest_its_icons_and_the_worker_that_keeps_no_match(remote: httpx.AsyncClient) -> None:
    manifest = await remote.get("/manifest.webmanifest")
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    told = manifest.json()
    assert (told["start_url"], told["display"], told["name"]) == ("/", "standalone", "Squarely")
    sizes = {(each["sizes"], each.get("purpose", "any")) for each in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")} <= sizes
    for each in told["icons"]:
        icon = await remote.get(each["src"])
        assert (icon.headers["Content-Type"], icon.headers["Cache-Control"]) == (each["type"], FOREVER)
    worker = await remote.get("/service-worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert not {"{{version}}", "{{files}}"} & {*re.findall(r"{{\w+}}", worker.text)}
    kept = re.findall(r'"(/static/[^"]+)"', worker.text)
    assert {each for each in await find_files(remote, "/offline") if ".png" not in each} <= {*kept}
    for address in kept:
        assert (await remote.head(address)).headers["Cache-Control"] == FOREVER


async def test_it_is_zipped_for_whoever_can_unzip(remote: httpx.AsyncClient) -> None:
    for accepted, may_zip in [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("br, gzip; q=0.000", False),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("identity", False),
        ("x-gzipped", False),
        ("", False),
    ]:
        assert accepts_gzip(accepted) == may_zip, accepted
        for path in ("/", "/static/site/icon.svg", "/static/site/results.js", "/api/openapi.json"):
            async with remote.stream("GET", path, headers={"Accept-Encoding": accepted}) as got:
                raw = b"".join([part async for part in got.aiter_raw()])
            assert (got.headers.get("Content-Encoding") == "gzip") == may_zip, (path, accepted)
            assert got.headers.get("Vary") == "Accept-Encoding" or not path.endswith(".js")
            whole = await remote.get(path, headers={"Accept-Encoding": "identity"})
            assert (gzip.decompress(raw) if may_zip else raw) == whole.content


async def test_a_page_is_zipped_once(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made, zipped = list[bytes](), gzip.compress

    def compress(page: bytes, mtime: float) -> bytes:
        made.append(page)
        return zipped(page, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", compress)
    for number in range(5):
        assert (await client.get(f"/puzzles?{number}")).headers["Content-Encoding"] == "gzip"
    assert len(made) == 1
