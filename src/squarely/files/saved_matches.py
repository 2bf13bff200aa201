"""Matches kept on this machine, so that Ctrl-C, a closed terminal or a crash loses nothing.

An unfinished match is one file, replaced as a whole after every move; when it ends it moves to the finished ones.
While a process plays a match, a lock in the data folder says so. The system frees the lock of a killed process.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

from squarely.core.errors import SquarelyError
from squarely.core.match.record import Record, write, write_json
from squarely.files.output_file import BadFile, check_writable, quote_path, replace_file

SUFFIX = ".match"
_FOLDERS = {"resume": "unfinished", "review": "finished"}  # by the command for what is there


class InUse(SquarelyError):
    """Another process plays this match. The message says which, and what to do."""


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
    """The same for any file. What lies in the data folder is private to this user."""
    make_folder(path.parent)
    with replace_file(path, is_private=path.is_relative_to(folder())) as file:
        file.write(content)


def make_folder(where: Path) -> None:
    """Make a folder; in the data folder a private one (0700). The data folder of before is tightened, too."""
    where.mkdir(mode=0o700, parents=True, exist_ok=True)
    for each in (folder(), where) if where.is_relative_to(folder()) else ():
        if not each.is_symlink():  # which leads to a folder that is not ours
            with suppress(PermissionError):  # it is another user's
                each.chmod(0o700)


def read_limited(path: Path, kind: str = "a record", most: int = 1_000_000) -> bytes:
    """What is in a file that a user named; SquarelyError if it cannot be read, or is larger than this kind ever is."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise SquarelyError(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > most:
        raise SquarelyError(f"{path} is not {kind}: it is larger than {most // 1_000_000} MB")
    return content


@contextmanager
def lock_match(path: Path) -> Iterator[None]:
    """Keep other processes from a match file; InUse if one plays it. Where nothing can be locked, nothing is.

    The lock lies in the data folder, so that nothing appears beside a user's own file, and says who holds it.
    """
    from hashlib import sha256

    from filelock import FileLock, Timeout  # which takes long to load: no first prompt waits for it

    file = folder() / "locks" / sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    lock = FileLock(file, mode=0o600, thread_local=False)
    try:
        make_folder(file.parent)
        lock.acquire(timeout=0)
        at = f" at {os.ttyname(0)}" if os.isatty(0) else ""
        file.write_text(f"process {os.getpid()}{at}", encoding="utf-8")
    except Timeout:
        holder = file.read_text(encoding="utf-8") if file.is_file() else ""
        raise InUse(f"{holder or 'another process'} plays this match. Close it there first.") from None
    except OSError:
        lock.release()
    try:
        yield
    finally:
        if lock.is_locked:
            with suppress(OSError):  # while it is held: a process that waits for a removed file begins anew
                file.unlink()
            with suppress(OSError):  # it is gone then, with the descriptor
                lock.release()


class MatchSaver:
    """Keeps one match as it is played: in the data folder and, if asked, as a copy in a file of the user's own.

    One that is not kept (`keeps`) is written only where and when `save_as` says.
    """

    def __init__(self, game: str, kept_as: Path | None = None, also_as: Path | None = None, keeps: bool = True) -> None:
        self._game, self.keeps = game, keeps
        self._name = kept_as.name if kept_as else _new_name(game)
        self._copy = also_as
        self._written = set[Path]()  # copies that are this match
        self._locked, self._locks = set[Path](), ExitStack()
        self._failed_here = self._failed_copy = ""  # why the last attempt failed, if it did

    @property
    def path(self) -> Path:
        """Where the match is kept while it is unfinished. It takes long to find out: no first prompt waits for it."""
        return folder() / "unfinished" / self._name

    @property
    def trouble(self) -> str:
        """Why the match is not saved as it stands, or not in both places; "" if it is."""
        return "; ".join(filter(None, (self._failed_here, self._failed_copy)))

    def find_command(self, word: Literal["resume", "review"]) -> str:
        """The command that goes on with this match, or reviews it; "" if it is not saved as it stands, or not there."""
        if not self.keeps:
            return ""
        command, here = f"squarely {word}", folder() / _FOLDERS[word] / self._name
        if not self._failed_here and here.exists():
            return command
        if self._copy and not self._failed_copy and self._copy.exists():
            return f"{command} {quote_path(self._copy)}"
        if not self.trouble:
            self._failed_here = f"{here} is not there any more"
        return ""

    def prepare(self) -> None:
        """Load what the first save needs, in advance."""
        import filelock  # noqa: F401

    def describe_trouble(self) -> str:
        """What a player is told if the last attempt failed: the match is not saved, or it is in one place only."""
        if self._failed_here and (self._failed_copy or not self._copy):
            return f"This match cannot be saved ({self.trouble}). It can still be played."
        where = f"The copy {self._copy}" if self._failed_copy else "The data folder"
        return f"{where} cannot be written ({self.trouble}). The match is saved all the same."

    def take(self) -> bytes:
        """What is in the file that is gone on with; other processes are kept from it. InUse if one plays it."""
        source = self._copy or self.path
        self._lock(source)
        if self._copy:
            self._written.add(self._copy)
            try:
                self._lock(self.path)
            except InUse:  # their file is a copy of a match in play: from now on this is another match
                self._name = _new_name(self._game)
        return read_limited(source)

    def save(self, record: Record) -> bool:
        """Save the match as it stands. False if that was not possible everywhere; `trouble` says why."""
        if self.keeps:
            failed = _explain_failure(lambda: self._save_here(record))
            self._failed_here = failed and f"{folder()}: {failed}"
            self._failed_copy = _explain_failure(lambda: self._write_copy(self._copy, record))
        return not self.trouble

    def save_as(self, path: Path, record: Record) -> None:
        """Write a copy into this file, and after every move if the match is kept. BadFile if there is something."""
        if path != self._copy:
            check_writable(path)
        self._write_copy(path, record)
        if self.keeps:
            self._copy, self._failed_copy = path, ""

    def release(self) -> None:
        """Let the next process have the match."""
        self._locks.close()
        self._locked.clear()

    def _lock(self, path: Path) -> None:
        if path not in self._locked:
            self._locks.enter_context(lock_match(path))
            self._locked.add(path)

    def _save_here(self, record: Record) -> None:
        """In the data folder: with the finished ones, with the unfinished ones, or, before a move, nowhere."""
        self._lock(self.path)
        if record.match.moves or record.match.outcome:
            kind = "finished" if record.match.outcome else "unfinished"
            replace_text(folder() / kind / self._name, write(record))
        if record.match.outcome or not record.match.moves:
            self.path.unlink(missing_ok=True)

    def _write_copy(self, path: Path | None, record: Record) -> None:
        """In the file that the user named, if there is one."""
        if path is None:
            return
        self._lock(path)
        if path not in self._written and path.is_file():  # it has appeared since it was named
            raise BadFile(f"{path} exists already")
        text = write_json(record) + "\n" if path.suffix == ".json" else write(record)
        with replace_file(path) as file:
            file.write(text.encode())
        self._written.add(path)


def _new_name(game: str) -> str:
    return f"{datetime.now():%Y%m%d-%H%M%S}-{game}-{os.urandom(3).hex()}{SUFFIX}"


def _explain_failure(attempt: Callable[[], None]) -> str:
    """Why writing failed, or nothing."""
    try:
        attempt()
    except (OSError, SquarelyError) as error:
        return error.strerror or str(error) if isinstance(error, OSError) else str(error).rstrip(".")
    return ""


def _list_newest_first(where: Path) -> list[Path]:
    """The matches there, without what leads nowhere, is no file, or vanishes while we look."""
    found = []
    for path in where.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            about = path.stat()
            if stat.S_ISREG(about.st_mode):
                found.append((about.st_mtime, path.name, path))
    return [path for *_, path in sorted(found, reverse=True)]
