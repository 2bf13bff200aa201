"""Pages, pictures and files: what a link shows without a script being run, what may be kept, what is zipped."""

import gzip
import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

from squarely.web.http import page_routes
from squarely.web.http.middleware import accepts_gzip
from tests.web.pictures.decoding import decode
from tests.web.serving import asking, house
from tests.web.visiting import acted, asked_until, begin, take

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FOREVER = "public, max-age=31536000, immutable"
PAGES = ("/", "/puzzles", "/games/quad", "/atlas/snatchers")


async def show(remote: httpx.AsyncClient, path: str) -> dict[str, str]:
    """What a chat shows of a link: its title, its description, its picture."""
    page = (await remote.get(path)).text
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    found = re.findall(r'<meta property="og:([^"]*)" content="([^"]*)">', page)
    assert len(dict(found)) == len(found)
    return dict(found)


async def test_an_invitation_a_match_and_its_end(remote: httpx.AsyncClient) -> None:
    match = await begin(remote, "quad", name="Ann <3")
    link = f"/m/{match.id}"
    shown = await show(remote, link)
    assert shown["title"] == "Ann &lt;3 – Player 2: Capture Square"
    assert shown["description"].startswith("Ann &lt;3 invites you to a match. Be the first to form a 2x2 square")
    await take(remote, match, name="Bob")
    before = await show(remote, link)
    assert before["description"].startswith("Ann &lt;3 is to move, move 1.")
    assert before["image:alt"] == "A board of Capture Square. Ann &lt;3 to move"
    empty = await remote.get(before["image"])
    assert empty.headers["Cache-Control"].endswith("immutable")
    await acted(remote, match.id, match.first, 1, "move", move="A1")
    after = await show(remote, link)
    assert after["image"] != before["image"]
    now, late = await remote.get(after["image"]), await remote.get(before["image"])
    assert now.content != empty.content
    assert (late.content, late.headers["Cache-Control"]) == (now.content, "no-cache")
    await acted(remote, match.id, match.first, 2, "resign")
    assert (await show(remote, link))["description"] == "Bob won: Ann &lt;3 resigned. See where the match turned."


async def test_every_link_has_a_picture_at_a_whole_address(remote: httpx.AsyncClient) -> None:
    seen, told = set(), set()
    for path in (*PAGES, "/puzzles?game=quad&seed=3"):
        shown = await show(remote, path)
        assert shown["image"].startswith(f"{str(remote.base_url).rstrip('/')}/pictures/")
        assert (shown["image:width"], shown["image:height"]) == ("1200", "630")
        assert shown["image:alt"]
        got = await remote.get(unescape(shown["image"]))
        assert (got.status_code, got.headers["Content-Type"]) == (200, "image/png")
        assert got.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert decode(got.content)[:2] == (1200, 630)
        seen.add(got.content)
        told.add((shown["title"], shown["description"]))
    assert (len(seen), len(told)) == (5, 4), "each has its own; a puzzle is told like all"


async def test_a_page_that_has_not_changed_is_not_sent_again(remote: httpx.AsyncClient) -> None:
    """And is the same whatever follows the question mark."""
    await asked_until(lambda: remote.get("/"), lambda home: "first-example" in home.text)  # home is laid out anew
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


async def test_a_scene_is_drawn_once_and_one_address_has_so_many(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_routes, "_PER_MINUTE", 2)
    async with house(file) as here, asking(here) as client:
        drawn: list[str] = []

        async def draw(_: Any, scene: Any) -> bytes:
            drawn.append(scene.title)
            return b"picture"

        monkeypatch.setattr(here.app.workers, "ask", draw)
        for game in ("quad", "center") * 2:
            assert (await client.get(f"/pictures/games/{game}.png")).content == b"picture"
        assert drawn == ["Capture Square", "Capture Square"]
        refused = await client.get("/pictures/games/numbers.png")
        assert refused.status_code == 429
        assert refused.text.startswith("too many pictures from your address")
        assert int(refused.headers["Retry-After"]) > 0
        assert (await client.get("/pictures/games/quad.png")).status_code == 200


async def test_what_is_not_there_is_not_kept(remote: httpx.AsyncClient) -> None:
    files = ("home/gone.js", "../serve.py", "site/matches.py", "protocol/messages.d.ts", "pages/site/shell.html")
    for path in (
        *("/nowhere", "/games/none", "/m/none", "/pictures/puzzles.png?seed=x", "/pictures/games/none.png"),
        *("/pictures/m/aaaaaaaaaaaa.png", "/static/0123456789ab/home/home.js", *(f"/static/{each}" for each in files)),
    ):
        answer = await remote.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store"), path


async def test_a_file_is_kept_for_ever_at_the_address_of_its_content(remote: httpx.AsyncClient) -> None:
    """A module is also there as it is written."""
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', (await remote.get("/")).text)
    assert {each.rpartition(".")[2] for each in found} == {"css", "js", "svg", "png", "woff2"}
    for address, cache in (*((each, FOREVER) for each in found), ("/static/site/results.js", "no-cache")):
        got = await remote.get(address)
        assert (got.status_code, got.headers["Cache-Control"]) == (200, cache)
        again = await remote.get(address, headers={"If-None-Match": got.headers["ETag"]})
        assert (again.status_code, again.content, again.headers["Cache-Control"]) == (304, b"", cache)
    assert '} from "./' in got.text
    assert got.headers["Content-Type"] == "text/javascript; charset=utf-8"


async def test_the_manifest_its_icons_and_the_worker(remote: httpx.AsyncClient) -> None:
    manifest = await remote.get("/manifest.webmanifest", headers={"Origin": "https://friends.example"})
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    assert "Access-Control-Allow-Origin" not in manifest.headers, "nobody may where nobody was named"
    told = manifest.json()
    assert (told["start_url"], told["display"], told["name"]) == ("/", "standalone", "Squarely")
    sizes = {(each["sizes"], each.get("purpose", "any")) for each in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")} <= sizes
    for each in told["icons"]:
        icon = await remote.get(each["src"])
        assert (icon.headers["Content-Type"], icon.headers["Cache-Control"]) == (each["type"], FOREVER)
    worker = await remote.get("/service-worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert not re.search(r"{{\w+}}", worker.text)


async def test_it_is_zipped_for_whoever_can_unzip_and_once(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for accepted in ("gzip", "deflate, GZIP;q=0.5", "*"):
        assert accepts_gzip(accepted), accepted
    for accepted in ("br, gzip; q=0.000", "*;q=0", "gzip;q=0, *", "x-gzipped", ""):
        assert not accepts_gzip(accepted), accepted
    for path in ("/", "/static/site/icon.svg", "/static/site/results.js", "/api/openapi.json"):
        whole = await client.get(path, headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in whole.headers
        async with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as got:
            assert (got.headers["Content-Encoding"], got.headers["Vary"]) == ("gzip", "Accept-Encoding")
            assert gzip.decompress(b"".join([part async for part in got.aiter_raw()])) == whole.content
    made = list[bytes]()

    def compress(page: bytes, mtime: float) -> bytes:
        made.append(page)
        return b""

    monkeypatch.setattr(gzip, "compress", compress)
    for number in range(5):
        async with client.stream("GET", f"/puzzles?{number}"):
            pass
    assert len(made) == 1
