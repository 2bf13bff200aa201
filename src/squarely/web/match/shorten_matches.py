"""Matches of a game whose rules have changed under them: each keeps what is still allowed."""

from collections.abc import Sequence

from squarely.core.errors import SquarelyError
from squarely.play.events import Event
from squarely.web.match.stored_match import StoredMatch, load_game
from squarely.web.storage import match_rows
from squarely.web.storage.database import Connection
from squarely.web.storage.match_rows import MatchRow


def shorten_matches(connection: Connection) -> int:
    """Cut every match back to the events that its rules allow now; returns how many matches lost some.

    Only for a game that is being tried, in a database of its own: elsewhere nothing that was kept is ever given up.
    """
    shortened = 0
    for before, events in _read_matches(connection):
        row = _begin_again(before)
        kept = _count_allowed(row, events)
        shortened += kept < len(events)
        connection.execute(
            "UPDATE matches SET options = :options, start = :start, offer = :offer WHERE id = :match",
            options=row.options,
            start=row.start,
            offer=row.offer if kept == len(events) else "",
            match=row.id,
        )
        connection.execute("DELETE FROM turns WHERE match = :match AND turn > :kept", match=row.id, kept=kept)
    return shortened


def forget_usual_starts(connection: Connection) -> None:
    """Before the rules change: let matches that began as usual begin as will be usual then."""
    for row, _ in _read_matches(connection):
        game = load_game(row.game, row.options)
        if row.start == game.write_position(game.start_for(row.seed)):
            connection.execute("UPDATE matches SET start = '' WHERE id = :match", match=row.id)


def _read_matches(connection: Connection) -> list[tuple[MatchRow, list[Event]]]:
    ids = [str(match) for (match,) in connection.execute("SELECT id FROM matches")]
    return [found for match in ids if (found := match_rows.find_match(connection, match))]


def _begin_again(row: MatchRow) -> MatchRow:
    """The match before its first move: as it was where that can still be, else from the usual start."""
    try:
        game = load_game(row.game, row.options)
    except SquarelyError:
        row = row._replace(options="")
        game = load_game(row.game, "")
    try:
        start = game.read_position(row.start) if row.start else game.start_for(row.seed)
    except SquarelyError:
        start = game.start_for(row.seed)
    return row._replace(start=game.write_position(start))


def _count_allowed(row: MatchRow, events: Sequence[Event]) -> int:
    """How many of the events can still happen, one after the other."""
    stored = StoredMatch.of(row)
    for done, event in enumerate(events):
        try:
            stored = stored.add(event)
        except SquarelyError:
            return done
    return len(events)
