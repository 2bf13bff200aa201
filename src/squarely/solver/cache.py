"""Large solutions, kept on this machine so that they are worked out once."""

import hashlib
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from squarely import __version__
from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.solver.checksummed import DamagedFile
from squarely.solver.fingerprint import fingerprint_process

if TYPE_CHECKING:
    from squarely.solver.sorted_solution import SortedSolution


def folder() -> Path:
    """Where solutions are kept. It can be emptied at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("squarely", appauthor=False) / "solutions"


def load_solution(game: Game, root: Position) -> "SortedSolution | None":
    """The solution of everything that can follow a position, if it was worked out before and can be read here."""
    if not game.rules.has_source or not any(folder().glob(f"{game.name}-*.solution")):
        return None  # at once: most games are never kept
    path = _find_path(game, root)
    if not path.is_file() or not find_spec("numpy"):
        return None
    from squarely.solver.sorted_solution import SortedSolution

    try:
        return SortedSolution.read(path, game, _describe_content(game, root))
    except DamagedFile as damaged:
        sys.stderr.write(f"({damaged}; it is worked out again)\n")
        return None


def solve_and_keep(game: Game, root: Position, progress: Callable[[int], None] | None = None) -> "SortedSolution":
    """The solution of everything that can follow a position, worked out now and kept for the next time."""
    from squarely.solver.large import solve

    solution = solve(game, root, progress)
    if game.rules.has_source:  # without it nobody could tell later whether the rules are still the same
        try:
            solution.write(_find_path(game, root), _describe_content(game, root))
        except OSError as error:
            sys.stderr.write(f"(the solution cannot be kept: {error.strerror})\n")
    return solution


def _find_path(game: Game, root: Position) -> Path:
    name = hashlib.sha256(repr(_describe_content(game, root)).encode()).hexdigest()[:16]
    return folder() / f"{game.name}-{name}.solution"


def _describe_content(game: Game, root: Position) -> dict[str, str]:
    """What a solution is the solution of."""
    return {
        "squarely": __version__,
        "game": game.name,
        "options": game.options,
        "law": hashlib.sha256(repr(game.law).encode()).hexdigest()[:16],
        "root": game.write_position(root),
        "rules": fingerprint_process(game.rules),
    }
