"""Matches kept on this machine, so that Ctrl-C, a closed terminal or a crash loses nothing.

An unfinished match is one file, replaced as a whole after every move; when it ends it moves to the finished ones.
"""

import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from squarely.record import Record, write, write_json

SUFFIX = ".match"
_STALE = 3600.0  # seconds after which nobody is writing any more


def folder() -> Path:
    """Where this user's matches are kept."""
    from platformdirs import user_data_path

    return user_data_path("squarely", appauthor=False)


def unfinished() -> list[Path]:
    """The unfinished matches, the latest first."""
    return _newest_first(folder() / "unfinished")


def finished() -> list[Path]:
    """The finished matches, the latest first."""
    return _newest_first(folder() / "finished")


def replace(path: Path, text: str) -> None:
    """Write a text file so that at every moment it is the old one or the new one, whole."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, content: bytes) -> None:
    """The same for any file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


class Keeper:
    """Keeps one match as it is played: in the user's data folder and, if asked, in a file of their own."""

    def __init__(self, game: str, kept_as: Path | None = None, also_as: Path | None = None) -> None:
        self._name = kept_as.name if kept_as else f"{datetime.now():%Y%m%d-%H%M%S}-{game}-{os.getpid()}{SUFFIX}"
        self.also_as = also_as
        self.trouble = ""  # why the last attempt failed, if it did
        self.resume_with = f"squarely resume {also_as}" if also_as else "squarely resume"  # "" if nothing could be kept

    @property
    def path(self) -> Path:
        """Where the match is kept while it is unfinished."""
        return folder() / "unfinished" / self._name

    def keep(self, record: Record) -> bool:
        """Save the match as it stands. False if that was not possible everywhere; `trouble` says why."""
        text = write(record)
        here = _trouble(lambda: self._keep_here(record, text))
        there = _trouble(lambda: self._keep_there(record))
        self.trouble = "; ".join(filter(None, [here, there]))
        if not here:
            self.resume_with = "squarely resume"
        else:
            self.resume_with = f"squarely resume {self.also_as}" if self.also_as and not there else ""
        return not self.trouble

    def _keep_here(self, record: Record, text: str) -> None:
        """In the user's data folder: with the finished ones, with the unfinished ones, or, before a move, nowhere."""
        if record.match.moves and not record.match.outcome:
            replace(self.path, text)
            return
        if record.match.outcome:
            replace(folder() / "finished" / self._name, text)
        self.path.unlink(missing_ok=True)

    def _keep_there(self, record: Record) -> None:
        """In the file they asked for."""
        if self.also_as:
            replace(self.also_as, written_for(self.also_as, record))


def written_for(path: Path, record: Record) -> str:
    """The record as its file wants it: JSON if the name says so, else text."""
    return write_json(record) + "\n" if path.suffix == ".json" else write(record)


def _trouble(attempt: Callable[[], None]) -> str:
    """Why writing failed, or nothing."""
    try:
        attempt()
    except OSError as error:
        return f"{error.filename or 'the disk'}: {error.strerror}"
    return ""


def _newest_first(where: Path) -> list[Path]:
    if not where.is_dir():
        return []
    for part in where.glob(".*.part"):  # what a crash in the middle of writing has left
        if time.time() - part.stat().st_mtime > _STALE:
            part.unlink(missing_ok=True)
    return sorted(where.glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
