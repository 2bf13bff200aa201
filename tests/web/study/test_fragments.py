"""The pages of puzzles, atlas and games: what their scripts look for is there, and nothing that the policy forbids."""

import re
from importlib.resources import files

import pytest

WEB = files("squarely.web")
PAGES = pytest.mark.parametrize("name", ["puzzles", "atlas", "game"])


def page(name: str) -> str:
    return (WEB / "pages" / f"{name}.html").read_text(encoding="utf-8")


def script(name: str) -> str:
    return (WEB / "static" / f"{name}.js").read_text(encoding="utf-8")


@PAGES
def test_a_script_finds_what_it_looks_for(name: str) -> None:
    ids = re.findall(r'\bid="([^"{]+)"', page(name))
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'find\("([\w-]+)"', script(name)))
    assert wanted
    assert wanted <= set(ids)


@PAGES
def test_no_slot_but_the_game_is_asked_for(name: str) -> None:
    assert set(re.findall(r"\{\{(\w+)\}\}", page(name))) == (set() if name == "puzzles" else {"game"})


@PAGES
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(name: str) -> None:
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|https?://", page(name))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|https?://", script(name))
    for imported in re.findall(r'from "\./([\w-]+)\.js"', script(name)):
        assert (WEB / "static" / f"{imported}.js").is_file()
