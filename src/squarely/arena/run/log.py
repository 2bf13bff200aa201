"""The log of a run: a line for each match, on the disk before the next one counts."""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeAlias

from squarely.arena.run.match_result import MatchResult, read_line, write_line
from squarely.files.line_log import BadLog, LineForm, LineLog, load_entries, read_entries

__all__ = ["BadLog", "Key", "Log", "by_fixture", "load_log", "read_lines"]

Key: TypeAlias = Callable[[MatchResult], Hashable]
_MATCH = LineForm("match", write_line, read_line)


def by_fixture(played: MatchResult) -> Hashable:
    """What a run counts once: each match of its plan."""
    return played.fixture


class Log(LineLog[MatchResult]):
    """Reads what was played and adds to it. One run at a time: it is locked while it is open."""

    def __init__(self, path: Path, key: Key = by_fixture) -> None:
        super().__init__(path, _MATCH, key)

    def __enter__(self) -> "Log":
        self.open()
        return self

    @property
    def played(self) -> dict[Hashable, MatchResult]:
        """Every match that is in it."""
        return self.entries


def load_log(path: Path, key: Key = by_fixture) -> tuple[dict[Hashable, MatchResult], list[str]]:
    """The matches of a log, and what was left out of it."""
    return load_entries(path, _MATCH, key)


def read_lines(content: bytes, name: str, key: Key = by_fixture) -> tuple[dict[Hashable, MatchResult], list[str]]:
    """The matches of a log's lines, each once. A line that cannot be believed is named and left out."""
    return read_entries(content, name, _MATCH, key)
