"""Every page: what its scripts look for is there, and nothing that the policy forbids."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(str(files("squarely.web.browser")))
REVIEW = Path(str(files("squarely.review"))) / "browser"
NAMES = ["home/home", "match/match", "study/atlas", "study/game", "study/puzzles"]
PAGES = pytest.mark.parametrize("name", NAMES)
SCRIPTS = sorted([*(WEB / "static").rglob("*.js"), *REVIEW.glob("*.js")])
SLOTS = {"study/atlas": {"game"}, "study/game": {"game"}}


def page(name: str) -> str:
    return (WEB / "pages" / f"{name}.html").read_text(encoding="utf-8")


def imported(script: Path) -> list[Path]:
    """The scripts that a script imports."""
    addresses = re.findall(r'(?:from|import\() ?"([^"]+\.js)"', script.read_text(encoding="utf-8"))
    return [
        REVIEW / address.removeprefix("/static/review/") if address[0] == "/" else (script.parent / address).resolve()
        for address in addresses
    ]


def test_every_page_has_a_script_of_its_name() -> None:
    fragments = {str(each.relative_to(WEB / "pages").with_suffix("")) for each in (WEB / "pages").rglob("*.html")}
    assert fragments == {*NAMES, "site/shell", "site/missing", "site/offline"}
    assert all((WEB / "static" / f"{name}.js").is_file() for name in NAMES)


@PAGES
def test_a_script_finds_what_it_looks_for(name: str) -> None:
    ids = re.findall(r'\bid="([^"{]+)"', page(name))
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'find\("([\w-]+)"', (WEB / "static" / f"{name}.js").read_text(encoding="utf-8")))
    assert wanted
    assert wanted <= set(ids)


@PAGES
def test_no_slot_but_the_game_is_asked_for(name: str) -> None:
    assert set(re.findall(r"\{\{(\w+)\}\}", page(name))) == SLOTS.get(name, set())


@PAGES
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(name: str) -> None:
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|https?://", page(name))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_writes_text_and_imports_what_is_there(script: Path) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|https?://", script.read_text(encoding="utf-8"))
    for each in imported(script):
        assert each in SCRIPTS


@pytest.mark.parametrize("script", sorted(REVIEW.glob("*.js")), ids=lambda script: script.name)
def test_what_a_file_holds_needs_no_server(script: Path) -> None:
    assert all(each.parent == REVIEW for each in imported(script))
    assert not re.search(r"fetch\(|WebSocket|/static/|/api/", script.read_text(encoding="utf-8"))


def test_every_script_is_needed() -> None:
    needed = {each for script in SCRIPTS for each in imported(script)}
    site = ("installing", "offline", "service_worker", "theme", "tried_game")
    entries = {WEB / "static" / f"{name}.js" for name in (*NAMES, *(f"site/{name}" for name in site))}
    entries.add(REVIEW / "page.js")
    assert set(SCRIPTS) == needed | entries
