"""A game that is tried is found by its name, its folder or its file."""

from pathlib import Path

import pytest

from squarely.authoring.game_source import GameSource, find_source
from squarely.core.errors import UnknownGame
from tests.authoring.packages import write_new

OUTSIDE = Path(__file__).parents[1] / "games" / "outside"


def test_an_installed_game_by_its_name() -> None:
    assert find_source("Quad") == GameSource("quad", "squarely.games.quad")


@pytest.mark.parametrize(
    "typed", ["corners", "corners/", "corners/squarely_corners", "corners/squarely_corners/rules.py"]
)
def test_a_new_package_by_any_of_its_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    folder = write_new(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_source(typed) == GameSource("corners", "squarely_corners", "squarely-corners", folder)


def test_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_new(tmp_path) / "squarely_corners")
    assert find_source(".").name == find_source("..").name == "corners"


def test_a_file_that_a_project_declares() -> None:
    assert find_source(str(OUTSIDE / "squarely_hop.py")) == GameSource("hop", "squarely_hop", "squarely-hop", OUTSIDE)


def test_a_file_on_its_own(tmp_path: Path) -> None:
    file = tmp_path / "squarely_hop.py"
    file.write_bytes((OUTSIDE / "squarely_hop.py").read_bytes())
    assert find_source(str(file)) == GameSource("hop", "squarely_hop", "squarely-hop", tmp_path)


def test_a_module_below_src(tmp_path: Path) -> None:
    folder = write_new(tmp_path)
    (folder / "src").mkdir()
    (folder / "squarely_corners").rename(folder / "src" / "squarely_corners")
    assert find_source(str(folder)).root == folder / "src"


def test_what_is_no_game_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("text.txt").touch()
    Path("my-game.py").touch()
    Path("torn").mkdir()
    Path("torn", "pyproject.toml").write_text("[project\n")
    Path("lost").mkdir()
    Path("lost", "pyproject.toml").write_text('[project.entry-points."squarely.games"]\nlost = "no_such"\n')
    for typed, why in (
        ("quaad", "there is no game 'quaad', and no folder of that name here; .*quad"),
        ("./gone", "there is no file or folder './gone'"),
        ("gone.py", "there is no file or folder 'gone.py'"),
        ("empty", "neither a pyproject.toml .* nor a rules.py"),
        ("text.txt", "is not a game; a game is a file of Python"),
        ("./text.txt", "is not a game; a game is a file of Python"),
        ("my-game.py", "Python cannot import my-game.py"),
        ("torn", r"pyproject.toml cannot be read: .*line 1"),
        ("lost", "names the module no_such, and there is none"),
        (str(OUTSIDE), "has the games drop and hop; name the file"),
    ):
        with pytest.raises(UnknownGame, match=why):
            find_source(typed)
