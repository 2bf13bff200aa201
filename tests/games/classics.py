"""The games of examples/games, made from their files as somebody would who has not installed them."""

import os
import sys
import tomllib
from importlib import import_module
from pathlib import Path

from squarely import Game
from squarely.core.rules.registry import find_game_in

FOLDER = Path(__file__).parents[2] / "examples" / "games"
FILES = sorted(file for file in (FOLDER / "squarely_classics").glob("*.py") if file.stem != "__init__")

if str(FOLDER) not in sys.path:
    sys.path.append(str(FOLDER))


def classic(name: str, options: str = "") -> Game:
    return find_game_in(import_module(f"squarely_classics.{name}"))(options)


def declare(folder: Path) -> str:
    """The path on which an installed Squarely finds these games; what pip would write down is in the folder."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (about := folder / "squarely_classics-1.0.dist-info").mkdir(parents=True)
    named = [f"{name} = {module}" for name, module in project["entry-points"]["squarely.games"].items()]
    (about / "entry_points.txt").write_text("\n".join(["[squarely.games]", *named, ""]), encoding="utf-8")
    (about / "METADATA").write_text("Name: squarely-classics\nVersion: 1.0\n", encoding="utf-8")
    return os.pathsep.join([str(folder), str(FOLDER)])
