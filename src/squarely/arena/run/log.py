"""The log of a run: a line for each match, on the disk before the next one counts."""

import fcntl
import os
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from squarely.arena.run.match_result import MatchResult, read_line, write_line
from squarely.core.errors import SquarelyError

Key: TypeAlias = Callable[[MatchResult], Hashable]


class BadLog(SquarelyError):
    """A log that cannot be read or written."""


def by_fixture(played: MatchResult) -> Hashable:
    """What a run counts once: each match of its plan."""
    return played.fixture


class Log:
    """Reads what was played and adds to it. One run at a time: it is locked while it is open."""

    def __init__(self, path: Path, key: Key = by_fixture) -> None:
        self.path = path
        self._key = key
        self.played: dict[Hashable, MatchResult] = {}
        self.trouble: list[str] = []  # what was left out of what is there, a sentence each

    def __enter__(self) -> "Log":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise BadLog(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise BadLog(f"another run is writing {self.path}; wait for it, or choose another --log") from None
        try:
            content = self.path.read_bytes()
            self.played, self.trouble = read_lines(content, str(self.path), self._key)
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                os.ftruncate(self._file, whole)
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        os.close(self._file)

    def add(self, matches: Iterable[MatchResult]) -> int:
        """Write matches, each once, and wait until the disk has them. Returns how many were new."""
        new = {self._key(each): each for each in matches if self._key(each) not in self.played}
        unsent = "".join(f"{write_line(each)}\n" for each in new.values()).encode()
        try:
            while unsent:
                unsent = unsent[os.write(self._file, unsent) :]
            os.fsync(self._file)
        except OSError as error:
            raise BadLog(f"{self.path} cannot be written: {error.strerror}; run it again to go on") from None
        self.played |= new
        return len(new)


def load_log(path: Path, key: Key = by_fixture) -> tuple[dict[Hashable, MatchResult], list[str]]:
    """The matches of a log, and what was left out of it."""
    try:
        return read_lines(path.read_bytes(), str(path), key)
    except OSError as error:
        raise BadLog(f"{path} cannot be read: {error.strerror}") from None


def read_lines(content: bytes, name: str, key: Key = by_fixture) -> tuple[dict[Hashable, MatchResult], list[str]]:
    """The matches of a log's lines, each once. A line that cannot be believed is named and left out."""
    played: dict[Hashable, MatchResult] = {}
    *lines, torn = content.split(b"\n")
    trouble = []
    for number, line in enumerate(lines, 1):
        try:
            match = read_line(line.decode())
        except ValueError as error:
            why = "it is not text" if isinstance(error, UnicodeDecodeError) else str(error)
            trouble.append(f"line {number} of {name} is left out: {why}")
            continue
        if key(match) in played:
            trouble.append(f"line {number} of {name} is left out: this match was there before")
        else:
            played[key(match)] = match
    if torn:
        trouble.append(f"line {len(lines) + 1} of {name} is left out: it was cut short")
    return played, trouble
