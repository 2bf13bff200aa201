"""Games are found as the standard library finds them, only sooner."""

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from tests.terminal.driving import Desk


def test_the_same_games_are_found_as_importlib_metadata_finds() -> None:
    found = {entry.name: entry.value for entry in entry_points(group=registry.GROUP)}
    assert registry._find_packages().homes == found
    assert set(registry.names()) >= {"center", "numbers", "quad", "showdown", "snatchers"}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that only this test sees."""
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._find_packages.cache_clear()
    yield tmp_path
    registry._find_packages.cache_clear()


def declare(folder: Path, lines: str, package: str = "thing-1.0") -> None:
    (folder / f"{package}.dist-info").mkdir(parents=True)
    (folder / f"{package}.dist-info" / "entry_points.txt").write_text(lines, encoding="utf-8")


def test_other_groups_and_comments_are_not_games(installed: Path) -> None:
    declare(installed, "[console_scripts]\nthing = thing:main\n\n[squarely.games]\n# a comment\nthing = thing\n")
    assert registry._find_packages().homes["thing"] == "thing"
    assert "main" not in registry.names()


def test_a_game_that_cannot_be_loaded_says_why(installed: Path) -> None:
    declare(installed, "[squarely.games]\nthing = thing\n")
    with pytest.raises(UnknownGame, match=r"'thing' cannot be loaded from thing: .*No module named 'thing'"):
        registry.find_class("thing")
    for text, why in (
        ("title = 'Thing'", "'thing' cannot be loaded from thing: .*thing has no class that is a Game"),
        (
            "1 / 0",
            r"'thing' cannot be loaded from thing: thing.py, line 2, `1 / 0` \(ZeroDivisionError: division by zero",
        ),
        ("class Thing(Game): title = 'Thing'", "'thing' from thing lacks players, marks, Position, legal_moves"),
    ):
        (installed / "thing.py").write_text(f"from squarely.core.rules.game import Game\n{text}\n", encoding="utf-8")
        sys.modules.pop("thing", None)
        invalidate_caches()
        with pytest.raises(UnknownGame, match=why):
            registry.find_class("thing")


def test_nobody_takes_the_name_of_another_game(installed: Path, desk: Desk) -> None:
    declare(installed, "[squarely.games]\nquad = other_quad\nhop = one_hop\nown = one_own\n", "Early_One-1.0")
    declare(installed, "[squarely.games]\nhop = two_hop\n", "late-2.0")
    found = registry._find_packages().homes
    assert found["quad"].startswith("squarely.games.quad")
    assert (found["hop"], found["own"]) == ("one_hop", "one_own")
    assert registry.clashes() == (
        "the package early-one declares a game 'quad', but that is the name of a game of the package squarely; "
        "rename one of them or uninstall one",
        "the package late declares a game 'hop', but that is the name of a game of the package early-one; "
        "rename one of them or uninstall one",
    )
    said = desk.squarely("games", PYTHONPATH=str(installed))
    assert said.code == 0
    assert "form a 2x2 square" in said.out
    for clash in registry.clashes():
        assert f"(left out: {clash})" in said.err


def test_a_name_in_capitals_is_the_same_name(installed: Path) -> None:
    declare(installed, "[squarely.games]\nQuad = other_quad\nHop = one_hop\n", "early-1.0")
    declare(installed, "[squarely.games]\nhop = two_hop\n", "late-2.0")
    assert registry.find("quad") == "quad"
    assert registry.find("hop") == "Hop"
    assert [clash.split(",")[0] for clash in registry.clashes()] == [
        "the package early declares a game 'Quad'",
        "the package late declares a game 'hop'",
    ]


@pytest.mark.parametrize("name", ["my row", "../row", "", "--help", "r\u00f3w", "row/1"])
def test_a_name_that_is_no_word_is_left_out(installed: Path, name: str) -> None:
    declare(installed, f"[squarely.games]\n{name} = row\n")
    assert name not in registry.names()
    assert f"declares a game {name!r}; a name has letters" in registry.clashes()[0]


def test_entry_points_that_cannot_be_read_are_nobody_s(installed: Path) -> None:
    declare(installed, "[squarely.games]\nthing = thing\n")
    (installed / "thing-1.0.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe\x00[")
    assert "quad" in registry.names()


def test_a_package_that_is_there_twice_is_no_clash(
    installed: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path_factory.mktemp("copy")
    declare(copy, "[squarely.games]\nthing = copied\nquad = squarely.games.quad\n", "thing_er-0.9")
    declare(copy, "[squarely.games]\nquad = copied_quad\n", "squarely-0.0.1")
    monkeypatch.syspath_prepend(str(copy))
    declare(installed, "[squarely.games]\nthing = thing\n", "Thing.er-1.0")
    registry._find_packages.cache_clear()
    assert registry._find_packages().homes["thing"] == "copied"
    assert not [clash for clash in registry.clashes() if "'thing'" in clash]
    (quad,) = (clash for clash in registry.clashes() if "'quad'" in clash)
    assert quad.startswith("the package thing-er declares")
