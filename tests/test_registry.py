"""Games are found as the standard library finds them, only sooner."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from squarely import registry
from squarely.errors import UnknownGame


def test_the_same_games_are_found_as_importlib_metadata_finds() -> None:
    found = {entry.name: entry.value for entry in entry_points(group=registry.GROUP)}
    assert registry._entries() == found
    assert set(registry.names()) >= {"center", "numbers", "quad", "showdown", "snatchers"}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that only this test sees."""
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._entries.cache_clear()
    yield tmp_path
    registry._entries.cache_clear()


def declare(folder: Path, lines: str) -> None:
    (folder / "thing-1.0.dist-info").mkdir()
    (folder / "thing-1.0.dist-info" / "entry_points.txt").write_text(lines, encoding="utf-8")


def test_other_groups_and_comments_are_not_games(installed: Path) -> None:
    declare(installed, "[console_scripts]\nthing = thing:main\n\n[squarely.games]\n# a comment\nthing = thing\n")
    assert registry._entries()["thing"] == "thing"
    assert "main" not in registry.names()


def test_a_game_that_cannot_be_loaded_says_why(installed: Path) -> None:
    declare(installed, "[squarely.games]\nthing = thing\n")
    with pytest.raises(UnknownGame, match=r"'thing' cannot be loaded from thing: No module named 'thing'"):
        registry.rules("thing")
    (installed / "thing.py").write_text("TITLE = 'Thing'\n", encoding="utf-8")
    with pytest.raises(UnknownGame, match="'thing' from thing lacks GOAL, NAMES, MARKS"):
        registry.rules("thing")
