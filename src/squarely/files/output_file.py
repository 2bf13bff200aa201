"""The one way in which a file that a user named is written: whole or not at all, and never over something else."""

import errno
import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import quote, strip_controls


class BadFile(SquarelyError):
    """A file that cannot be written, or that is something else."""


class Kind(NamedTuple):
    """What is written. Only what begins like it is written over."""

    name: str
    begins: str
    is_read_again: bool = False  # then a pipe or a terminal will not do


def read_name(text: str) -> Path:
    """The file that a user named; BadFile if none can be called that."""
    if not text.strip():
        raise BadFile("a file needs a name")
    if text.startswith("--"):
        raise BadFile(f"a file needs a name; {quote(text)} looks like an option. A file that is called so: ./{text}")
    if text.endswith(os.sep) or Path(text).name in ("", ".."):
        raise BadFile(f"{quote(text)} is the name of a folder; a file needs a name")
    if not Path(text).name.isprintable() or strip_controls(text) != text or "\n" in text or "\t" in text:
        raise BadFile(f"{quote(text)} is not the name of a file")
    return Path(text)


def check_writable(path: Path, kind: Kind | None = None) -> None:
    """BadFile if something of this kind cannot be written there; without a kind, if there is anything already."""
    with _explain_errors(path):
        try:
            found = path.stat()
        except FileNotFoundError:
            if Path(os.path.realpath(path)).parent.is_dir():
                return
            raise BadFile(f"{path} cannot be written: there is no such folder; make it first") from None
        if stat.S_ISDIR(found.st_mode):
            raise BadFile(f"{path} cannot be written: it is a folder")
        if kind is None:
            raise BadFile(f"{path} exists already; please choose another name")
        if stat.S_ISREG(found.st_mode):
            with path.open("rb") as file:
                if not kind.begins.encode().startswith(file.read(len(kind.begins.encode()))):
                    raise BadFile(f"{path} exists already and is not {kind.name}; please choose another name")
        elif kind.is_read_again:
            raise BadFile(f"{path} cannot be {kind.name}: it is not a file on a disk")
        elif stat.S_ISFIFO(found.st_mode):
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))  # which fails at once, where writing would wait


@contextmanager
def replace_file(path: Path, mode: str = "b", is_private: bool = False) -> Iterator[IO[Any]]:
    """A file to write, which takes its name once all of it is on the disk; a link stays one. Private: for us alone."""
    real = Path(os.path.realpath(path))
    part = real.with_name(f".{real.name[:40]}.{os.urandom(4).hex()}.part")  # a long name would become too long
    try:
        encoding, opener = None if mode == "b" else "utf-8", private if is_private else None
        with open(part, f"x{mode}", encoding=encoding, opener=opener) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(real)
    finally:
        part.unlink(missing_ok=True)


def private(path: str, flags: int) -> int:
    """An opener for `open`: a new file is readable and writable by this user alone."""
    return os.open(path, flags, 0o600)


@contextmanager
def open_for_writing(path: Path, kind: Kind) -> Iterator[IO[str]]:
    """A text file to write, which is there once all of it is on the disk. BadFile as before."""
    check_writable(path, kind)
    with _explain_errors(path):
        if path.exists() and not path.is_file():  # a pipe, a terminal or nowhere
            with path.open("w", encoding="utf-8") as file:
                yield file
        else:
            with replace_file(path, "t") as file:
                yield file
                check_writable(path, kind)


def write(path: Path, text: str, kind: Kind) -> None:
    """The same for a text that is there."""
    with open_for_writing(path, kind) as file:
        file.write(text)


def quote_path(path: Path) -> str:
    """A file's name as a shell takes it, and not for an option."""
    return shlex.quote(f"./{path}" if str(path).startswith("-") else str(path))


@contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        shown = path if len(path.name) < 80 else quote(str(path))
        why = "nobody reads from this pipe" if error.errno == errno.ENXIO else error.strerror
        raise BadFile(f"{shown} cannot be written: {why}") from None
