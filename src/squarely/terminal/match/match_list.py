"""Saved matches as a person looks for them: when, which game, who against whom, how far. Read only as far as shown."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.text.notation import count_noun
from squarely.files.match_lock import LockedFile
from squarely.players import HUMAN
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.match.record_file import load_record

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONGEST_PLAYER = 32


class ListedMatch(NamedTuple):
    """A saved match with its number, which it keeps as long as the list is looked at; the latest is number 1."""

    number: int
    path: Path
    changed: datetime
    record: Record

    def describe(self, now: datetime) -> str:
        """The match in a line, without its number."""
        match = self.record.match
        options = f" ({match.game.rules_name})" if match.game.options else ""
        moves = count_noun(len(match.moves), "move") if match.moves else "no move yet"
        when = describe_time(self.changed, now)
        parts = (f"{match.game.name}{options}", describe_players(self.record), moves)
        return f"{when:<{_WIDEST_TIME}}  {', '.join(parts)}"


class MatchList:
    """Saved matches, the latest first, numbered as they are read. What cannot be read gets no number."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._unread = iter(paths)
        self._rest = len(paths)
        self._last = 0
        self._found: dict[int, ListedMatch] = {}
        self.unreadable: list[tuple[Path, str]] = []  # with the reason

    @property
    def has_more(self) -> bool:
        """Whether some have not been read yet."""
        return self._rest > 0

    def read(self, count: int) -> list[ListedMatch]:
        """The next ones, at most so many."""
        return list(islice(self._read_on(), count))

    def find(self, number: int) -> ListedMatch | None:
        """The match of that number, if it has been read."""
        return self._found.get(number)

    @property
    def numbers(self) -> list[int]:
        """The numbers of those that have been read and are still there, the latest match's first."""
        return list(self._found)

    def forget(self, path: Path) -> None:
        """This file is not there any more; the others keep their numbers."""
        if number := next((number for number, each in self._found.items() if each.path == path), None):
            del self._found[number]
        self.unreadable = [(unread, why) for unread, why in self.unreadable if unread != path]

    def read_all(self) -> list[ListedMatch]:
        """All of them, as far as they have not been forgotten."""
        self.read(self._rest)
        return list(self._found.values())

    def _read_on(self) -> Iterator[ListedMatch]:
        for path in self._unread:
            self._rest -= 1
            try:
                changed = datetime.fromtimestamp(path.stat().st_mtime)
                record = load_record(path)
                MatchSettings.from_tags(record.notes)
            except OSError:  # it has vanished meanwhile
                continue
            except SquarelyError as error:
                self.unreadable.append((path, str(error)))
                continue
            self._last += 1
            self._found[self._last] = ListedMatch(self._last, path, changed, record)
            yield self._found[self._last]


def describe_time(then: datetime, now: datetime) -> str:
    """When something was, as a person says it: `today 14:05`, `yesterday 9:30`, `12 Nov`, `12 Nov 2025`."""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {then:%H:%M}"
    day = f"{then.day} {_MONTHS[then.month - 1]}"
    return day if then.year == now.year else f"{day} {then.year}"


_WIDEST_TIME = len("yesterday 00:00")


def describe_players(record: Record) -> str:
    """Who plays against whom, the first side first: names where there are some, `you`, computers by their names."""
    settings = MatchSettings.from_tags(record.notes)
    first, second = _name_player(record.match, 0, settings), _name_player(record.match, 1, settings)
    return f"{first} against {second}"


def _name_player(match: Match, side: int, settings: MatchSettings) -> str:
    players = (settings.first, settings.second)
    is_named = match.names[side] != match.game.players[side]
    if players[side] != HUMAN:
        shown = players[side]
        return f"{shown[: _LONGEST_PLAYER - 1]}…" if len(shown) > _LONGEST_PLAYER else shown
    return match.names[side] if is_named or players[1 - side] == HUMAN else "you"


def delete_match(path: Path) -> None:
    """Delete a saved match for good. InUse if another process plays it, OSError if it cannot be deleted."""
    held = LockedFile(path)
    try:
        held.acquire()
        held.remove()
    finally:
        held.release()
