"""A match that another process plays, watched: what is seen of it, as it comes. Reads only, and is in nobody's way."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from squarely.core.errors import SquarelyError
from squarely.core.match.record import Record
from squarely.files import saved_matches
from squarely.files.match_lock import find_holder
from squarely.terminal.match.record_file import load_record

_GLANCE = 0.2  # seconds between two looks
_LOOKS_BEFORE_GONE = 3  # a file is moved and removed in two steps


@dataclass(frozen=True)
class Seen:
    """The match as it stands now; at first, and whenever it has changed."""

    record: Record


@dataclass(frozen=True)
class Played:
    """Another process plays it from now on; the first one is told of, too."""

    by: str


@dataclass(frozen=True)
class Left:
    """Nobody plays it any more, and it is not over. The last one to be seen."""

    by: str


@dataclass(frozen=True)
class Vanished:
    """It is not there any more, or cannot be read any more. The last one to be seen."""

    why: str


Sighting = Seen | Played | Left | Vanished


def watch_match(path: Path, pause: Callable[[float], None] = time.sleep) -> Iterator[Sighting]:
    """What is seen of the match in a file until it is over, nobody plays it, or it vanishes.

    `pause` waits between two looks; whatever it raises ends the watching.
    """
    real = Path(os.path.realpath(path))
    holder: str | None = None
    known: Record | None = None
    missing = 0
    while True:
        now_with = find_holder(real)
        try:
            record = _find_record(real)
        except SquarelyError as error:
            yield Vanished(str(error))
            return
        if record is None:
            missing += 1
            if missing == _LOOKS_BEFORE_GONE:
                yield Vanished("")
                return
        else:
            missing = 0
            if now_with and now_with != holder:
                yield Played(now_with)
            if known is None or record.match != known.match:
                known = record
                yield Seen(record)
            if record.match.outcome:
                return
            if now_with is None:
                yield Left(holder or "")
                return
            holder = now_with
        pause(_GLANCE)


def _find_record(path: Path) -> Record | None:
    """The match in that file or, once it is over, among the finished ones; None if it is in neither place."""
    folder = saved_matches.folder()
    kept_here = path.parent == Path(os.path.realpath(folder / "unfinished"))
    places = [path, folder / "finished" / path.name] if kept_here else [path]
    for place in places:
        if place.exists():
            try:
                return load_record(place)
            except SquarelyError:
                if place.exists():
                    raise
    return None
