"""A match as the server keeps it: its row in the database, and the log that its events make."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.seat_secrets import find_holder
from squarely.play.seats import Seats
from squarely.web.storage.database import Database
from squarely.web.storage.match_rows import MatchRow, find_match, read_offer

PERSON = "person"  # in a row, who sits where no computer does


@lru_cache(maxsize=256)
def load_game(name: str, options: str) -> Game:
    """The game with these options, one for all matches that are played of it."""
    return registry.load(name, options)


@dataclass(frozen=True)
class StoredMatch:
    """A row and its log, immutable."""

    row: MatchRow
    log: MatchLog

    @classmethod
    def of(cls, row: MatchRow) -> "StoredMatch":
        """A match in which nothing has happened yet; a row without a start begins from the usual one."""
        game = load_game(row.game, row.options)
        row = row if row.start else row._replace(start=game.write_position(game.start_for(row.seed)))
        match = replace(Match.of(game, game.read_position(row.start)), names=(row.first_name, row.second_name))
        first, second = (None if player == PERSON else player for player in (row.first_player, row.second_player))
        seats = Seats((first, second), are_apart=row.kind == "link", is_study=row.kind == "explore")
        return cls(row, MatchLog(match, seats, row.seconds, row.begun_at, read_offer(row.offer)))

    def add(self, event: Event) -> "StoredMatch":
        """With one more event, which was judged before."""
        return StoredMatch(self.row, self.log.add(event))

    def update(self, row: MatchRow) -> "StoredMatch":
        """With what has changed about the seats and the offer."""
        match = replace(self.log.match, names=(row.first_name, row.second_name))
        return StoredMatch(row, replace(self.log, match=match, begun_at=row.begun_at, last_offer=read_offer(row.offer)))

    @property
    def players(self) -> tuple[str, str]:
        """Who sits where: a person, or a computer player by its name."""
        return self.row.first_player, self.row.second_player

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is still free."""
        return self.row.kind == "link" and not (self.row.first_secret and self.row.second_secret)

    def find_holder(self, secret: str) -> Side | None:
        """Whose secret this is, or None if it opens no seat of this match."""
        return find_holder((self.row.first_secret, self.row.second_secret), secret)

    def find_holders(self, secrets: Iterable[str]) -> list[Side]:
        """The sides that these secrets open, in order."""
        return sorted({side for secret in secrets if (side := self.find_holder(secret)) is not None})


# A game that is being tried has a database of its own, and its rules may change between two runs of the server.
# Elsewhere nothing that was kept is ever given up.


def forget_usual_starts(database: Database) -> None:
    """Before the rules change: matches that began from the usual start begin from the new one then."""
    for row, _ in _read_matches(database):
        game = load_game(row.game, row.options)
        if row.start == game.write_position(game.start_for(row.seed)):
            database.execute("UPDATE matches SET start = '' WHERE id = :match", match=row.id)


def shorten_matches(database: Database) -> None:
    """After the rules have changed: cut every match back to the events that they allow now."""
    for before, events in _read_matches(database):
        stored = _begin_again(before)
        with suppress(SquarelyError):
            for event in events:
                stored = stored.add(event)
        row = stored.row
        sql = "UPDATE matches SET options = :options, start = :start WHERE id = :match"
        database.execute(sql, options=row.options, start=row.start, match=row.id)
        sql = "DELETE FROM turns WHERE match = :match AND turn > :kept"
        database.execute(sql, match=row.id, kept=stored.log.length)


def _read_matches(database: Database) -> list[tuple[MatchRow, list[Event]]]:
    ids = [str(match) for (match,) in database.execute("SELECT id FROM matches")]
    return [found for match in ids if (found := find_match(database, match))]


def _begin_again(row: MatchRow) -> StoredMatch:
    """The match before its first move: as it was where that can still be, else with the usual options and start."""
    for options, start in product((row.options, ""), (row.start, "")):
        with suppress(SquarelyError):
            return StoredMatch.of(row._replace(options=options, start=start))
    return StoredMatch.of(row)
