"""Matches kept on this machine, so that Ctrl-C, a closed terminal or a crash loses nothing.

An unfinished match is one file, replaced as a whole after every move; when it ends it moves to the finished ones.
"""

import contextlib
import os
import stat
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from squarely.core.match.record import Record, write, write_json
from squarely.files.match_lock import InUse, LockedFile, TakenOver
from squarely.files.output_file import check_writable, quote_path

SUFFIX = ".match"
_STALE = 3600.0  # seconds after which nobody is writing any more


def folder() -> Path:
    """Where this user's matches are kept."""
    from platformdirs import user_data_path

    return user_data_path("squarely", appauthor=False)


def list_unfinished() -> list[Path]:
    """The unfinished matches, the latest first."""
    return _list_newest_first(folder() / "unfinished")


def list_finished() -> list[Path]:
    """The finished matches, the latest first."""
    return _list_newest_first(folder() / "finished")


def replace_text(path: Path, text: str) -> None:
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


class MatchSaver:
    """Keeps one match as it is played: in the user's data folder and, if asked, in a file of their own.

    TakenOver, from whatever writes, says that another process has gone on with the match; then nothing was written.
    """

    def __init__(self, game: str, kept_as: Path | None = None, also_as: Path | None = None) -> None:
        self._name = kept_as.name if kept_as else _new_name(game)
        self._game = game
        self._located: LockedFile | None = None
        self._there = LockedFile(also_as) if also_as else None
        self.trouble = ""  # why the last attempt failed, if it did
        self._is_here, self._is_there = also_as is None, also_as is not None  # where it is kept as it stands

    @property
    def _here(self) -> LockedFile:
        """The file in the user's data folder. Where that is takes long to find out: no first question waits."""
        if self._located is None:
            self._located = LockedFile(folder() / "unfinished" / self._name)
        return self._located

    @property
    def path(self) -> Path:
        """Where the match is kept while it is unfinished."""
        return self._here.path

    @property
    def resume_with(self) -> str:
        """The command that goes on with this match; "" if it is not kept as it stands, or no longer there."""
        return self._find_command("squarely resume", self.path)

    @property
    def review_with(self) -> str:
        """The command that reviews this match once it is over; "" as before."""
        over = folder() / "finished" / self._name
        if self._is_here and over.exists() and list_finished()[:1] != [over]:  # another one would be shown
            return f"squarely review {quote_path(over)}"
        return self._find_command("squarely review", over)

    def _find_command(self, command: str, here: Path) -> str:
        """The command that opens the match where it is kept; "" where that has vanished."""
        if self._is_here and here.exists():
            return command
        there = self._there.path if self._there and self._is_there else None
        if there and there.exists():
            return f"{command} {quote_path(there)}"
        self.trouble = self.trouble or f"{here} is not there any more"
        return ""

    def take(self, by_force: bool = False) -> bytes:
        """The file that is gone on with, which is ours from now on. InUse if another process plays in it."""
        if self._there is None:
            return self._here.acquire(by_force)
        content = self._there.acquire(by_force)
        try:
            self._here.acquire(by_force)
        except FileNotFoundError:
            pass
        except InUse:  # their file is a copy of a match that is being played: this is another one
            self._name, self._located = _new_name(self._game), None
        return content

    def save(self, record: Record) -> bool:
        """Save the match as it stands. False if that was not possible everywhere; `trouble` says why."""
        text = write(record)
        for held in filter(None, (self._here, self._there)):  # so that neither is written if one of them is not ours
            with contextlib.suppress(OSError):
                held.check()
        here = _try_writing(lambda: self._save_here(record, text))
        there = _try_writing(lambda: self._save_there(record))
        self.trouble = "; ".join(filter(None, [here, there]))
        self._is_here, self._is_there = not here, bool(self._there) and not there
        return not self.trouble

    def save_as(self, path: Path, record: Record) -> None:
        """Keep it in this file too, from now on. BadFile if there is something else."""
        there = self._there
        if there is None or path != there.path:
            check_writable(path)
            there = LockedFile(path)
        there.replace(write_for_path(path, record).encode())
        self._there, self._is_there = there, True

    def release(self) -> None:
        """The match is nobody's any more."""
        for held in filter(None, (self._located, self._there)):
            held.release()

    def _save_here(self, record: Record, text: str) -> None:
        """In the user's data folder: with the finished ones, with the unfinished ones, or, before a move, nowhere."""
        over = folder() / "finished" / self._name
        if over.exists() and not self._here.path.exists():
            raise TakenOver("another process has played this match to its end")
        if record.match.outcome:
            over.parent.mkdir(parents=True, exist_ok=True)
            self._here.move(over, text.encode())
        elif record.match.moves:
            self._here.path.parent.mkdir(parents=True, exist_ok=True)
            self._here.replace(text.encode())
        else:
            self._here.remove()

    def _save_there(self, record: Record) -> None:
        """In the file they asked for."""
        if self._there:
            self._there.replace(write_for_path(self._there.path, record).encode())


def write_for_path(path: Path, record: Record) -> str:
    """The record as its file wants it: JSON if the name says so, else text."""
    return write_json(record) + "\n" if path.suffix == ".json" else write(record)


def _new_name(game: str) -> str:
    return f"{datetime.now():%Y%m%d-%H%M%S}-{game}-{os.urandom(3).hex()}{SUFFIX}"


def _try_writing(attempt: Callable[[], None]) -> str:
    """Why writing failed, or nothing."""
    try:
        attempt()
    except OSError as error:
        where = Path(error.filename) if error.filename else None
        if where and where.suffix == ".part":  # nobody knows that one
            where = where.parent
        return f"{where or 'the disk'}: {error.strerror}"
    return ""


def _list_newest_first(where: Path) -> list[Path]:
    """The matches there, without what leads nowhere, is no file, or vanishes while we look."""
    if not where.is_dir():
        return []
    for part in where.glob(".*.part"):  # what a crash in the middle of writing has left
        if (when := _modified_at(part)) is not None and time.time() - when > _STALE:
            with contextlib.suppress(OSError):  # a disk that takes nothing gives nothing away either
                part.unlink(missing_ok=True)
    found = [(when, path) for path in where.glob(f"*{SUFFIX}") if (when := _modified_at(path)) is not None]
    return [path for _, path in sorted(found, key=lambda each: (each[0], each[1].name), reverse=True)]


def _modified_at(path: Path) -> float | None:
    """When a file was written last; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime if stat.S_ISREG(found.st_mode) else None
