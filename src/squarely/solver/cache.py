"""Large solutions, kept on this machine so that they are worked out once."""

import hashlib
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from squarely import __version__, grid
from squarely.game import Game, Position
from squarely.solver.sealed import DamagedFile

if TYPE_CHECKING:
    from squarely.solver.sorted_solution import SortedSolution


def folder() -> Path:
    """Where solutions are kept. It can be emptied at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("squarely", appauthor=False) / "solutions"


def kept(game: Game, root: Position) -> "SortedSolution | None":
    """The solution of everything that can follow a position, if it was worked out before and can be read here."""
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
        "root": game.write_position(root),
        "rules": _fingerprint(game),
    }


def _fingerprint(game: Game) -> str:
    """Changes when the rules change: of the file they are written in, and of the grid they stand on."""
    sources = (getattr(game.rules, "__file__", None), grid.__file__)
    return hashlib.sha256(b"".join(Path(source).read_bytes() for source in sources if source)).hexdigest()[:16]
