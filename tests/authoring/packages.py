"""Packages that `squarely new` writes, imported from the folder they were written to."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from squarely.authoring.new_package import read_board, read_name, write_files, write_package
from squarely.authoring.rulebook import Rulebook
from squarely.core.rules.game import Game
from squarely.core.rules.registry import find_game_in


def write_new(
    here: Path, moves: str = "place", board: str = "3x3", name: str = "corners", rulebook: Rulebook | None = None
) -> Path:
    write_package(here / name, write_files(read_name(name, ()), read_board(board), moves, rulebook))
    return here / name


def declare(folder: Path, lines: str, package: str = "thing-1.0") -> None:
    """The games that a package installed in this folder says it has, a line each."""
    (about := folder / f"{package}.dist-info").mkdir(parents=True)
    (about / "entry_points.txt").write_text(f"[squarely.games]\n{lines}\n", encoding="utf-8")


@contextmanager
def imported(folder: Path, options: str = "") -> Iterator[Game]:
    """The game of a package that is not installed."""
    module = f"squarely_{folder.name}"
    sys.path.insert(0, str(folder))
    try:
        yield find_game_in(importlib.import_module(module))(options)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == module]:
            del sys.modules[name]
