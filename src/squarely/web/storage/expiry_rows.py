"""Up to when time has been seen to pass: what expiry goes by, kept so that a clock which jumps forgets nothing."""

from squarely.web.storage.database import Connection

_ONLY = 1  # the key of the one row


def find_time_reached(connection: Connection) -> float | None:
    """As noted; where it never was, when something last happened; None where nothing ever did."""
    noted = connection.execute("SELECT reached FROM expiry WHERE id = :id", id=_ONLY)
    if noted:
        return float(noted[0][0])
    newest = connection.execute("SELECT MAX(made_at), MAX(begun_at), (SELECT MAX(at) FROM turns) FROM matches")
    times = [float(at) for at in newest[0] if at is not None]
    return max(times) if times else None


def note_time_reached(connection: Connection, reached: float) -> None:
    """Keep it for whoever starts later."""
    connection.execute(
        "INSERT INTO expiry (id, reached) VALUES (:id, :reached) ON CONFLICT (id) DO UPDATE SET reached = :reached",
        id=_ONLY,
        reached=reached,
    )
