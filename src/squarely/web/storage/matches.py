"""What is kept of a match, and the jobs that keep and find it. Secrets are kept as hashes only."""

from secrets import token_hex
from typing import NamedTuple

from squarely.web.storage.database import Connection


class Kept(NamedTuple):
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
    offer: str  # kind, side and the turn it was made at: it lapses with the next turn
    rematch: str  # the match that followed this one
    made_at: float
    begun_at: float  # when both sides were there; 0 before


class Turn(NamedTuple):
    """One turn of a match."""

    turn: int
    side: int
    act: str  # move, undo, resign, draw or timeout
    move: str
    back: int  # how many moves an undo takes back
    at: float


_SOME = 500  # matches that are forgotten at a time, so that nobody waits long for it
_ROOM = 8000  # bytes
_FIELDS = ", ".join(Kept._fields)
_VALUES = ", ".join(f":{field}" for field in Kept._fields)


def begin(connection: Connection, kept: Kept) -> None:
    """Keep a new match."""
    connection.execute(f"INSERT INTO matches ({_FIELDS}) VALUES ({_VALUES})", **kept._asdict())


def find(connection: Connection, match: str, after: int = 0) -> tuple[Kept, list[Turn]] | None:
    """A match and its turns after this one, or None if there is no such match."""
    rows = connection.execute(f"SELECT {_FIELDS} FROM matches WHERE id = :match", match=match)
    if not rows:
        return None
    turns = connection.execute(
        "SELECT turn, side, act, move, back, at FROM turns WHERE match = :match AND turn > :after ORDER BY turn",
        match=match,
        after=after,
    )
    return Kept(*rows[0]), [Turn(*row) for row in turns]


def add_turn(connection: Connection, match: str, turn: Turn) -> bool:
    """Keep a turn. False if the match has that turn already, from whomever, or is gone."""
    added = connection.execute(
        "INSERT INTO turns (match, turn, side, act, move, back, at) "
        "SELECT :match, :turn, :side, :act, :move, :back, :at WHERE EXISTS (SELECT 1 FROM matches WHERE id = :match) "
        "ON CONFLICT DO NOTHING RETURNING turn",
        match=match,
        **turn._asdict(),
    )
    if added:
        connection.announce(match, turn.turn)
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


def begin_rematch(connection: Connection, match: str, following: Kept) -> str:
    """Keep the match that follows another one, unless one does already; its id either way."""
    linked = connection.execute(
        "UPDATE matches SET rematch = :following WHERE id = :match AND rematch = '' RETURNING id",
        match=match,
        following=following.id,
    )
    if linked:
        begin(connection, following)
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
    empty = {field: kind() for field, kind in Kept.__annotations__.items()}
    name = f"try {token_hex(8)}"
    begin(connection, Kept(**{**empty, "id": name, "start": "x" * _ROOM}))
    connection.execute("DELETE FROM matches WHERE id = :match", match=name)
