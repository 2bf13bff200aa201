"""A game is found by its name, its folder or its file, as the standard library finds it, and used in every process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import invalidate_caches
from importlib.metadata import entry_points
from multiprocessing import get_context
from pathlib import Path

import pytest

from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.registry import GameSource, find_source
from squarely.files.known_games import find_game_name
from tests.authoring.packages import declare, write_new
from tests.terminal.driving import Desk

OUTSIDE = Path(__file__).parents[2] / "games" / "outside"
CLASSICS = Path(__file__).parents[3] / "examples" / "games"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.look_again()
    yield tmp_path
    registry.look_again()


def test_the_same_games_are_found_as_importlib_metadata_finds_and_nothing_else_is_a_game(installed: Path) -> None:
    """Neither other groups nor comments nor what cannot be read."""
    found = {entry.name: entry.value for entry in entry_points(group=registry.GROUP)}
    assert registry._find_packages().homes == found
    registry.look_again()
    declare(installed, "# a comment\nthing = thing\n[console_scripts]\nmain = thing:main\n")
    declare(installed, "", "torn-1.0")
    (installed / "torn-1.0.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe\x00[")
    assert registry._find_packages().homes == {**found, "thing": "thing"}


def test_a_game_that_cannot_be_loaded_says_why(installed: Path) -> None:
    declare(installed, "thing = thing")
    with pytest.raises(UnknownGame, match=r"'thing' cannot be loaded from thing: .*No module named 'thing'"):
        registry.find_class("thing")
    failed = r"'thing' cannot be loaded from thing: "
    for text, why in (
        ("title = 'Thing'", f"{failed}.*thing has no class that is a Game"),
        ("1 / 0", rf"{failed}thing.py, line 2, `1 / 0` \(ZeroDivisionError: division by zero"),
        ("class Thing(Game): title = 'Thing'", "'thing' from thing lacks players, marks, Position, legal_moves"),
    ):
        (installed / "thing.py").write_text(f"from squarely.core.rules.game import Game\n{text}\n", encoding="utf-8")
        sys.modules.pop("thing", None)
        invalidate_caches()
        with pytest.raises(UnknownGame, match=why):
            registry.find_class("thing")


@pytest.mark.slow
def test_nobody_takes_the_name_of_another_game_also_not_in_capitals(installed: Path, desk: Desk) -> None:
    declare(installed, "Quad = other_quad\nHop = one_hop\nown = one_own", "Early_One-1.0")
    declare(installed, "hop = two_hop\nOwn = two_own", "late-2.0")
    found = registry._find_packages().homes
    assert found["quad"].startswith("squarely.games.quad")
    assert (found["Hop"], found["own"], registry.find("hop")) == ("one_hop", "one_own", "Hop")
    assert not {"hop", "Own"} & {*found}
    said = "the package {} declares a game '{}', but that is the name of a game of the package {}; rename one of them"
    clashes = [("early-one", "Quad", "squarely"), ("late", "hop", "early-one"), ("late", "Own", "early-one")]
    assert registry.clashes() == tuple(f"{said.format(*clash)} or uninstall one" for clash in clashes)
    games = desk.squarely("games", PYTHONPATH=str(installed))
    assert (games.code, "form a 2x2 square" in games.out) == (0, True)
    assert all(f"(left out: {clash})" in games.err for clash in registry.clashes())


def test_a_name_that_is_no_word_is_left_out(installed: Path) -> None:
    wrong = ("my row", "../row", "", "--help", "r\u00f3w", "row/1")
    declare(installed, "\n".join(f"{name} = row" for name in wrong))
    assert not {*wrong} & {*registry.names()}
    for name in wrong:
        assert any(f"declares a game {name!r}; a name has letters" in clash for clash in registry.clashes()), name


def test_a_package_that_is_there_twice_is_no_clash(
    installed: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path_factory.mktemp("copy")
    declare(copy, "thing = copied\nquad = squarely.games.quad", "thing_er-0.9")
    declare(copy, "quad = copied_quad", "squarely-0.0.1")
    monkeypatch.syspath_prepend(str(copy))
    declare(installed, "thing = thing", "Thing.er-1.0")
    assert registry._find_packages().homes["thing"] == "copied"
    assert not [clash for clash in registry.clashes() if "'thing'" in clash]
    (quad,) = (clash for clash in registry.clashes() if "'quad'" in clash)
    assert quad.startswith("the package thing-er declares")


# Games that are not installed


def test_a_source_is_found_by_a_name_or_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_source("Quad") == GameSource("quad", registry.find_home("quad"))
    assert find_game_name("QUAD") == "quad"
    assert find_game_name("no-such-game") == "no-such-game", "which the registry refuses"
    folder = write_new(tmp_path)
    monkeypatch.chdir(tmp_path)
    corners = GameSource("corners", "squarely_corners.rules:Corners", "squarely-corners", folder)
    for typed in ("corners", "corners/", "corners/squarely_corners", "corners/squarely_corners/rules.py"):
        assert find_source(typed) == corners, typed
    monkeypatch.chdir(folder / "squarely_corners")
    assert find_source(".").name == find_source("..").name == "corners"
    (folder / "src").mkdir()
    (folder / "squarely_corners").rename(folder / "src" / "squarely_corners")
    assert find_source(str(folder)).root == folder / "src"
    hop = GameSource("hop", "squarely_hop:Hop", "squarely-hop", OUTSIDE)
    assert find_source(str(OUTSIDE / "squarely_hop.py")) == hop
    nim = GameSource("nim", "squarely_classics.nim:Nim", "squarely-classics", CLASSICS)
    assert find_source(str(CLASSICS / "squarely_classics" / "nim.py")) == nim
    file = tmp_path / "squarely_hop.py"
    file.write_bytes((OUTSIDE / "squarely_hop.py").read_bytes())
    assert find_source(str(file)) == GameSource("hop", "squarely_hop", "squarely-hop", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_source("hop") == find_source("squarely_hop.py"), "by the name of its game"


def test_what_is_no_game_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("empty", "torn", "lost"):
        Path(name).mkdir()
    Path("text.txt").touch()
    Path("my-game.py").touch()
    Path("torn", "pyproject.toml").write_text("[project\n")
    Path("lost", "pyproject.toml").write_text('[project.entry-points."squarely.games"]\nlost = "no_such"\n')
    for typed, why in (
        ("quaad", "there is no game 'quaad', and no folder of that name here; .*quad"),
        ("./gone", "there is no file or folder './gone'"),
        ("gone.py", "there is no file or folder 'gone.py'"),
        ("empty", "neither a pyproject.toml .* nor a rules.py"),
        ("./text.txt", "is not a game; a game is a file of Python"),
        ("my-game.py", "Python cannot import my-game.py"),
        ("torn", r"pyproject.toml cannot be read: .*line 1"),
        ("lost", "names the module no_such, and there is none"),
        (str(OUTSIDE), "has the games drop and hop; name the file"),
    ):
        with pytest.raises(UnknownGame, match=why):
            find_source(typed)


def tell(game: Game) -> tuple[str, str, str]:
    return game.name, game.options, registry.load(game.name).title


@pytest.mark.slow
def test_a_file_is_a_game_in_processes_that_are_spawned_or_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "leap.py").write_bytes((OUTSIDE / "squarely_hop.py").read_bytes())
    name = find_game_name(str(tmp_path / "leap.py"))
    game = registry.load(name, "size=3")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(tell, game).result() == ("leap", "size=3", "Hop")
    command = [sys.executable, "-m", "squarely", "rules", name]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    assert "Be the first to bring a piece to the far row." in done.stdout
