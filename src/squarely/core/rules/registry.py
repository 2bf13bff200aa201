"""Which games are installed. Ours and everybody else's are found the same way: entry points in `squarely.games`."""

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
from squarely.core.text.notation import quote
from squarely.core.text.suggestions import find_folded, suggest

GROUP = "squarely.games"
_NAME = re.compile("[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")  # in commands, addresses and names of files
LENT = "SQUARELY_LENT"  # in the environment: package, name and home of games that are not installed, a line each
OURS = "squarely"  # the package whose names nobody else can take


def names() -> tuple[str, ...]:
    """The name of every installed game, in alphabetical order."""
    return tuple(sorted(_find_packages().homes))


def find(typed: str) -> str | None:
    """The name of the game that somebody typed, in capitals or not."""
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
    """What every installed package declares. A name belongs to whoever is first: Squarely, then as on the path.

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
