"""Records in files, and the saved matches as a person looks for them: when, which game, who against whom, how far."""

import codecs
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from squarely import Record, SquarelyError, UnknownGame, count_noun
from squarely.command_line.printing import echo
from squarely.core.match import record
from squarely.files import saved_matches
from squarely.files.known_games import lend_known
from squarely.files.saved_matches import lock_match, read_limited
from squarely.players import HUMAN
from squarely.terminal.match.match_settings import MatchSettings

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WIDEST_TIME = len("yesterday 00:00")
_LONGEST_PLAYER = 32


def load_record(path: Path) -> Record:
    """The record in a file; SquarelyError says what is wrong with it."""
    return parse_record(path, read_limited(path))


def parse_record(path: Path, content: bytes) -> Record:
    """The record that was read from this path; SquarelyError says what is wrong with it."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        is_utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        why = "it is text in UTF-16; save it as UTF-8" if is_utf16 else "it is not text"
        raise SquarelyError(f"{path} is not a record: {why}") from None
    try:
        return record.read(text.replace("\r\n", "\n").replace("\r", "\n"))
    except SquarelyError as error:
        if isinstance(error.__cause__, UnknownGame) and lend_known():
            return parse_record(path, content)
        raise SquarelyError(f"{path}, {error}") from error


class ListedMatch(NamedTuple):
    """A saved match, and when it was played last."""

    path: Path
    changed: datetime
    record: Record

    def describe(self, now: datetime) -> str:
        """The match in a line."""
        match = self.record.match
        options = f" ({match.game.rules_name})" if match.game.options else ""
        moves = count_noun(len(match.moves), "move") if match.moves else "no move yet"
        parts = (f"{match.game.name}{options}", describe_players(self.record), moves)
        return f"{describe_time(self.changed, now):<{_WIDEST_TIME}}  {', '.join(parts)}"


def read_matches(paths: Sequence[Path], most: int) -> tuple[list[ListedMatch], list[str]]:
    """The first of these that can be read, at most that many, and why others before them cannot."""
    found, unreadable = list[ListedMatch](), list[str]()
    for path in paths:
        if len(found) == most:
            break
        try:
            listed = ListedMatch(path, datetime.fromtimestamp(path.stat().st_mtime), load_record(path))
            MatchSettings.from_tags(listed.record.notes)
            found.append(listed)
        except FileNotFoundError:  # it has vanished meanwhile
            continue
        except (SquarelyError, OSError) as error:
            unreadable.append(str(error))
    return found, unreadable


def read_finished() -> Iterator[tuple[Path, Record]]:
    """Every finished match of this machine, the latest first; one that cannot be read is named on standard error."""
    for path in saved_matches.list_finished():
        try:
            yield path, load_record(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)


def delete_match(path: Path) -> None:
    """Delete a saved match for good. InUse if another process plays it, OSError if it cannot be deleted."""
    with lock_match(path):
        path.unlink()


def describe_time(then: datetime, now: datetime) -> str:
    """When something was, as a person says it: `today 14:05`, `yesterday 9:30`, `12 Nov`, `12 Nov 2025`."""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {then:%H:%M}"
    day = f"{then.day} {_MONTHS[then.month - 1]}"
    return day if then.year == now.year else f"{day} {then.year}"


def describe_players(found: Record) -> str:
    """Who plays against whom, the first side first: names where there are some, `you`, computers by their names."""
    settings, match, shown = MatchSettings.from_tags(found.notes), found.match, []
    players = (settings.first, settings.second)
    for player, other, name, usual in zip(players, players[::-1], match.names, match.game.players, strict=True):
        if player != HUMAN:
            shown.append(f"{player[: _LONGEST_PLAYER - 1]}…" if len(player) > _LONGEST_PLAYER else player)
        else:
            shown.append(name if name != usual or other == HUMAN else "you")
    return " against ".join(shown)
