"""Where a game is written: by its name, its file or its folder. One that is not installed is lent to this process."""

import os
import sys
from pathlib import Path
from typing import NamedTuple

from squarely.core.errors import UnknownGame
from squarely.core.rules import registry
from squarely.core.text.notation import join_with_and, quote
from squarely.core.text.suggestions import suggest

_PREFIX = "squarely_"


class GameSource(NamedTuple):
    """A game, where it is loaded from, and for one that is not installed its package and the folder to import from."""

    name: str
    home: str  # a module, or `module:Class`
    package: str = ""
    root: Path | None = None

    @property
    def module(self) -> str:
        return self.home.partition(":")[0]

    @property
    def path(self) -> Path | None:
        """The file, or the folder, of the module that has the class."""
        below = self.root / self.module.replace(".", "/") if self.root else None
        return below.with_suffix(".py") if below and not below.is_dir() else below


def is_somewhere(typed: str) -> bool:
    """Whether this is, or reads like, a file or folder, and not only a name."""
    return _is_path(typed) or _find_path(typed) is not None


def find_source(typed: str) -> GameSource:
    """The game that somebody means; UnknownGame says why there is none."""
    if not _is_path(typed) and (name := registry.find(typed)):
        return GameSource(name, registry.find_home(name))
    path = _find_path(typed)
    if path is None:
        near = f"there is no game {quote(typed)}, and no folder of that name here; {suggest(typed, registry.names())}"
        raise UnknownGame(f"there is no file or folder {quote(typed)}" if _is_path(typed) else near)
    if path.is_dir() and (declared := _read_declared(path)):
        if len(declared) > 1:
            names = join_with_and(sorted(source.name for source in declared))
            raise UnknownGame(f"{path} has the games {names}; name the file, or the folder, of one of them")
        return declared[0]
    if path.is_file() and path.suffix != ".py":
        raise UnknownGame(f"{path} is not a game; a game is a file of Python, or a folder with a rules.py")
    if path.is_file() and (path.parent / "__init__.py").is_file() and (path.parent / "rules.py").is_file():
        path = path.parent  # a part of a game that is a folder
    for project in path.parents[:3]:
        for source in _read_declared(project):
            if source.path in (path, path / "rules.py"):
                return source
    if path.is_dir() and not (path / "rules.py").is_file():
        declares = f"a pyproject.toml that declares one in the group {registry.GROUP}"
        raise UnknownGame(f"{path} is not a game: it has neither {declares} nor a rules.py")
    if not path.stem.isidentifier():
        raise UnknownGame(f"Python cannot import {path.name}; call it by letters, digits and _")
    return GameSource(path.stem.removeprefix(_PREFIX), path.stem, path.stem.replace("_", "-"), path.parent)


def lend(source: GameSource) -> None:
    """Have the registry find the game in this process and in those that it starts; UnknownGame if its name is taken."""
    if source.root is None:
        return
    lent_before, path_before = (os.environ.get(name, "") for name in (registry.LENT, "PYTHONPATH"))
    os.environ[registry.LENT] = f"{source.package or source.name}\t{source.name}\t{source.home}\n{lent_before}"
    sys.path.insert(0, str(source.root))
    registry.look_again()
    if registry.find_home(source.name) != source.home:
        os.environ[registry.LENT] = lent_before
        clash = next((each for each in registry.clashes() if f"{source.name!r}" in each), "its name is taken")
        raise UnknownGame(f"{source.name} cannot be used: {clash}")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(source.root), path_before]))


def _is_path(typed: str) -> bool:
    return typed in (".", "..") or os.sep in typed or "/" in typed or typed.endswith(".py")


def _find_path(typed: str) -> Path | None:
    """The file or folder of that name; or, of a game's name, the file here that a message means by it."""
    names = [typed] if _is_path(typed) else [typed, f"{typed}.py", f"{_PREFIX}{typed}.py"]
    paths = (Path(name).expanduser() for name in names if name)
    return next((path.resolve() for path in paths if path.exists()), None)


def _read_declared(project: Path) -> list[GameSource]:
    file = project / "pyproject.toml"
    if not file.is_file():
        return []
    import tomllib

    try:
        about = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{file} cannot be read: {error}") from None
    found = []
    for name, home in about.get("entry-points", {}).get(registry.GROUP, {}).items():
        sources = [GameSource(name, home, about.get("name", name), root) for root in (project, project / "src")]
        there = [source for source in sources if source.path and source.path.exists()]
        if not there:
            module = sources[0].module
            raise UnknownGame(f"{file} names the module {module}, and there is none in {project}")
        found.append(there[0])
    return found
