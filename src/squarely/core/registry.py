"""Which games are installed. Ours and everybody else's are found the same way: entry points in `squarely.games`."""

import copyreg
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from squarely.core.author_errors import describe_author_error, describe_error, describe_load_error
from squarely.core.completion import complete
from squarely.core.errors import BadOption, UnknownGame
from squarely.core.game import Game
from squarely.core.notation import quote
from squarely.core.rules import Rules
from squarely.core.suggestions import suggest

GROUP = "squarely.games"
_NAME = re.compile("[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")  # in commands, addresses and names of files
OURS = "squarely"  # the package whose names nobody else can take


def names() -> tuple[str, ...]:
    """The name of every installed game, in alphabetical order."""
    return tuple(sorted(_entries()))


def find(typed: str) -> str | None:
    """The name of the game that somebody typed, in capitals or not."""
    return next((name for name in names() if name.casefold() == typed.strip().casefold()), None)


def load(name: str, options: str | Mapping[str, object] = "") -> Game:
    """The game of that name. Options as text, `"size=5,block=3"`, or as a mapping, `{"size": 5}`."""
    found = rules(name)
    try:
        return Game.of(name, found, options)
    except UnknownGame:
        raise
    except BadOption as refused:
        if options:
            raise
        raise UnknownGame(f"the game {name!r} refuses its own options: {refused}") from None
    except (Exception, SystemExit) as error:  # whatever a function from outside does with these options
        why = describe_author_error(error) or describe_error(error)
        raise UnknownGame(f"the game {name!r} cannot be used: {why}") from error


def make_game(name: str, module: ModuleType | Mapping[str, Any], options: str | Mapping[str, object] = "") -> Game:
    """The game that a module, or what it defines, makes: to try one that is not installed."""
    return Game.of(name, complete(module if isinstance(module, Mapping) else _collect_offered(module)), options)


def rules(name: str) -> Rules:
    """The rules of the game of that name, complete."""
    module = _entries().get(name)
    if module is None:
        raise UnknownGame(f"there is no game {quote(name)}; {suggest(name, names())}")
    try:
        loaded = import_module(module)
        return _complete_module(name, loaded)
    except UnknownGame:
        raise
    except (Exception, SystemExit) as error:  # whatever a file from outside does when it is loaded
        raise UnknownGame(f"the game {name!r} cannot be loaded from {module}: {describe_load_error(error)}") from error


@cache
def _complete_module(name: str, module: ModuleType) -> Rules:
    try:
        return complete(_collect_offered(module))
    except UnknownGame as lacking:
        raise UnknownGame(f"the game {name!r} from {module.__name__} {lacking}") from None


def _collect_offered(module: ModuleType) -> dict[str, Any]:
    """What a game's file defines; of a folder, what its `rules` and its `words` define, and its `claims` when asked."""
    name = module.__name__
    if not hasattr(module, "__path__") or find_spec(f"{name}.rules") is None:
        return vars(module)
    rules, words = import_module(f"{name}.rules"), import_module(f"{name}.words")

    def claims(game: Game) -> Any:
        return import_module(f"{name}.claims").claims(game) if find_spec(f"{name}.claims") else ()

    return {"claims": claims, **vars(words), **vars(rules)}


# A game travels to other processes by its name and options: rules cannot be sent.
copyreg.pickle(Game, lambda game: (load, (game.name, game.options)))


def find_module(name: str) -> str:
    """The module that the game of this name is loaded from; UnknownGame if none is installed."""
    if name not in _entries():
        raise UnknownGame(f"there is no game {quote(name)}; {suggest(name, names())}")
    return _entries()[name]


def look_again() -> None:
    """Forget which games are installed: something has changed on the path."""
    _find_packages.cache_clear()


def clashes() -> tuple[str, ...]:
    """A sentence for each game that was left out because another package has its name."""
    return _find_packages().clashes


def _entries() -> dict[str, str]:
    """The module of every installed game."""
    return _find_packages().modules


class _Found(NamedTuple):
    modules: dict[str, str]
    clashes: tuple[str, ...]


@cache
def _find_packages() -> _Found:
    """What every installed package declares. A name belongs to whoever is first: Squarely, then as on the path.

    The files are read as they lie in the installed packages: importing `importlib.metadata` to do the same
    takes longer than everything else before the first prompt. A test holds the two together.
    """
    packages: dict[str, Path] = {}
    for folder in sys.path:
        for file in sorted(Path(folder or ".").glob("*.dist-info/entry_points.txt")):
            packages.setdefault(_normalise_name(file), file)  # a package that is there twice is the first of the two
    modules, owners, left_out = dict[str, str](), dict[str, str](), []
    for package in sorted(packages, key=lambda package: package != OURS):
        for name, module in _read_entry_points(packages[package]):
            owner = owners.setdefault(name.casefold(), package)  # a name is found in capitals, too
            if not _NAME.fullmatch(name):
                left_out.append(
                    f"the package {package} declares a game {name!r}; a name has letters, digits, and - or _ between"
                )
            elif owner == package:
                modules.setdefault(name, module)
            else:
                left_out.append(
                    f"the package {package} declares a game {name!r}, but that is the name of a game of the package "
                    f"{owner}; rename one of them or uninstall one"
                )
    return _Found(modules, tuple(left_out))


def _normalise_name(file: Path) -> str:
    """The name of a package, as pip compares names."""
    return re.sub("[-_.]+", "-", file.parent.name.removesuffix(".dist-info").rpartition("-")[0]).lower()


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
            name, _, module = line.partition("=")
            yield name.strip(), module.strip()
