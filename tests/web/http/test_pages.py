"""A link in a chat shows what it is, without a script being run."""

import re

import httpx


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
