"""The one way in which a file that somebody named is written: whole or not at all, and never over something else."""

import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.notation import quote


class BadFile(SquarelyError):
    """A file that cannot be written, or that is something else."""


class Kind(NamedTuple):
    """What is written. Only what begins like it is written over."""

    name: str
    begins: str


def check_writable(path: Path, kind: Kind | None = None) -> None:
    """BadFile if something of this kind cannot be written there; without a kind, if there is anything already."""
    if not path.name or not path.name.isprintable():
        raise BadFile(f"{quote(str(path))} is not the name of a file")
    try:
        found = path.stat()
    except FileNotFoundError:
        if not Path(os.path.realpath(path)).parent.is_dir():
            raise BadFile(f"{path} cannot be written: there is no such folder; make it first") from None
        return
    except OSError as error:
        raise BadFile(f"{_shorten(path)} cannot be written: {error.strerror}") from None
    if kind is None:
        raise BadFile(f"{path} exists already; please choose another name")
    if stat.S_ISDIR(found.st_mode):
        raise BadFile(f"{path} cannot be written: it is a folder")
    if stat.S_ISREG(found.st_mode) and not _is_of_kind(kind, path):
        raise BadFile(f"{path} exists already and is not {kind.name}; please choose another name")


@contextmanager
def open_for_writing(path: Path, kind: Kind) -> Iterator[IO[str]]:
    """A text file to write, which is there once all of it is on the disk. BadFile as before."""
    check_writable(path, kind)
    if path.exists() and not path.is_file():  # a pipe, a terminal or nowhere
        with _explain_errors(path), path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    real = Path(os.path.realpath(path))  # a link stays a link
    part = real.with_name(f".{real.name}.{os.urandom(4).hex()}.part")
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
