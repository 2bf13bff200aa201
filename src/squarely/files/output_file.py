"""The one way in which a file that somebody named is written: whole or not at all, and never over something else."""

import errno
import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import quote, strip_controls

_SEPARATORS = tuple(filter(None, ("/", os.sep, os.altsep)))
_KEPT = 40  # characters of its name that a file not yet complete has: a name has an end


class BadFile(SquarelyError):
    """A file that cannot be written, or that is something else."""


class Kind(NamedTuple):
    """What is written. Only what begins like it is written over."""

    name: str
    begins: str
    is_read_again: bool = False  # then a pipe or a terminal will not do


def read_name(text: str) -> Path:
    """The file that somebody named; BadFile if none can be called that."""
    if not text.strip():
        raise BadFile("a file needs a name")
    if text.endswith(_SEPARATORS) or Path(text).name in ("", ".."):
        raise BadFile(f"{quote(text)} is the name of a folder; a file needs a name")
    if not Path(text).name.isprintable() or strip_controls(text) != text or "\n" in text or "\t" in text:
        raise BadFile(f"{quote(text)} is not the name of a file")
    return Path(text)


def check_writable(path: Path, kind: Kind | None = None) -> None:
    """BadFile if something of this kind cannot be written there; without a kind, if there is anything already."""
    read_name(str(path))
    try:
        found = path.stat()
    except FileNotFoundError:
        if not Path(os.path.realpath(path)).parent.is_dir():
            raise BadFile(f"{path} cannot be written: there is no such folder; make it first") from None
        return
    except OSError as error:
        raise BadFile(f"{_shorten(path)} cannot be written: {error.strerror}") from None
    if stat.S_ISDIR(found.st_mode):
        raise BadFile(f"{path} cannot be written: it is a folder")
    if kind is None:
        raise BadFile(f"{path} exists already; please choose another name")
    if not stat.S_ISREG(found.st_mode):
        _check_stream(path, kind, found)
    elif not _is_of_kind(kind, path):
        raise BadFile(f"{path} exists already and is not {kind.name}; please choose another name")


def _check_stream(path: Path, kind: Kind, found: os.stat_result) -> None:
    """A pipe, a terminal or nowhere: BadFile where what is written is read again, or where nobody reads."""
    if kind.is_read_again:
        raise BadFile(f"{path} cannot be {kind.name}: it is not a file on a disk")
    try:
        if stat.S_ISFIFO(found.st_mode):
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))  # which fails at once, where writing would wait
    except OSError as error:
        why = "nobody reads from this pipe" if error.errno == errno.ENXIO else error.strerror
        raise BadFile(f"{path} cannot be written: {why}") from None


@contextmanager
def open_for_writing(path: Path, kind: Kind) -> Iterator[IO[str]]:
    """A text file to write, which is there once all of it is on the disk. BadFile as before."""
    check_writable(path, kind)
    if path.exists() and not path.is_file():  # a pipe, a terminal or nowhere
        with _explain_errors(path), path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    real = Path(os.path.realpath(path))  # a link stays a link
    part = real.with_name(f".{real.name[:_KEPT]}.{os.urandom(4).hex()}.part")
    try:
        with _explain_errors(path):
            with part.open("x", encoding="utf-8", newline="\n") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            check_writable(path, kind)
            part.replace(real)
    finally:
        part.unlink(missing_ok=True)


def write(path: Path, text: str, kind: Kind) -> None:
    """The same for a text that is there."""
    with open_for_writing(path, kind) as file:
        file.write(text)


def quote_path(path: Path) -> str:
    """A file's name as a shell takes it, and not for an option."""
    return shlex.quote(f"./{path}" if str(path).startswith("-") else str(path))


def _is_of_kind(kind: Kind, path: Path) -> bool:
    """Whether a file is of this kind, or one that was begun and not finished."""
    begins = kind.begins.encode()
    with _explain_errors(path), path.open("rb") as file:
        head = file.read(len(begins))
    return begins.startswith(head)


def _shorten(path: Path) -> str:
    return str(path) if len(path.name) < 80 else quote(str(path))


@contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}") from None
