"""What the pages are made of: everything that a page needs is there, once, at an address that names its content."""

import re
from importlib.resources import files

import pytest

from squarely.core.errors import SquarelyError
from squarely.review.script_scanner import scan_script
from squarely.web.browser.site_files import PAGES, SiteFiles, load_site, read_source

ADDRESS = re.compile(r"""["'(](/static/[^"')]*)""")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_only_what_is_there_by_its_content(name: str) -> None:
    site = load_site()
    addresses = set(ADDRESS.findall(site.pages[name]))
    assert addresses <= {each.address for each in site.all}
    assert len([each for each in addresses if each.endswith(".css")]) >= 1
    assert site.pages[name].count('rel="stylesheet"') == 1
    assert site.pages[name].count("<script type=") == (name != "site/missing")


def test_a_bundle_holds_whole_modules_and_nothing_is_imported() -> None:
    for each in load_site().all:
        if each.name.endswith(".js"):
            assert not re.search(r"(?<![\w.])(import|export)\b", scan_script(each.body.decode()).code), each.name
    match = load_site().find("match/match.js")
    assert match
    text = match.body.decode()
    for module in (
        "review/elements.js",
        "site/board_view.js",
        "study/review.js",
        "site/installing.js",
        "match/match.js",
    ):
        assert text.count(f"\n// {module}\n") + text.startswith(f"// {module}\n") == 1


def test_sheets_are_joined_in_their_order() -> None:
    sheet = load_site().find("match/match.css")
    assert sheet
    parts = [
        read_source("review/review.css"),
        read_source("static/site/squarely.css"),
        read_source("static/match/match.css"),
    ]
    places = [sheet.body.index(part[:200]) for part in parts]
    assert places == sorted(places)


def test_only_what_changed_has_another_address() -> None:
    def read(path: str) -> bytes:
        more = {"static/match/match.css": b".new {}", "static/match/replay.js": b"\nconst more = 1;"}
        return read_source(path) + more.get(path, b"")

    before, after = load_site(), SiteFiles(read)
    changed = {each.name for each in after.all if each.address != before.address_of(each.name)}
    assert {"match/match.css", "match/match.js"} <= changed
    assert not {"home/home.css", "home/home.js", "study/game.js", "site/theme.js", "site/icon.svg"} & changed
    assert before.write_worker() != after.write_worker()
    assert SiteFiles(read_source).write_worker() == before.write_worker()


def test_what_a_sheet_or_a_script_shows_is_named_by_its_content() -> None:
    def read(path: str) -> bytes:
        more = {
            "static/home/home.css": b".a { background: url(/static/site/icon.svg) }",
            "static/home/home.js": b'\nconst picture = "/static/site/icon.svg";',
        }
        return read_source(path) + more.get(path, b"")

    site = SiteFiles(read)
    icon = site.address_of("site/icon.svg")
    for name, written in (("home/home.css", f"url({icon})"), ("home/home.js", f'"{icon}"')):
        file = site.find(name)
        assert file
        assert written in file.body.decode()


def test_what_is_not_there_is_said_when_the_server_starts() -> None:
    def read(path: str) -> bytes:
        return read_source(path) + (b'<img src="/static/site/gone.svg">' if path == "pages/home/home.html" else b"")

    with pytest.raises(SquarelyError, match=r"a page names /static/site/gone\.svg, and there is no such file"):
        SiteFiles(read)


def test_every_module_and_sheet_of_the_pages_is_served() -> None:
    served = "".join(each.body.decode() for each in load_site().all if not each.is_drawn)
    static = files("squarely.web.browser").joinpath("static")
    for folder in ("home", "match", "site", "study"):
        for source in static.joinpath(folder).iterdir():
            if source.name.endswith(".js") and source.name not in ("theme.js", "service_worker.js"):
                assert f"// {folder}/{source.name}\n" in served or source.name in ("play_from.js", "tried_game.js")
