"""Large solutions, kept on this machine so that they are worked out once."""

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game, Position
from squarely.files.cache_folder import find_cache_folder, remove_unused
from squarely.solver.integrity import DamagedFile, describe_content, hash_solver, read_header

if TYPE_CHECKING:
    from squarely.solver.sorted_solution import SortedSolution

MOST_BYTES = 2 << 30  # of all that is kept
_solving: defaultdict[Game, Lock] = defaultdict(Lock)  # two threads never solve the same game at the same time


class KeptSolution(NamedTuple):
    """A solution that is kept, or what interrupted work on one has left: where, of what, and when it was last used."""

    path: Path
    game: str
    options: str
    root: str
    size: int
    used: float
    is_begun: bool  # and not finished
    is_orphan: bool  # made by another version of the solver, so that this one never uses it


def folder() -> Path:
    """Where solutions are kept. It can be emptied at any time."""
    return find_cache_folder("solutions")


def list_solutions() -> list[KeptSolution]:
    """What is kept, the most recently used first."""
    found = []
    for path in (*folder().glob("*.solution"), *folder().glob("*.begun")):
        with suppress(OSError, DamagedFile):  # it may be removed by others, or be half a file
            files = [*path.iterdir()] if (is_begun := path.is_dir()) else [path]
            about = _read_beginning(path) if is_begun else read_header(path)["about"]
            size, used = (
                sum(file.stat().st_size for file in files),
                max(each.stat().st_mtime for each in (path, *files)),
            )
            names = about["game"], about["options"], about["root"]
            found.append(KeptSolution(path, *names, size, used, is_begun, about["solver"] != hash_solver()))
    return sorted(found, key=lambda kept: (-kept.used, kept.path.name))


def _read_beginning(path: Path) -> dict[str, str]:
    """What interrupted work is about; without a state, from which nothing goes on, only the game is known."""
    try:
        return {**json.loads((path / "state.json").read_bytes())["about"]}
    except (FileNotFoundError, ValueError):
        return {"game": path.name.rpartition("-")[0], "options": "", "root": "?", "solver": ""}


def load_solution(game: Game, root: Position) -> "SortedSolution | None":
    """The solution of everything that can follow a position, if it was worked out before and can be read here."""
    if not any(folder().glob(f"{game.name}-*.solution")) or not find_spec("numpy"):
        return None  # at once: most games are never kept
    from squarely.solver.sorted_solution import SortedSolution

    try:
        about = describe_content(game, root)
        solution = SortedSolution.read(_find_path(about), game, about)
        with suppress(OSError):
            _find_path(about).touch()  # so that it is not the first to be removed
        return solution
    except (FileNotFoundError, BrokenRules):  # rules without source are never kept
        return None
    except DamagedFile as damaged:
        sys.stderr.write(f"({damaged}; it is worked out again)\n")
        return None


def solve_and_keep(
    game: Game, root: Position, progress: Callable[[int], None] | None = None, disk: Path | None = None
) -> "SortedSolution":
    """The solution of everything that can follow a position, worked out now and kept for the next time.

    What is needed while it is worked out lies on `disk`, if that is given; else in memory, and beside what is kept if
    it takes long. Interrupted work goes on from there.
    """
    from squarely.solver.large import solve
    from squarely.solver.shelf import Shelf

    with _solving[game]:
        if kept := load_solution(game, root):  # by another thread, meanwhile
            return kept
        about = describe_content(game, root)
        path = _find_path(about)
        begun = (disk or path.parent) / f"{path.stem}.begun"  # a folder of our own: it is cleared
        solution = solve(game, root, progress, folder=begun, is_asked=disk is not None)
        try:
            solution.write(path, about)
            remove_unused(folder(), "*.solution", MOST_BYTES)
        except OSError as error:
            sys.stderr.write(f"(the solution cannot be kept: {error.strerror})\n")
            return solution
        Shelf(begun).clear()
        return load_solution(game, root) or solution


def _find_path(about: dict[str, str]) -> Path:
    name = hashlib.sha256(repr(about).encode()).hexdigest()[:16]
    return folder() / f"{about['game']}-{name}.solution"
