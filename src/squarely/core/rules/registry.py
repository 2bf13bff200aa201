"""Which games there are, and where each is written: by its name, its file or its folder.

Ours and everybody else's are found the same way: entry points in `squarely.games`. A game that is not installed is lent
to this process and to those that it starts.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from squarely.core.errors import SquarelyError, UnknownGame
from squarely.core.rules.author import check_class, describe_load_error
from squarely.core.rules.game import Game
from squarely.core.text.notation import join_with_and, quote
from squarely.core.text.suggestions import find_folded, suggest

GROUP = "squarely.games"
_NAME = re.compile("[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")  # in commands, addresses and names of files
LENT = "SQUARELY_LENT"  # in the environment: package, name and home of games that are not installed, a line each
OURS = "squarely"  # the package whose names are reserved
_PREFIX = "squarely_"  # of a file that is called after its game


def names() -> tuple[str, ...]:
    """The name of every installed game, in alphabetical order."""
    return tuple(sorted(_find_packages().homes))


def find(typed: str) -> str | None:
    """The name of the game that a person typed, in capitals or not."""
    return find_folded(typed, names())


def load(name: str, options: str | Mapping[str, object] = "", /, **given: object) -> Game:
    """The game of that name. Options as text, `"size=5,block=3"`, as a mapping, or by their names: `size=5`."""
    kind = find_class(name)
    try:
        return kind(options, **given)
    except SquarelyError as refused:
        if options or given:
            raise
        raise UnknownGame(f"the game {name!r} refuses its own options: {refused}") from refused
    except (Exception, SystemExit) as error:  # whatever `set_up` of a game from outside does
        raise UnknownGame(f"the game {name!r} cannot be used: {describe_load_error(error)}") from error


def find_class(name: str) -> type[Game]:
    """The class of the game of that name; UnknownGame says why there is none that can be used."""
    home = find_home(name)
    module, _, attribute = home.partition(":")
    try:
        loaded = import_module(module)
        kind = getattr(loaded, attribute) if attribute else find_game_in(loaded)
    except (Exception, SystemExit) as error:  # whatever a file from outside does when it is loaded
        raise UnknownGame(f"the game {name!r} cannot be loaded from {module}: {describe_load_error(error)}") from error
    if lacks := check_class(kind):
        raise UnknownGame(f"the game {name!r} from {module} {lacks}")
    kind.name = name
    return kind


def find_game_in(module: ModuleType) -> type[Game]:
    """The game that a file, or a folder's file `rules`, defines."""
    if hasattr(module, "__path__"):
        module = import_module(f"{module.__name__}.rules")
    own = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Game)]
    defined = [each for each in own if each.__module__ == module.__name__ and each.printed is each]
    for kind in defined:
        if not any(base in defined for base in kind.__mro__[1:]):
            return kind
    raise UnknownGame(f"{module.__name__} has no class that is a Game: class Hop(Game)")


def find_home(name: str) -> str:
    """The module, or `module:Class`, that the game of this name is loaded from; UnknownGame if none is installed."""
    homes = _find_packages().homes
    if name not in homes:
        raise UnknownGame(f"there is no game {quote(name)}; {suggest(name, names())}")
    return homes[name]


def look_again() -> None:
    """Forget which games are installed: something has changed on the path."""
    _find_packages.cache_clear()


def clashes() -> tuple[str, ...]:
    """A sentence for each game that was left out because another package has its name."""
    return _find_packages().clashes


class _Found(NamedTuple):
    homes: dict[str, str]
    clashes: tuple[str, ...]


@cache
def _find_packages() -> _Found:
    """What every installed package declares. The first to claim a name has it: Squarely, then as on the path.

    The files are read as they lie in the installed packages: importing `importlib.metadata` to do the same
    takes longer than everything else before the first prompt. A test holds the two together.
    """
    packages: dict[str, list[tuple[str, str]]] = {}  # one that is there twice is the first of the two
    for line in filter(None, os.environ.get(LENT, "").split("\n")):
        package, name, home = line.split("\t")
        packages.setdefault(_normalise(package), [(name, home)])
    for folder in sys.path:
        for file in sorted(Path(folder or ".").glob("*.dist-info/entry_points.txt")):
            package, _, _ = file.parent.name.removesuffix(".dist-info").rpartition("-")
            packages.setdefault(_normalise(package), [*_read_entry_points(file)])
    homes, owners, left_out = dict[str, str](), dict[str, str](), []
    for package in sorted(packages, key=lambda package: package != OURS):
        for name, home in packages[package]:
            owner = owners.setdefault(name.casefold(), package)  # a name is found in capitals, too
            declares = f"the package {package} declares a game {name!r}"
            if not _NAME.fullmatch(name):
                left_out.append(f"{declares}; a name has letters, digits, and - or _ between")
            elif owner == package:
                homes.setdefault(name, home)
            else:
                taken = f"that is the name of a game of the package {owner}; rename one of them or uninstall one"
                left_out.append(f"{declares}, but {taken}")
    return _Found(homes, tuple(left_out))


def _normalise(package: str) -> str:
    return re.sub("[-_.]+", "-", package).lower()


def _read_entry_points(file: Path) -> Iterator[tuple[str, str]]:
    """The games that one package's entry points declare; none where they cannot be read: it is not our package."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == GROUP and "=" in line:
            name, _, home = line.partition("=")
            yield name.strip(), home.strip()


# Where a game is written


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
    """The game of that name, forgivingly; UnknownGame says why there is none."""
    if not _is_path(typed) and (name := find(typed)):
        return GameSource(name, find_home(name))
    path = _find_path(typed)
    if path is None:
        near = f"there is no game {quote(typed)}, and no folder of that name here; {suggest(typed, names())}"
        raise UnknownGame(f"there is no file or folder {quote(typed)}" if _is_path(typed) else near)
    if path.is_dir() and (declared := _read_declared(path)):
        if len(declared) > 1:
            listed = join_with_and(sorted(source.name for source in declared))
            raise UnknownGame(f"{path} has the games {listed}; name the file, or the folder, of one of them")
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
        declares = f"a pyproject.toml that declares one in the group {GROUP}"
        raise UnknownGame(f"{path} is not a game: it has neither {declares} nor a rules.py")
    if not path.stem.isidentifier():
        raise UnknownGame(f"Python cannot import {path.name}; call it by letters, digits and _")
    return GameSource(path.stem.removeprefix(_PREFIX), path.stem, path.stem.replace("_", "-"), path.parent)


def lend(source: GameSource) -> None:
    """Have the registry find the game in this process and in those that it starts; UnknownGame if its name is taken."""
    if source.root is None:
        return
    lent_before, path_before = (os.environ.get(name, "") for name in (LENT, "PYTHONPATH"))
    os.environ[LENT] = f"{source.package or source.name}\t{source.name}\t{source.home}\n{lent_before}"
    sys.path.insert(0, str(source.root))
    look_again()
    if find_home(source.name) != source.home:
        os.environ[LENT] = lent_before
        clash = next((each for each in clashes() if f"{source.name!r}" in each), "its name is taken")
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
    for name, home in about.get("entry-points", {}).get(GROUP, {}).items():
        sources = [GameSource(name, home, about.get("name", name), root) for root in (project, project / "src")]
        there = [source for source in sources if source.path and source.path.exists()]
        if not there:
            module = sources[0].module
            raise UnknownGame(f"{file} names the module {module}, and there is none in {project}")
        found.append(there[0])
    return found
