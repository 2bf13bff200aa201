"""Rules that are loaded anew when one of their files is saved, if they keep the laws; and the match played by them."""

import contextlib
import importlib
import linecache
import sys
import time
from importlib.util import cache_from_source, find_spec
from pathlib import Path

from squarely.core.errors import BadMove, SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.registry import GameSource
from squarely.core.text.notation import count_noun
from squarely.laws.examine import find_broken_law

_SETTLING = 0.05  # seconds in which a file that is being written would grow


class BrokenSave(SquarelyError):
    """What was saved cannot be played. The message says where and why."""


def describe_broken_save(broken: BrokenSave) -> str:
    """What is said of saved rules that cannot be played."""
    return f"Saved, and not in order: {str(broken).rstrip('.')}.\nThe rules before stay until that is mended."


class ReloadedRules:
    """The game of one source, as its files were when they were last in order."""

    def __init__(self, source: GameSource, options: str = "") -> None:
        self._source, self._options = source, options
        spec = None if source.root else find_spec(source.module)
        place = source.path or Path(spec.origin if spec and spec.origin else source.module)
        self._own = place if place.is_dir() or not (place.parent / "__init__.py").is_file() else place.parent
        self._texts = self._read_texts()

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are watched: those of the game, and those beside it that it imports."""
        own = self._own.rglob("*.py") if self._own.is_dir() else [self._own]
        loaded = [Path(getattr(module, "__file__", None) or "") for module in [*sys.modules.values()]]
        return tuple(sorted({*own, *(file for file in loaded if file.parent == self._source.root)}))

    def have_changed(self) -> bool:
        """Whether one of the files was saved since they were loaded, or asked about, last."""
        texts = self._read_texts()
        while texts != self._texts:
            time.sleep(_SETTLING)
            before, texts = texts, self._read_texts()
            if texts == before:  # the editor has finished writing
                self._texts = texts
                return True
        return False

    def _read_texts(self) -> dict[Path, bytes]:
        """What each file holds; as before where it is gone for a moment."""
        found = dict[Path, bytes]()
        for file in self.files:
            with contextlib.suppress(OSError):
                found[file] = file.read_bytes()
        return {**getattr(self, "_texts", {}), **found}

    def load(self) -> Game:
        """The game as it is written now: new rules, even if nothing has changed. BrokenSave if it cannot be played."""
        files = {str(file) for file in self.files}
        for file in files:  # what Python has compiled is told from what was saved by the second and the size alone
            with contextlib.suppress(OSError, NotImplementedError):
                Path(cache_from_source(file)).unlink(missing_ok=True)
        importlib.invalidate_caches()
        linecache.checkcache()
        mine = [name for name, module in sys.modules.items() if getattr(module, "__file__", None) in files]
        before = {name: sys.modules.pop(name) for name in mine}
        try:
            game = registry.load(self._source.name, self._options)
            broken = find_broken_law(game)
        except SquarelyError as error:
            broken = str(error)
        if broken:
            for name in [name for name, module in sys.modules.items() if getattr(module, "__file__", None) in files]:
                del sys.modules[name]
            sys.modules.update(before)
            raise BrokenSave(broken)
        return game


def replay_match(before: Match, game: Game, seed: int, position: str | None = None) -> tuple[Match, str]:
    """The moves of a match again, under these rules, from the start or a position's line; and what became of it."""
    names = game.players if before.names == before.game.players else before.names
    try:
        start = game.start_for(seed) if position is None else game.read_position(position)
    except SquarelyError as error:
        again = Match.of(game, game.start_for(seed), names)
        return again, f"The position it began from is gone ({error}): a new match."
    match = Match.of(game, start, names)
    for number, move in enumerate(before.moves):
        after = f"after {count_noun(number, 'move')}" if number else ""
        if match.outcome:
            return match, f"Under the new rules it is over {after or 'at the start'}."
        try:
            match = match.play(str(move))
        except BadMove:
            gone = f"Move {number + 1}, {move}, is no longer allowed"
            return match, f"{gone}: it goes on {after or 'from the start'}."
    return match, f"All {len(match.moves)} moves still stand." if len(match.moves) > 1 else ""
