"""What is kept of a match, and the jobs that keep and find it. Secrets are kept as hashes only."""

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
    connection: Connection, match: str, side: int, invitation: str, claimed: str, secret: str, name: str, at: float
) -> bool:
    """Give the seat to whoever comes first. False if it was taken or the invitation is wrong.

    The invitation turns into what its taker claimed it with, so that they, and nobody else, can ask again if the answer
    was lost on its way. Asking again does not begin the match again: its clock runs on.
    """
    seat = ("first", "second")[side]
    taken = connection.execute(
        f"UPDATE matches SET {seat}_secret = :secret, {seat}_name = :name, invitation = :claimed, "
        f"begun_at = CASE WHEN begun_at = 0 THEN :at ELSE begun_at END "
        f"WHERE id = :match AND invitation <> '' "
        f"AND (invitation = :claimed OR (invitation = :invitation AND {seat}_secret = '')) RETURNING id",
        match=match,
        secret=secret,
        name=name,
        at=at,
        invitation=invitation,
        claimed=claimed,
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
    """Forget the matches in which nothing has happened since then; how many there were."""
    gone = connection.execute(
        "DELETE FROM matches WHERE made_at < :before AND begun_at < :before AND NOT EXISTS "
        "(SELECT 1 FROM turns WHERE turns.match = matches.id AND turns.at >= :before) RETURNING id",
        before=before,
    )
    return len(gone)
