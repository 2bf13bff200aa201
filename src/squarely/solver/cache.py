"""Large solutions, kept on this machine so that they are worked out once."""

import hashlib
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from squarely import __version__
from squarely.game import Game, Position
from squarely.solver.fingerprint import has_source, of_process
from squarely.solver.sealed import DamagedFile

if TYPE_CHECKING:
    from squarely.solver.sorted_solution import SortedSolution


def folder() -> Path:
    """Where solutions are kept. It can be emptied at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("squarely", appauthor=False) / "solutions"


def kept(game: Game, root: Position) -> "SortedSolution | None":
    """The solution of everything that can follow a position, if it was worked out before and can be read here."""
    if not has_source(game.rules) or not any(folder().glob(f"{game.name}-*.solution")):
        return None  # at once: most games are never kept
    path = _path(game, root)
    if not path.is_file() or not find_spec("numpy"):
        return None
    from squarely.solver.sorted_solution import SortedSolution

    try:
        return SortedSolution.read(path, game, _about(game, root))
    except DamagedFile as damaged:
        sys.stderr.write(f"({damaged}; it is worked out again)\n")
        return None


def cached(game: Game, root: Position, progress: Callable[[int], None] | None = None) -> "SortedSolution":
    """The solution kept from an earlier time, or worked out now and kept."""
    solution = kept(game, root)
    if solution is None:
        from squarely.solver.large import solve

        solution = solve(game, root, progress)
        if not has_source(game.rules):
            return solution  # nobody could tell later whether the rules are still the same
        try:
            solution.write(_path(game, root), _about(game, root))
        except OSError as error:
            sys.stderr.write(f"(the solution cannot be kept: {error.strerror})\n")
    return solution


def _path(game: Game, root: Position) -> Path:
    name = hashlib.sha256(repr(_about(game, root)).encode()).hexdigest()[:16]
    return folder() / f"{game.name}-{name}.solution"


def _about(game: Game, root: Position) -> dict[str, str]:
    """What a solution is the solution of."""
    return {
        "squarely": __version__,
        "game": game.name,
        "options": game.options,
        "law": hashlib.sha256(repr(game.law).encode()).hexdigest()[:16],
        "root": game.write_position(root),
        "rules": of_process(game.rules),
    }
