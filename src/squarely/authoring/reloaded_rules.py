"""Rules that are loaded anew when one of their files is saved, and believed only if they keep the laws."""

import contextlib
import importlib
import sys
import traceback
from importlib.util import cache_from_source, find_spec
from pathlib import Path

from squarely.authoring.game_source import GameSource
from squarely.authoring.sampled_laws import find_broken_law
from squarely.authoring.watched_files import WatchedFiles
from squarely.core import registry
from squarely.core.errors import SquarelyError, UnknownGame
from squarely.core.game import Game
from squarely.solver.fingerprint import find_modules


class BrokenSave(SquarelyError):
    """What was saved cannot be played. The message says where and why."""


def describe_broken_save(broken: BrokenSave) -> str:
    """What somebody is told who has saved rules that cannot be played."""
    return f"Saved, and not in order: {str(broken).rstrip('.')}.\nThe rules before stay until that is mended."


class ReloadedRules:
    """The game of one source, as its files were when they were last in order."""

    def __init__(self, source: GameSource, options: str = "") -> None:
        self._source, self._options = source, options
        self._files: dict[str, Path] = {}  # by the names of their modules
        self._watched = WatchedFiles(())
        self._watch()

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are watched."""
        return tuple(self._files.values())

    def have_changed(self) -> bool:
        """Whether one of the files was saved since they were loaded, or asked about, last."""
        return self._watched.have_changed()

    def load(self) -> Game:
        """The game as it is written now: new rules, even if nothing has changed. BrokenSave if it cannot be played."""
        self._watch()
        for file in self._files.values():
            with contextlib.suppress(OSError, NotImplementedError):
                # What Python has compiled is told from what was saved by the second and the size alone.
                Path(cache_from_source(str(file))).unlink(missing_ok=True)
        importlib.invalidate_caches()
        mine = [name for name in sys.modules if name in self._files or name.startswith(f"{self._source.module}.")]
        before = {name: sys.modules.pop(name) for name in mine}
        try:
            game = self._load_lawful()
        except BrokenSave:
            for name in [name for name in sys.modules if name in self._files]:
                del sys.modules[name]
            sys.modules.update(before)
            raise
        finally:
            self._watch()  # it may have come to import others
        return game

    def _load_lawful(self) -> Game:
        try:
            game = registry.load(self._source.name, self._options)
            broken = find_broken_law(game)
        except Exception as error:
            raise BrokenSave(self._describe_error(error)) from error
        if broken:
            raise BrokenSave(f"a law is broken: {broken}")
        return game

    def _watch(self) -> None:
        """Find the files that the rules consist of now."""
        found = dict(self._files)
        with contextlib.suppress(Exception):  # whatever importing a broken package raises
            found = self._find_files()
        if found != self._files:
            self._files, self._watched = found, WatchedFiles(found.values())

    def _find_files(self) -> dict[str, Path]:
        """Every module of the rules, with its file."""
        name = self._source.module
        spec = None if self._source.root else find_spec(name)
        place = Path(spec.origin) if spec and spec.origin else _locate(self._source)
        roots = {name: place}
        if place.name == "__init__.py":
            for file in sorted(place.parent.rglob("*.py")):
                below = file.relative_to(place.parent).with_suffix("").parts
                parts = below[:-1] if below[-1] == "__init__" else below
                roots[".".join([name, *parts])] = file
        found = dict(roots)
        for module, file in roots.items():
            found |= find_modules(module, file)
        return {module: file for module, file in found.items() if not _is_house(module)}

    def find_place(self, error: BaseException) -> str:
        """The file and the line of the rules where this was raised, and what; empty if it came from elsewhere."""
        if isinstance(error, SyntaxError) and error.filename:
            return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}"
        own = {str(file) for file in self._files.values()}
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in own]
        if not frames:
            return ""
        said = " ".join(str(error).split())
        kind = "" if isinstance(error, SquarelyError) else f"{type(error).__name__}{said and ': '}"
        return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}: {kind}{said}"

    def _describe_error(self, error: BaseException) -> str:
        """One sentence, with the file and the line where they are known."""
        cause = error.__cause__ if isinstance(error, UnknownGame) and error.__cause__ else error
        return self.find_place(cause) or " ".join(str(error).split()) or type(error).__name__


def _is_house(module: str) -> bool:
    """Whether a module is Squarely itself and no game."""
    return module.partition(".")[0] == "squarely" and not module.startswith("squarely.games.")


def _locate(source: GameSource) -> Path:
    """The file of a game that is imported from a folder."""
    assert source.root is not None
    below = source.root / source.module.replace(".", "/")
    return below / "__init__.py" if below.is_dir() else below.with_suffix(".py")
