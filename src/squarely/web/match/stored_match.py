"""A match as the server keeps it: its row in the database, and the log that its events make."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.seat_secrets import find_holder
from squarely.play.seats import Seats
from squarely.web.storage.match_rows import MatchRow, read_offer

PERSON = "person"  # in a row, who sits where no computer does


@lru_cache(maxsize=256)
def load_game(name: str, options: str) -> Game:
    """The game with these options, worked out once for all the matches that are played of it."""
    return registry.load(name, options)


@dataclass(frozen=True)
class StoredMatch:
    """A row and its log. A value: what changes in the database gives a new one."""

    row: MatchRow
    log: MatchLog

    @classmethod
    def of(cls, row: MatchRow) -> "StoredMatch":
        """A match in which nothing has happened yet."""
        game = load_game(row.game, row.options)
        match = Match.of(game, game.read_position(row.start), (row.first_name, row.second_name))
        return cls(row, MatchLog(match, _seats(row), row.seconds, row.begun_at, read_offer(row.offer)))

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

    def find_holder(self, secret: str) -> Side | None:
        """Whose secret this is, or None if it opens no seat of this match."""
        return find_holder((self.row.first_secret, self.row.second_secret), secret)

    def find_holders(self, secrets: Iterable[str]) -> list[Side]:
        """The sides that these secrets open, in order."""
        return sorted({side for secret in secrets if (side := self.find_holder(secret)) is not None})


def _seats(row: MatchRow) -> Seats:
    first, second = (None if player == PERSON else player for player in (row.first_player, row.second_player))
    return Seats((first, second), are_apart=row.kind == "link", is_study=row.kind == "explore")
