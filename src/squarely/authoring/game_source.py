"""Where a game is written that somebody wants to try: by its name, by its folder, or by its file."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from squarely.core import registry
from squarely.core.errors import UnknownGame
from squarely.core.notation import join_with_and, quote
from squarely.core.suggestions import suggest

_PREFIX = "squarely_"
_PARTS = ("__init__.py", "rules.py", "words.py", "claims.py")  # of a game that is a folder
_MODULE = re.compile(r"[^\W\d]\w*")


class GameSource(NamedTuple):
    """A game, its module, and for one that is not installed: the package it is of and the folder to import it from."""

    name: str
    module: str
    package: str = ""
    root: Path | None = None


def find_source(typed: str) -> GameSource:
    """The game that somebody means; UnknownGame says why there is none."""
    path = Path(typed).expanduser()
    is_path = typed in (".", "..") or any(sep in typed for sep in (os.sep, "/")) or typed.endswith(".py")
    if not is_path and (name := registry.find(typed)):
        return GameSource(name, registry.find_module(name))
    if not path.exists():
        near = suggest(typed, registry.names())
        raise UnknownGame(
            f"there is no file or folder {quote(typed)}"
            if is_path
            else f"there is no game {quote(typed)}, and no folder of that name here; {near}"
        )
    return _find_in_folder(path.resolve()) if path.is_dir() else _find_in_file(path.resolve())


def _find_in_folder(folder: Path) -> GameSource:
    """The one game of a project, or the game that is this folder."""
    if declared := _read_declared(folder):
        if len(declared) == 1:
            return next(iter(declared.values()))
        raise UnknownGame(
            f"{folder} has the games {join_with_and(sorted(declared))}; name the file, or the folder, of one of them"
        )
    if not (folder / "rules.py").is_file():
        raise UnknownGame(
            f"{folder} is not a game: it has neither a pyproject.toml that declares one in the group "
            f"{registry.GROUP} nor a rules.py"
        )
    return _find_declared(folder.parent, folder.name) or _make_source(folder)


def _find_in_file(file: Path) -> GameSource:
    """The game that this file is, or is a part of."""
    if file.suffix != ".py":
        raise UnknownGame(f"{file} is not a game; a game is a file of Python, or a folder with a rules.py")
    if file.name in _PARTS and (file.parent / "rules.py").is_file():
        return _find_in_folder(file.parent)
    return _find_declared(file.parent, file.stem) or _make_source(file)


def _make_source(path: Path) -> GameSource:
    """The game of a file or folder that no project declares."""
    module = path.stem if path.suffix == ".py" else path.name
    if not _MODULE.fullmatch(module):
        raise UnknownGame(f"Python cannot import {path.name}; call it by letters, digits and _")
    return GameSource(module.removeprefix(_PREFIX), module, module.replace("_", "-"), path.parent)


def _find_declared(folder: Path, module: str) -> GameSource | None:
    """The game of this module, if the project around it declares it."""
    for project in (folder, folder.parent):
        for source in _read_declared(project).values():
            if source.module == module and source.root == folder:
                return source
    return None


def _read_declared(project: Path) -> dict[str, GameSource]:
    """The games that the pyproject.toml of a project declares, by their names."""
    file = project / "pyproject.toml"
    if not file.is_file():
        return {}
    try:
        told: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{file} cannot be read: {error}") from None
    about = told.get("project", {})
    games = about.get("entry-points", {}).get(registry.GROUP, {})
    return {
        name: GameSource(name, module, about.get("name", name), _find_root(project, module))
        for name, module in games.items()
    }


def _find_root(project: Path, module: str) -> Path:
    """The folder of a project that its module is imported from."""
    path = module.replace(".", "/")
    for root in (project, project / "src"):
        if (root / path).is_dir() or (root / f"{path}.py").is_file():
            return root
    raise UnknownGame(f"{project / 'pyproject.toml'} names the module {module}, and there is none in {project}")
