"""Arrows point inward: what each room of the package may import. And no room but `games` knows a game by its name."""

import ast
import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import squarely
from squarely import registry

PACKAGE = Path(squarely.__file__).parent
FACES = ("terminal", "web", "environments", "arena", "lab")

# What each room may import besides itself. The core is every module that lies in no room.
ARROWS = {
    "core": set(),
    "games": {"core"},
    "solver": {"core"},
    "players": {"core", "solver"},
    "review": {"core", "solver"},
    **{face: {"core", "games", "solver", "players", "review"} for face in FACES},
    "cli": {"core", "games", "solver", "players", "review", *FACES},
    "__main__": {"cli"},
}


def modules(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def room(package: Path, dotted: str) -> str:
    """The room that a dotted name of the package lies in: `squarely.web.server` lies in web."""
    first = [*dotted.split("."), ""][1]
    return first if first in ARROWS or (first and (package / first).is_dir()) else "core"


def imports(package: Path, file: Path) -> Iterator[tuple[int, str]]:
    """Every name of the package that a file imports, with its line, wherever in the file it does so."""
    within = ["squarely", *file.relative_to(package).with_suffix("").parts]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            here = within[: len(within) - node.level] if node.level else []
            whence = ".".join([*here, *([node.module] if node.module else [])])
            names = [f"{whence}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if re.fullmatch(r"squarely(\.\w+){2,}", node.value) else []  # for import_module
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == "squarely")


def wrong_arrows(package: Path) -> list[str]:
    wrong = []
    for file in modules(package):
        here = room(package, ".".join(["squarely", *file.relative_to(package).with_suffix("").parts]))
        for line, name in imports(package, file):
            there = room(package, name)
            other_game = here == there == "games" and file.stem != "__init__"
            if there not in ARROWS[here] | {here} or other_game:
                wrong.append(f"{file.relative_to(package)}:{line} {here} imports {name}")
    return wrong


def games_known_by_name(package: Path, names: set[str]) -> list[str]:
    """Where a room other than `games` compares something with the name of a game."""
    found = []
    for file in modules(package):
        if room(package, ".".join(["squarely", *file.relative_to(package).with_suffix("").parts])) == "games":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                compared = [node.left, *node.comparators]
            elif isinstance(node, ast.MatchValue):
                compared = [node.value]
            else:
                continue
            inside = [part for side in compared for part in ast.walk(side)]
            if any(isinstance(part, ast.Constant) and part.value in names for part in inside):
                found.append(f"{file.relative_to(package)}:{node.lineno}")
    return found


def test_every_room_is_known() -> None:
    rooms = {folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms <= set(ARROWS), "say in ARROWS what the new room may import"


def test_arrows_point_inward() -> None:
    assert len(modules(PACKAGE)) > 10
    assert wrong_arrows(PACKAGE) == []


def test_no_game_is_known_by_its_name() -> None:
    names = {entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")}
    assert "quad" in names
    assert games_known_by_name(PACKAGE, names) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("match.py", "from squarely.solver import compiled"),
        ("match.py", "from squarely import games"),
        ("match.py", "import squarely.games.quad"),
        ("match.py", "from . import web"),
        ("games/quad.py", "from squarely.games import center"),
        ("games/quad.py", "from squarely.games.center import play"),
        ("games/quad.py", "from ..terminal import screen"),
        ("solver/solve.py", "def solve():\n    from squarely.players import perfect"),
        ("players/perfect.py", "from squarely.review import grade"),
        ("terminal/play.py", "from squarely.web import server"),
        ("web/server.py", "import_module('squarely.terminal.screen')"),
        ("lab/dials.py", "from squarely import cli"),
    ],
)
def test_a_wrong_arrow_would_be_seen(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text("from squarely.game import Game\nfrom squarely import Match\n")
    assert wrong_arrows(tmp_path) == []
    (tmp_path / file).write_text(text)
    assert len(wrong_arrows(tmp_path)) == 1


@pytest.mark.parametrize(
    "text",
    [
        'if game.name == "quad": pass',
        'if "quad" != name: pass',
        'if name in ("center", "quad"): pass',
        'match name:\n    case "quad": pass',
    ],
)
def test_a_game_known_by_its_name_would_be_seen(tmp_path: Path, text: str) -> None:
    for folder in ("terminal", "games"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "some.py").write_text(text)
    assert len(games_known_by_name(tmp_path, {"center", "quad"})) == 1


def test_commands_print_in_one_place() -> None:
    """So that nothing that comes from a file or a typist moves a terminal's cursor."""
    printing = [file.name for file in modules(PACKAGE) if "click.echo(" in file.read_text(encoding="utf-8")]
    assert printing == ["printing.py"]
