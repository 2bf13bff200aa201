"""A file that one process plays in. Whoever finds that another has gone on with it overwrites nothing.

Every version of such a file is a new one that takes its name, so a lock on the old one would be left behind with it:
each is locked before it gets the name. The system lets go of the locks of a process that was killed. Where there are no
locks, what is on the disk is still compared with what this process has left there.
"""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from squarely.core.errors import SquarelyError

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

_PATIENCE = 2.0  # seconds that another process may take to give a file its name
_GLANCE = 0.01


class InUse(SquarelyError):
    """Another process plays in this file. The message says which, as far as that is known."""


class TakenOver(SquarelyError):
    """Another process has gone on with this file, and nothing was overwritten. The message says which, and how."""


class LockedFile:
    """One file, as this process has left it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._real = Path(os.path.realpath(path))  # a link stays a link
        self._file: int | None = None  # open, so that its lock lasts and its number is nobody else's
        self._identity: tuple[int, int] | None = None
        self._content: bytes | None = None

    def acquire(self, by_force: bool = False) -> bytes:
        """What is in the file, which is ours from now on. InUse if another process has it, unless by force."""
        with lock_folder(self._real.parent):
            file = os.open(self._real, os.O_RDONLY)
            with open(file, "rb", closefd=False) as reading:
                content = reading.read()
            if _try_lock(file):
                self._note(file, content)
                return content
            os.close(file)
            if not by_force:
                raise InUse(describe_holder(self._real))
            part, file = _write_unnamed(self._real, content)
            os.replace(part, self._real)
            self._note(file, content)
        return content

    def replace(self, content: bytes) -> None:
        """The next version. TakenOver if what is there is not what this process has left there."""
        part, file = _write_unnamed(self._real, content)
        try:
            with lock_folder(self._real.parent):
                self.check()
                os.replace(part, self._real)
        except BaseException:
            os.close(file)
            part.unlink(missing_ok=True)
            raise
        self._note(file, content)

    def move(self, to: Path, content: bytes) -> None:
        """The last version, in another place; there is none here any more. TakenOver as before."""
        part, file = _write_unnamed(to, content)
        try:
            with lock_folder(self._real.parent):
                self.check()
                os.replace(part, to)
                self._real.unlink(missing_ok=True)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        finally:
            os.close(file)
        self.release()

    def remove(self) -> None:
        """Have nothing here. TakenOver as before."""
        with lock_folder(self._real.parent):
            self.check()
            self._real.unlink(missing_ok=True)
        self.release()

    def check(self) -> None:
        """TakenOver if there is something else than this process has left here. Where nothing is, nothing is lost."""
        try:
            found, content = self._real.stat(), self._real.read_bytes()
        except FileNotFoundError:
            return
        if (found.st_dev, found.st_ino) != self._identity or content != self._content:
            raise TakenOver(f"{describe_holder(self._real)} has gone on with this match")

    def release(self) -> None:
        """Whoever comes next may have it."""
        if self._file is not None:
            os.close(self._file)
        self._file = self._identity = self._content = None

    def _note(self, file: int, content: bytes) -> None:
        self.release()
        found = os.fstat(file)
        self._identity, self._content = (found.st_dev, found.st_ino), content
        if fcntl is None:
            os.close(file)  # a file that is open cannot be replaced there
        else:
            self._file = file


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Meanwhile no other process of ours gives a file in this folder its name; unless folders cannot be locked here."""
    file = _open_folder(folder)
    try:
        if file is not None:
            give_up = time.monotonic() + _PATIENCE
            while not _try_lock(file):
                if time.monotonic() > give_up:
                    raise TimeoutError(errno.ETIMEDOUT, "another process keeps this folder locked", str(folder))
                time.sleep(_GLANCE)
        yield
    finally:
        if file is not None:
            os.close(file)


def find_holder(path: Path) -> str | None:
    """Which process has a file, or None if nobody has it or there is none; only looks, and is in nobody's way."""
    real = Path(os.path.realpath(path))
    try:
        with lock_folder(real.parent):  # meanwhile nobody tries to get what is locked here for a moment
            file = os.open(real, os.O_RDONLY)
            try:
                return None if _try_lock(file) else describe_holder(real)
            finally:
                os.close(file)
    except OSError:
        return None


def describe_holder(path: Path) -> str:
    """Which process has locked a file, and at which terminal it is, where the system tells."""
    try:
        inode = str(path.stat().st_ino)
        locks = [line.split() for line in Path("/proc/locks").read_text(encoding="ascii").splitlines()]
    except (OSError, UnicodeDecodeError):
        return "another process"
    numbers = {lock[4] for lock in locks if lock[1] == "FLOCK" and lock[5].rpartition(":")[2] == inode}
    if len(numbers) != 1 or not (number := numbers.pop()).isdigit() or number == "0":
        return "another process"
    try:
        terminal = os.readlink(f"/proc/{number}/fd/0")
    except OSError:
        terminal = ""
    return f"process {number}" + (f" at {terminal}" if terminal.startswith(("/dev/pts/", "/dev/tty")) else "")


def _write_unnamed(path: Path, content: bytes) -> tuple[Path, int]:
    """A version that has not got its name yet, on the disk and locked, with its open file."""
    part = path.with_name(f".{path.name[:40]}.{os.urandom(4).hex()}.part")  # a long name would become too long
    file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        _try_lock(file)
        unsent = memoryview(content)
        while unsent:
            unsent = unsent[os.write(file, unsent) :]
        os.fsync(file)
    except BaseException:
        os.close(file)
        part.unlink(missing_ok=True)
        raise
    return part, file


def _open_folder(folder: Path) -> int | None:
    if fcntl is None:
        return None
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:  # it is not there, or may not be looked into
        return None


def _try_lock(file: int) -> bool:
    """Whether the file is ours to use: False only if another process has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # there are no locks on this disk
        return True
    return True
