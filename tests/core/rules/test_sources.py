"""A game is found by its name, its folder or its file, and used in every process as if it were installed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.registry import GameSource, find_source
from squarely.files.known_games import find_game_name
from tests.authoring.packages import write_new

OUTSIDE = Path(__file__).parents[2] / "games" / "outside"
CLASSICS = Path(__file__).parents[3] / "examples" / "games"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Whatever is lent is given back."""
    before = {*sys.modules}
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setenv(registry.LENT, "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield
    for name in {*sys.modules} - before:
        if name.startswith("squarely_"):
            del sys.modules[name]
    monkeypatch.undo()
    registry.look_again()


def test_an_installed_game_by_its_name() -> None:
    assert find_source("Quad") == GameSource("quad", registry.find_home("quad"))
    assert find_game_name("QUAD") == "quad"
    assert find_game_name("no-such-game") == "no-such-game", "which the registry refuses"


@pytest.mark.parametrize(
    "typed", ["corners", "corners/", "corners/squarely_corners", "corners/squarely_corners/rules.py"]
)
def test_a_new_package_by_any_of_its_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    folder = write_new(tmp_path)
    monkeypatch.chdir(tmp_path)
    home = "squarely_corners.rules:Corners"
    assert find_source(typed) == GameSource("corners", home, "squarely-corners", folder)


def test_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_new(tmp_path) / "squarely_corners")
    assert find_source(".").name == find_source("..").name == "corners"


def test_a_file_that_a_project_declares() -> None:
    hop = GameSource("hop", "squarely_hop:Hop", "squarely-hop", OUTSIDE)
    assert find_source(str(OUTSIDE / "squarely_hop.py")) == hop
    nim = GameSource("nim", "squarely_classics.nim:Nim", "squarely-classics", CLASSICS)
    assert find_source(str(CLASSICS / "squarely_classics" / "nim.py")) == nim


def test_a_file_on_its_own_also_by_the_name_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "squarely_hop.py"
    file.write_bytes((OUTSIDE / "squarely_hop.py").read_bytes())
    assert find_source(str(file)) == GameSource("hop", "squarely_hop", "squarely-hop", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_source("hop") == find_source("squarely_hop.py")


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


def tell(game: Game) -> tuple[str, str, str]:
    """What a process of its own makes of a game, and of its name."""
    return game.name, game.options, registry.load(game.name).title


@pytest.mark.usefixtures("alone")
def test_a_file_is_a_game_in_processes_that_are_spawned_and_in_those_that_are_started(tmp_path: Path) -> None:
    (tmp_path / "leap.py").write_bytes((OUTSIDE / "squarely_hop.py").read_bytes())
    name = find_game_name(str(tmp_path / "leap.py"))
    game = registry.load(name, "size=3")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(tell, game).result() == ("leap", "size=3", "Hop")
    done = subprocess.run(
        [sys.executable, "-m", "squarely", "rules", name], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "Be the first to bring a piece to the far row." in done.stdout
