"""The rows of a match, and the jobs that keep and find them. Secrets are kept as hashes only."""

from secrets import token_hex
from typing import NamedTuple

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.play.offers import Offer
from squarely.web.storage.database import Database


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
    first_secret: str = ""  # the hash of it; empty while the seat is free
    second_secret: str = ""
    invitation: str = ""  # the hash of it; empty when there is none
    invited: int = 0  # the side it is for
    seconds: int = 0  # for each turn; 0 for no clock
    seed: int = 0
    offer: str = ""  # as `write_offer` has it
    rematch: str = ""  # the match that followed this one
    made_at: float = 0.0
    begun_at: float = 0.0  # when both sides were there; 0 before


_BATCH = 500  # matches that are deleted at a time, so that no move waits long for it
_ROOM = 8000  # bytes
_FIELDS = ", ".join(MatchRow._fields)
_VALUES = ", ".join(f":{field}" for field in MatchRow._fields)


def insert_match(database: Database, row: MatchRow) -> None:
    database.execute(f"INSERT INTO matches ({_FIELDS}) VALUES ({_VALUES})", **row._asdict())


def find_match(database: Database, match: str, after: int = 0) -> tuple[MatchRow, list[Event]] | None:
    """A match and its events after this one, or None if there is no such match."""
    rows = database.execute(f"SELECT {_FIELDS} FROM matches WHERE id = :match", match=match)
    if not rows:
        return None
    sql = "SELECT turn, side, act, move, back, at FROM turns WHERE match = :match AND turn > :after ORDER BY turn"
    events = database.execute(sql, match=match, after=after)
    return MatchRow(*rows[0]), [Event(number, Side(side), *rest) for number, side, *rest in events]


def add_event(database: Database, match: str, event: Event) -> bool:
    """Keep an event. False if the match has one of that number already, or is gone."""
    sql = (
        "INSERT INTO turns (match, turn, side, act, move, back, at) "
        "SELECT id, :number, :side, :kind, :move, :back, :at FROM matches WHERE id = :match "
        "ON CONFLICT DO NOTHING"
    )
    return _write(database, sql, match, event.number, **event._asdict() | {"side": int(event.side)})


def take_seat(
    database: Database, match: str, side: int, invitation: str, claimed: str, secret: str, name: str, at: float
) -> bool:
    """Give the seat to the first who comes. False if it was taken or the invitation is wrong.

    The invitation turns into what its taker claimed it with: with the same claim they can ask again, idempotently, if
    the answer was lost. That does not begin the match again: its clock runs on.
    """
    seat = ("first", "second")[side]
    sql = (
        f"UPDATE matches SET {seat}_secret = :secret, {seat}_name = :name, invitation = :claimed, "
        "begun_at = CASE WHEN begun_at = 0 THEN :at ELSE begun_at END WHERE id = :match AND invitation <> '' "
        f"AND (invitation = :claimed OR (invitation = :invitation AND {seat}_secret = ''))"
    )
    return _write(database, sql, match, secret=secret, name=name, at=at, invitation=invitation, claimed=claimed)


def renew_seat(database: Database, match: str, side: int, secret: str) -> None:
    """Give a seat of a rematch to the player who has proved that they had the other one before."""
    seat = ("first", "second")[side]
    _write(database, f"UPDATE matches SET {seat}_secret = :secret WHERE id = :match", match, secret=secret)


def set_offer(database: Database, match: str, offer: str) -> None:
    """Keep what was offered, or that it was declined."""
    _write(database, "UPDATE matches SET offer = :offer WHERE id = :match", match, offer=offer)


def begin_rematch(database: Database, match: str, following: MatchRow) -> str:
    """Keep the match that follows another one, unless one does already; its id either way."""
    sql = "UPDATE matches SET rematch = :following WHERE id = :match AND rematch = ''"
    if _write(database, sql, match, following=following.id):
        insert_match(database, following)
        return following.id
    return str(database.execute("SELECT rematch FROM matches WHERE id = :match", match=match)[0][0])


def _write(database: Database, sql: str, match: str, turn: int = 0, /, **values: object) -> bool:
    """Change something about a match, and announce it. False if nothing was changed."""
    changed = database.execute(f"{sql} RETURNING 1", match=match, **values)
    if changed:
        database.announce(match, turn)
    return bool(changed)


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


def expire(database: Database, before: float) -> int:
    """Delete some of the matches in which nothing has happened since then; how many, 0 when all are gone."""
    idle = (
        "SELECT id FROM matches WHERE made_at < :before AND begun_at < :before AND NOT EXISTS "
        "(SELECT 1 FROM turns WHERE turns.match = matches.id AND turns.at >= :before) LIMIT :some"
    )
    return len(database.execute(f"DELETE FROM matches WHERE id IN ({idle}) RETURNING id", before=before, some=_BATCH))


def find_time_reached(database: Database) -> float | None:
    """Up to when time has passed for expiry: as noted, else when something last happened, else None."""
    noted = database.execute("SELECT reached FROM expiry")
    newest = noted or database.execute("SELECT MAX(made_at), MAX(begun_at), (SELECT MAX(at) FROM turns) FROM matches")
    return max((float(at) for at in newest[0] if at is not None), default=None)


def note_time_reached(database: Database, reached: float) -> None:
    """Keep it for the next start."""
    sql = "INSERT INTO expiry (id, reached) VALUES (1, :reached) ON CONFLICT (id) DO UPDATE SET reached = :reached"
    database.execute(sql, reached=reached)


def try_to_keep(database: Database) -> None:
    """Write what a match and some turns of it would take, and delete it: trouble if there is no room for one."""
    row = MatchRow(f"try {token_hex(8)}", "", "", "", "x" * _ROOM, "", "", "", "")
    insert_match(database, row)
    database.execute("DELETE FROM matches WHERE id = :match", match=row.id)
