"""Which games are installed. Ours and everybody else's are found the same way: entry points in `squarely.games`."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from squarely.errors import UnknownGame
from squarely.game import Game, Rules
from squarely.notation import quoted
from squarely.suggestions import suggestion

GROUP = "squarely.games"
OURS = "squarely"  # the package whose names nobody else can take

_NEEDED = (
    *("TITLE", "GOAL", "NAMES", "MARKS", "OPTIONS", "enact", "start", "legal_moves", "play", "outcome", "reason"),
    *("write_position", "read_position", "write_move", "read_move", "why_illegal", "draw"),
)


def names() -> tuple[str, ...]:
    """The name of every installed game, in alphabetical order."""
    return tuple(sorted(_entries()))


def find(typed: str) -> str | None:
    """The name of the game that somebody typed, in capitals or not."""
    return next((name for name in names() if name.casefold() == typed.strip().casefold()), None)


def load(name: str, options: str | Mapping[str, object] = "") -> Game:
    """The game of that name. Options as text, `"size=5,block=3"`, or as a mapping, `{"size": 5}`."""
    return Game.of(name, rules(name), options)


def rules(name: str) -> Rules:
    """The rules file of the game of that name."""
    module = _entries().get(name)
    if module is None:
        raise UnknownGame(f"there is no game {quoted(name)}; {suggestion(name, names())}")
    try:
        loaded = import_module(module)
    except Exception as error:  # whatever a file from outside does when it is loaded
        raise UnknownGame(f"the game {name!r} cannot be loaded from {module}: {error}") from error
    missing = [needed for needed in _NEEDED if not hasattr(loaded, needed)]
    if missing:
        raise UnknownGame(f"the game {name!r} from {module} lacks {', '.join(missing)}")
    found: Rules = loaded
    return found


def clashes() -> tuple[str, ...]:
    """A sentence for each game that was left out because another package has its name."""
    return _found().clashes


def _entries() -> dict[str, str]:
    """The module of every installed game."""
    return _found().modules


class _Found(NamedTuple):
    modules: dict[str, str]
    clashes: tuple[str, ...]


@cache
def _found() -> _Found:
    """What every installed package declares. A name belongs to whoever is first: Squarely, then as on the path.

    The files are read as they lie in the installed packages: importing `importlib.metadata` to do the same
    takes longer than everything else before the first prompt. A test holds the two together.
    """
    packages: dict[str, Path] = {}
    for folder in sys.path:
        for file in sorted(Path(folder or ".").glob("*.dist-info/entry_points.txt")):
            packages.setdefault(_package(file), file)  # a package that is there twice is the first of the two
    modules, owners, left_out = dict[str, str](), dict[str, str](), []
    for package in sorted(packages, key=lambda package: package != OURS):
        for name, module in _declared(packages[package].read_text(encoding="utf-8")):
            owner = owners.setdefault(name, package)
            if owner == package:
                modules.setdefault(name, module)
            else:
                left_out.append(
                    f"the package {package} declares a game {name!r}, but that is the name of a game of the package "
                    f"{owner}; rename one of them or uninstall one"
                )
    return _Found(modules, tuple(left_out))


def _package(file: Path) -> str:
    """The name of a package, as pip compares names."""
    return re.sub("[-_.]+", "-", file.parent.name.removesuffix(".dist-info").rpartition("-")[0]).lower()


def _declared(text: str) -> Iterator[tuple[str, str]]:
    """The games that one package's entry points declare."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == GROUP and "=" in line:
            name, _, module = line.partition("=")
            yield name.strip(), module.strip()
