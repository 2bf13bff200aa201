"""A log of lines: each is on the disk before the next one counts, and one process writes at a time."""

import fcntl
import os
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Generic, NamedTuple, TypeVar

from squarely.core.errors import SquarelyError

Entry = TypeVar("Entry")


class BadLog(SquarelyError):
    """A log that cannot be read or written."""


class LineForm(NamedTuple, Generic[Entry]):
    """How an entry is written as a line and read again; ValueError says what is wrong with a line."""

    noun: str
    write: Callable[[Entry], str]
    read: Callable[[str], Entry]


class LineLog(Generic[Entry]):
    """Reads the entries that are there and adds to them, each once. It is locked while it is open."""

    def __init__(self, path: Path, form: LineForm[Entry], key: Callable[[Entry], Hashable]) -> None:
        self.path, self._form, self._key = path, form, key
        self.entries: dict[Hashable, Entry] = {}
        self.trouble: list[str] = []  # what was left out of what is there, a sentence each

    def open(self) -> None:
        """Lock the log and read it; what was cut short at its end is taken away."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab+", buffering=0)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            content = self.path.read_bytes()
        except BlockingIOError:
            raise BadLog(f"another run is writing {self.path}; wait for it, or choose another --log") from None
        except OSError as error:
            raise BadLog(f"{self.path} cannot be written: {error.strerror}") from None
        self.entries, self.trouble = read_entries(content, str(self.path), self._form, self._key)
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._file.close()

    def add(self, entries: Iterable[Entry]) -> int:
        """Write entries, each once, and wait until the disk has them. Returns how many were new."""
        new = {self._key(each): each for each in entries if self._key(each) not in self.entries}
        unsent = "".join(f"{self._form.write(each)}\n" for each in new.values()).encode()
        try:
            while unsent:
                unsent = unsent[self._file.write(unsent) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadLog(f"{self.path} cannot be written: {error.strerror}; run it again to go on") from None
        self.entries |= new
        return len(new)


def load_entries(
    path: Path, form: LineForm[Entry], key: Callable[[Entry], Hashable]
) -> tuple[dict[Hashable, Entry], list[str]]:
    """The entries of a log, and what was left out of it."""
    try:
        return read_entries(path.read_bytes(), str(path), form, key)
    except OSError as error:
        raise BadLog(f"{path} cannot be read: {error.strerror}") from None


def read_entries(
    content: bytes, name: str, form: LineForm[Entry], key: Callable[[Entry], Hashable]
) -> tuple[dict[Hashable, Entry], list[str]]:
    """The entries of a log's lines, each once. A line that cannot be believed is named and left out."""
    entries: dict[Hashable, Entry] = {}
    *lines, torn = content.split(b"\n")
    trouble = []
    for number, line in enumerate(lines, 1):
        try:
            entry = form.read(line.decode())
        except ValueError as error:
            why = "it is not text" if isinstance(error, UnicodeDecodeError) else str(error)
            trouble.append(f"line {number} of {name} is left out: {why}")
            continue
        if key(entry) in entries:
            trouble.append(f"line {number} of {name} is left out: this {form.noun} was there before")
        else:
            entries[key(entry)] = entry
    if torn:
        trouble.append(f"line {len(lines) + 1} of {name} is left out: it was cut short")
    return entries, trouble
