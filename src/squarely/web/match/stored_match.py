"""A match as the server keeps it, its row in the database and the log that its events make; and how it begins."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from secrets import randbelow
from typing import Any

from squarely.core.errors import BadPlayer, SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.core.text.notation import is_printable, is_visible
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.seat_secrets import find_holder, hash_secret, mint_match_id, mint_secret
from squarely.play.seats import Seats
from squarely.web.protocol.messages import Begun, NewMatch, Seat
from squarely.web.storage.database import Database
from squarely.web.storage.match_rows import MatchRow, find_match, read_offer
from squarely.web.study.views import SIDES

SEEDS = 2**31
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
    # The turns after the number that was asked for last, encoded: many may join a long match at once.
    encoded_turns: dict[int, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

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
    def is_waiting(self) -> bool:
        """Whether a seat is still free."""
        return self.row.kind == "link" and not (self.row.first_secret and self.row.second_secret)

    def find_holder(self, secret: str) -> Side | None:
        """Whose secret this is, or None if it opens no seat of this match."""
        return find_holder((self.row.first_secret, self.row.second_secret), secret)

    def find_holders(self, secrets: Iterable[str]) -> list[Side]:
        """The sides that these secrets open, in order."""
        return sorted({side for secret in secrets if (side := self.find_holder(secret)) is not None})


def prepare_match(new: NewMatch, now: float) -> tuple[MatchRow, Begun]:
    """The row of a new match, and what its beginner is told."""
    game, side = load_game(new.game, new.options), Side(SIDES.index(new.side))
    is_computer, is_link = new.opponent not in ("here", "link", "explore"), new.opponent == "link"
    seed = randbelow(SEEDS) if new.seed is None else new.seed
    start = game.read_position(new.position) if new.position else game.start_for(seed)
    computer = new.opponent.replace(":", " ").capitalize() if is_computer else ""
    names = {side: choose_name(new.name, game, side)}
    names[side.other] = computer or choose_name(new.other_name, game, side.other)
    players = {side: PERSON, side.other: new.opponent if is_computer else PERSON}
    secrets = {each: mint_secret() for each in ((side,) if is_computer or is_link else (side, side.other))}
    hashes = {each: hash_secret(secret) for each, secret in secrets.items()}
    invitation = mint_secret() if is_link else ""
    row = MatchRow(
        id=mint_match_id(),
        kind="computer" if is_computer else new.opponent,
        game=game.name,
        options=game.options,
        start=game.write_position(start),
        first_name=names[Side.FIRST],
        second_name=names[Side.SECOND],
        first_player=players[Side.FIRST],
        second_player=players[Side.SECOND],
        first_secret=hashes.get(Side.FIRST, ""),
        second_secret=hashes.get(Side.SECOND, ""),
        invitation=hash_secret(invitation) if invitation else "",
        invited=side.other,
        seconds=new.seconds or 0,
        seed=seed,
        made_at=now,
        begun_at=0.0 if is_link else now,
    )
    told = [Seat(row.id, SIDES[each], secret) for each, secret in secrets.items()]
    return row, Begun(row.id, told, invitation or None)


def prepare_rematch(before: StoredMatch, now: float) -> MatchRow:
    """The match after this one: the same game, seats swapped, freshly dealt where it is dealt."""
    row, game, seed = before.row, before.log.match.game, randbelow(SEEDS)
    first, second = (  # what the rulebook calls a side stays with the side
        game.players[side.other] if name == game.players[side] else name
        for side, name in zip(Side, before.log.match.names, strict=True)
    )
    return MatchRow(
        id=mint_match_id(),
        kind=row.kind,
        game=row.game,
        options=row.options,
        start=game.write_position(game.start_for(seed)) if game.is_dealt else row.start,
        first_name=second,
        second_name=first,
        first_player=row.second_player,
        second_player=row.first_player,
        invited=row.invited,
        seconds=row.seconds,
        seed=seed,
        made_at=now,
        begun_at=now,
    )


def choose_name(given: str, game: Game, side: Side) -> str:
    """A player's own name or, without one, what the rulebook calls the side."""
    name = given.strip()
    if not is_printable(name):
        raise BadPlayer("a name is one line of at most 32 printable characters")
    if name and not is_visible(name):
        raise BadPlayer("that name cannot be seen; a name has a letter, a digit or another sign in it")
    return name or game.players[side]


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
