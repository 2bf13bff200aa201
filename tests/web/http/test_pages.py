"""A link in a chat shows what it is, without a script being run."""

import json
import re
from html import unescape

import httpx
import pytest

from tests.patience import wait_until
from tests.web.pictures.decoding import decode


def shown(base: str, path: str) -> tuple[str, str]:
    """What a chat shows of a link: its title and its description."""
    page = httpx.get(base + path).text
    titles = re.findall(r'<meta property="og:title" content="([^"]*)">', page)
    descriptions = re.findall(r'<meta property="og:description" content="([^"]*)">', page)
    assert len(titles) == len(descriptions) == 1
    return titles[0], descriptions[0]


def test_an_invitation_a_match_and_its_end(base: str) -> None:
    begun = httpx.post(f"{base}/api/matches", json={"game": "quad", "opponent": "link", "name": "Ann <3"}).json()
    link, secret = f"/m/{begun['match']}", begun["seats"][0]["secret"]
    title, description = shown(base, link)
    assert title == "Ann &lt;3 – Player 2: Capture Square"
    assert description.startswith("Ann &lt;3 invites you to a match. Be the first to form a 2x2 square")
    httpx.post(f"{base}/api/matches/{begun['match']}/seat", json={"invitation": begun["invitation"], "name": "Bob"})
    assert shown(base, link)[1].startswith("Ann &lt;3 is to move, move 1.")
    headers = {"Authorization": f"Bearer {secret}"}
    httpx.post(f"{base}/api/matches/{begun['match']}/turns", json={"turn": 1, "act": "resign"}, headers=headers)
    assert shown(base, link)[1] == "Bob won: Ann &lt;3 resigned. See where the match turned."


def test_every_other_page_has_its_own(base: str) -> None:
    pages = [shown(base, path) for path in ("/", "/puzzles", "/games/quad", "/games/center", "/atlas/snatchers")]
    assert len(set(pages)) == len(pages)


@pytest.fixture
def settled(base: str) -> str:
    """The server once its example is worked out, beside the first visits: home is laid out anew for it."""
    wait_until(lambda: "first-example" in httpx.get(base).text)
    return base


def test_a_page_that_has_not_changed_is_not_sent_again(settled: str) -> None:
    for path in ("/", "/puzzles", "/games/quad", "/atlas/snatchers"):
        got = httpx.get(settled + path)
        assert got.headers["Cache-Control"] == "no-cache"
        again = httpx.get(settled + path, headers={"If-None-Match": f'"other", {got.headers["ETag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert httpx.get(settled + path, headers={"If-None-Match": '"other"'}).text == got.text
        assert httpx.head(settled + path).status_code == 200
        plain = httpx.get(settled + path, headers={"Accept-Encoding": "identity"})
        assert plain.text == got.text


def test_a_page_is_made_once_whatever_follows_the_question_mark(settled: str) -> None:
    for path in ("/", "/puzzles", "/games/quad", "/atlas/snatchers"):
        whole, asked = (httpx.get(settled + path + query) for query in ("", "?whatever=zzz"))
        assert (asked.text, asked.headers["ETag"]) == (whole.text, whole.headers["ETag"])
        assert "zzz" not in asked.text


def test_a_page_comes_with_what_it_shows_first(base: str) -> None:
    name = "</script><!--"
    begun = httpx.post(f"{base}/api/matches", json={"game": "quad", "opponent": "link", "name": name}).json()
    page = httpx.get(f"{base}/m/{begun['match']}")
    assert page.headers["Cache-Control"] == "no-store"
    assert name not in page.text
    held = re.search(r'<script type="application/json" id="first-state">([^<]*)</script>', page.text)
    assert held
    first, state = json.loads(held[1]), httpx.get(f"{base}/api/matches/{begun['match']}").json()
    assert first == state
    assert first["state"]["players"][0]["name"] == name
    for secret in (begun["invitation"], *(seat["secret"] for seat in begun["seats"])):
        assert secret not in page.text
    home = re.search(r'<script type="application/json" id="first-games">([^<]*)</script>', httpx.get(base).text)
    assert home
    assert json.loads(home[1]) == httpx.get(f"{base}/api/games").json()


def picture_of(base: str, path: str) -> dict[str, str]:
    """What a page tells of its picture."""
    page = httpx.get(base + path).text
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    return {
        name: unescape(text) for name, text in re.findall(r'<meta property="og:(image[^"]*)" content="([^"]*)">', page)
    }


def test_every_link_has_a_picture_at_a_whole_address(base: str) -> None:
    seen = set()
    for path in ("/", "/puzzles", "/puzzles?game=quad&seed=3", "/games/quad", "/atlas/snatchers"):
        told = picture_of(base, path)
        assert told["image"].startswith(f"{base}/pictures/")
        assert (told["image:width"], told["image:height"]) == ("1200", "630")
        assert told["image:alt"]
        got = httpx.get(told["image"], timeout=60)
        assert (got.status_code, got.headers["Content-Type"]) == (200, "image/png")
        assert got.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert decode(got.content)[:2] == (1200, 630)
        seen.add(got.content)
    assert len(seen) == 5


def test_the_picture_of_a_match_follows_it(base: str) -> None:
    begun = httpx.post(f"{base}/api/matches", json={"game": "quad", "opponent": "here", "name": "Ann"}).json()
    link = f"/m/{begun['match']}"
    before = picture_of(base, link)
    assert before["image:alt"] == "A board of Capture Square. Ann to move"
    empty = httpx.get(before["image"], timeout=60)
    assert empty.headers["Cache-Control"].endswith("immutable")
    headers = {"Authorization": f"Bearer {begun['seats'][0]['secret']}"}
    httpx.post(
        f"{base}/api/matches/{begun['match']}/turns", json={"turn": 1, "act": "move", "move": "A1"}, headers=headers
    )
    after = picture_of(base, link)
    assert after["image"] != before["image"]
    now = httpx.get(after["image"], timeout=60)
    assert now.content != empty.content
    late = httpx.get(before["image"], timeout=60)
    assert (late.content, late.headers["Cache-Control"]) == (now.content, "no-cache")
    assert httpx.get(after["image"], headers={"If-None-Match": now.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    "path", ["games/none.png", "atlas/none.png", "m/none.png", "m/aaaaaaaaaaaa.png", "puzzles.png?seed=x", "none.png"]
)
def test_there_is_no_picture_of_what_is_not_there(base: str, path: str) -> None:
    assert httpx.get(f"{base}/pictures/{path}").status_code == 404
