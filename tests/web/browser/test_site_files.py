"""What the pages are made of: everything that a page needs is there, once, below a path that names all contents."""

import re
from pathlib import Path, PurePosixPath

import pytest

from squarely.core.errors import SquarelyError
from squarely.web.browser.site_files import PAGES, SiteFiles, load_site, read_sources

SOURCES = read_sources()
SCRIPTS = sorted(path for path in SOURCES if path.endswith(".js"))
ALONE = {f"static/site/{name}.js" for name in ("offline", "service_worker", "shell", "tried_game")}
SLOTS = {"site/missing": {"description"}, "study/atlas": {"game"}, "study/game": {"game"}}
MODULES = 6  # that a page loads at most before it works: a browser fetches six at a time


def imported(script: str, how: str = r"from |import\(") -> set[str]:
    """The scripts that a script imports, at once or later."""
    folder, found = PurePosixPath(script).parent, re.findall(rf'(?:{how})"([^"]+\.js)"', SOURCES[script].decode())
    return {str(Path("/", folder, address).resolve())[1:] for address in found}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_only_what_is_there_and_asks_for_its_modules_at_once(name: str) -> None:
    site, page = load_site(), load_site().pages[name]
    addresses = re.findall(r"""["'(](/static/[^"')]*)""", page)
    for address in addresses:
        given, _, file = address.removeprefix("/static/").partition("/")
        assert given == site.hash
        assert site.find(file), address
    scripts = [each.partition(site.hash + "/")[2] for each in addresses if each.endswith(".js")]
    needed = site.list_modules(f"{name}.js") if f"static/{name}.js" in SOURCES else []
    assert 'rel="icon"' in page, "else a browser asks for /favicon.ico, and people here do not note it"
    assert sorted(scripts) == sorted([*needed, *needed[:1], "site/shell.js"])
    reached, before = {f"static/{each}" for each in needed[:1]}, set[str]()
    while reached != before:  # the plain way: until nothing is imported that is not there already
        before = set(reached)
        reached |= {each for one in before for each in imported(one, "(?m:^)import [^;]*from ")}
    assert {f"static/{each}" for each in needed} == reached
    assert len({*needed, "site/shell.js"}) <= MODULES

    # A script finds what it looks for.
    written = SOURCES[f"pages/{name}.html"].decode()
    ids = re.findall(r'\bid="([^"{]+)"', written)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'find\("([\w-]+)"', SOURCES.get(f"static/{name}.js", b"").decode())) <= set(ids)
    assert set(re.findall(r"\{\{(\w+)\}\}", written)) == SLOTS.get(name, set())
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|https?://", written), "the policy forbids it"


def test_every_page_and_every_script_is_needed_and_scripts_write_text() -> None:
    pages = {path[len("pages/") : -len(".html")] for path in SOURCES if path.startswith("pages/")}
    assert pages == {*PAGES, "site/shell"}
    entries = ALONE | {path for name in PAGES if (path := f"static/{name}.js") in SOURCES}
    assert set(SCRIPTS) == entries | {each for script in SCRIPTS for each in imported(script)}
    for script in SCRIPTS:
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|https?://", SOURCES[script].decode()), script


def test_what_changed_has_another_address() -> None:
    before = load_site()
    assert before.hash == SiteFiles(SOURCES).hash
    for changed in ("static/match/match.css", "static/site/site.js", "static/fonts/figtree-latin.woff2"):
        after = SiteFiles(SOURCES | {changed: SOURCES[changed] + b" "})
        assert after.hash != before.hash, changed
        assert before.write_worker() != after.write_worker(), changed


def test_the_worker_keeps_all_that_a_page_needs_and_nothing_that_is_drawn() -> None:
    kept = set(re.findall(r'"/static/[0-9a-f]{12}/([^"]+)"', load_site().write_worker()))
    static = {path.removeprefix("static/") for path in SOURCES if path.startswith("static/")}
    assert kept == static - {"fonts/LICENSE.txt"} | {f"{name}.css" for name in PAGES}


def test_a_page_has_one_sheet_with_all_of_its_own_in_their_order() -> None:
    sheet = load_site().find("match/match.css")
    assert sheet
    parts = [SOURCES[f"static/{each}.css"] for each in ("site/squarely", "site/board", "match/match")]
    places = [sheet.body.index(part[:200]) for part in parts]
    assert places == sorted(places)
    assert load_site().pages["match/match"].count('rel="stylesheet"') == 1


def test_what_is_not_there_is_said_when_the_server_starts() -> None:
    for path, added, says in (
        ("pages/home/home.html", b'<img src="/static/site/gone.svg">', "names /static/site/gone.svg, and there is no"),
        ("static/home/home.js", b'\nimport { no } from "./gone.js";', "needs static/home/gone.js, and there is no"),
    ):
        with pytest.raises(SquarelyError, match=re.escape(says)):
            SiteFiles(SOURCES | {path: SOURCES[path] + added})
