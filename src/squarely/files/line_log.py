"""A log of lines: each is on the disk before the next one counts, and one process writes at a time."""

import fcntl
import json
import os
from collections.abc import Callable, Hashable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self, TypeVar

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import quote

Entry = TypeVar("Entry")


class BadLog(SquarelyError):
    """A log that cannot be read or written."""


class LineForm(NamedTuple, Generic[Entry]):
    """How an entry is written as a line and read again, and what is the same only in equal entries."""

    noun: str
    write: Callable[[Entry], str]
    read: Callable[[str], Entry]  # ValueError says what is wrong with a line
    key: Callable[[Entry], Hashable]

    def load(self, path: Path) -> tuple[dict[Hashable, Entry], list[str]]:
        """The entries of a log, and what was left out of it."""
        try:
            return self.read_lines(path.read_bytes(), str(path))
        except OSError as error:
            raise BadLog(f"{path} cannot be read: {error.strerror}") from None

    def read_lines(self, content: bytes, name: str) -> tuple[dict[Hashable, Entry], list[str]]:
        """The entries of these lines, each once. A line that cannot be believed is named and left out."""
        entries: dict[Hashable, Entry] = {}
        *lines, torn = content.split(b"\n")
        trouble = []
        for number, line in enumerate(lines, 1):
            try:
                entry = self.read(line.decode())
                if self.key(entry) in entries:
                    raise ValueError(f"this {self.noun} was there before")
                entries[self.key(entry)] = entry
            except ValueError as error:
                why = "it is not text" if isinstance(error, UnicodeDecodeError) else str(error)
                trouble.append(f"line {number} of {name} is left out: {why}")
        if torn:
            trouble.append(f"line {len(lines) + 1} of {name} is left out: it was cut short")
        return entries, trouble


class LineLog(Generic[Entry]):
    """Reads the entries that are there and adds to them, each once. It is locked while it is open."""

    def __init__(self, path: Path, form: LineForm[Entry]) -> None:
        self.path, self._form = path, form
        self.entries: dict[Hashable, Entry] = {}
        self.trouble: list[str] = []  # what was left out of what is there, a sentence each

    def __enter__(self) -> Self:
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
        self.entries, self.trouble = self._form.read_lines(content, str(self.path))
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, entries: Iterable[Entry]) -> int:
        """Write entries, each once, and wait until the disk has them. Returns how many were new."""
        keyed = {self._form.key(each): each for each in entries}
        new = {key: each for key, each in keyed.items() if key not in self.entries}
        unsent = "".join(f"{self._form.write(each)}\n" for each in new.values()).encode()
        try:
            while unsent:
                unsent = unsent[self._file.write(unsent) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadLog(f"{self.path} cannot be written: {error.strerror}; run it again to go on") from None
        self.entries |= new
        return len(new)


def seal(data: dict[str, Any]) -> str:
    """The data as one line of JSON, with a checksum as its last field."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f'{text[:-1]},"seal":"{_compute_checksum(text)}"}}'


def read_sealed(line: str, kind: str, version: int, what: str) -> dict[str, Any]:
    """The data of such a line, whose first field is `kind` with its version; ValueError says what is wrong with it."""
    try:
        data = json.loads(line)
    except (RecursionError, ValueError):
        raise ValueError("it is not JSON") from None
    if not isinstance(data, dict) or kind not in data:
        raise ValueError(f"it is not {what}")
    if data[kind] != version:
        other = quote(str(data[kind])).strip("'")
        raise ValueError(f"it was written by another version of the {kind} ({other}, not {version})")
    text = line.rpartition(',"seal":')[0] + "}"
    if data.get("seal") != _compute_checksum(text):
        raise ValueError("it was changed after it was written")
    return data


def _compute_checksum(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
