"""The rows of a match, and the jobs that keep and find them. Secrets are kept as hashes only."""

from secrets import token_hex
from typing import NamedTuple

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.play.offers import Offer
from squarely.web.storage.database import Connection


class MatchRow(NamedTuple):
    """A match as it was begun, who sits where, and what was offered last."""

    id: str
    kind: str  # link, here, explore or computer
    game: str
    options: str
    start: str
    first_name: str
    second_name: str
    first_player: str  # person, or the name of a computer player
    second_player: str
    first_secret: str  # the hash of it; empty while nobody sits there
    second_secret: str
    invitation: str  # the hash of it; empty when there is none
    invited: int  # the side it is for
    seconds: int  # for each turn; 0 for no clock
    seed: int
    offer: str  # as `write_offer` has it
    rematch: str  # the match that followed this one
    made_at: float
    begun_at: float  # when both sides were there; 0 before


_SOME = 500  # matches that are forgotten at a time, so that nobody waits long for it
_ROOM = 8000  # bytes
_FIELDS = ", ".join(MatchRow._fields)
_VALUES = ", ".join(f":{field}" for field in MatchRow._fields)


def insert_match(connection: Connection, row: MatchRow) -> None:
    """Keep a new match."""
    connection.execute(f"INSERT INTO matches ({_FIELDS}) VALUES ({_VALUES})", **row._asdict())


def find_match(connection: Connection, match: str, after: int = 0) -> tuple[MatchRow, list[Event]] | None:
    """A match and its events after this one, or None if there is no such match."""
    rows = connection.execute(f"SELECT {_FIELDS} FROM matches WHERE id = :match", match=match)
    if not rows:
        return None
    events = connection.execute(
        "SELECT turn, side, act, move, back, at FROM turns WHERE match = :match AND turn > :after ORDER BY turn",
        match=match,
        after=after,
    )
    return MatchRow(*rows[0]), [Event(number, Side(side), *rest) for number, side, *rest in events]


def add_event(connection: Connection, match: str, event: Event) -> bool:
    """Keep an event. False if the match has one of that number already, from whomever, or is gone."""
    added = connection.execute(
        "INSERT INTO turns (match, turn, side, act, move, back, at) "
        "SELECT :match, :turn, :side, :act, :move, :back, :at WHERE EXISTS (SELECT 1 FROM matches WHERE id = :match) "
        "ON CONFLICT DO NOTHING RETURNING turn",
        match=match,
        turn=event.number,
        side=int(event.side),
        act=event.kind,
        move=event.move,
        back=event.back,
        at=event.at,
    )
    if added:
        connection.announce(match, event.number)
    return bool(added)


def take_seat(
    connection: Connection,
    match: str,
    side: int,
    invitation: str,
    claimed: str,
    secret: str,
    name: str,
    at: float,
    attempted: str = "",
) -> bool:
    """Give the seat to whoever comes first. False if it was taken or the invitation is wrong.

    The invitation turns into what its taker claimed it with, so that they, and nobody else, can ask again if the answer
    was lost on its way; `attempted` is what it was claimed with in an attempt that nobody was told the end of. Asking
    again does not begin the match again: its clock runs on.
    """
    seat = ("first", "second")[side]
    taken = connection.execute(
        f"UPDATE matches SET {seat}_secret = :secret, {seat}_name = :name, invitation = :claimed, "
        f"begun_at = CASE WHEN begun_at = 0 THEN :at ELSE begun_at END "
        f"WHERE id = :match AND invitation <> '' "
        f"AND (invitation IN (:claimed, :attempted) OR (invitation = :invitation AND {seat}_secret = '')) RETURNING id",
        match=match,
        secret=secret,
        name=name,
        at=at,
        invitation=invitation,
        claimed=claimed,
        attempted=attempted or claimed,
    )
    if taken:
        connection.announce(match, 0)
    return bool(taken)


def renew_seat(connection: Connection, match: str, side: int, secret: str) -> None:
    """Give a seat of a rematch to whoever has proved that they had the other one before."""
    seat = ("first", "second")[side]
    connection.execute(f"UPDATE matches SET {seat}_secret = :secret WHERE id = :match", match=match, secret=secret)
    connection.announce(match, 0)


def set_offer(connection: Connection, match: str, offer: str) -> None:
    """Keep what was offered, or that it was declined."""
    connection.execute("UPDATE matches SET offer = :offer WHERE id = :match", match=match, offer=offer)
    connection.announce(match, 0)


def write_offer(offer: Offer) -> str:
    """What is kept of an offer: kind, side and event; since when a clock stood still for it, and how long; then whether
    it is closed, and what was offered before it in the same turn, each as kind and side.
    """
    words = [offer.kind, str(int(offer.by)), str(offer.after)]
    if offer.asked_at or offer.waited or offer.before or not offer.is_open:
        words += [str(offer.asked_at), str(offer.waited)]
    if not offer.is_open:
        words.append("closed")
    return " ".join([*words, *(f"{kind}:{int(side)}" for kind, side in offer.before)])


def read_offer(text: str) -> Offer | None:
    """The offer of such a text; None if there was none."""
    if not text:
        return None
    kind, by, after, *rest = text.split()
    asked_at, waited = map(float, (*rest, "0", "0")[:2])
    before = tuple((word.partition(":")[0], Side(int(word.partition(":")[2]))) for word in rest[2:] if ":" in word)
    is_open = "closed" not in rest[2:]
    return Offer(kind, Side(int(by)), int(after), asked_at, waited, is_open, before)  # type: ignore[arg-type]


def begin_rematch(connection: Connection, match: str, following: MatchRow) -> str:
    """Keep the match that follows another one, unless one does already; its id either way."""
    linked = connection.execute(
        "UPDATE matches SET rematch = :following WHERE id = :match AND rematch = '' RETURNING id",
        match=match,
        following=following.id,
    )
    if linked:
        insert_match(connection, following)
        connection.announce(match, 0)
        return following.id
    return str(connection.execute("SELECT rematch FROM matches WHERE id = :match", match=match)[0][0])


def expire(connection: Connection, before: float) -> int:
    """Forget some of the matches in which nothing has happened since then; how many, 0 when all are gone."""
    gone = connection.execute(
        "DELETE FROM matches WHERE id IN (SELECT id FROM matches WHERE made_at < :before AND begun_at < :before "
        "AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.match = matches.id AND turns.at >= :before) LIMIT :some) "
        "RETURNING id",
        before=before,
        some=_SOME,
    )
    return len(gone)


def try_to_keep(connection: Connection) -> None:
    """Write what a match and some turns of it would take, and forget it: trouble if there is no room for one."""
    empty = {field: kind() for field, kind in MatchRow.__annotations__.items()}
    name = f"try {token_hex(8)}"
    insert_match(connection, MatchRow(**{**empty, "id": name, "start": "x" * _ROOM}))
    connection.execute("DELETE FROM matches WHERE id = :match", match=name)
