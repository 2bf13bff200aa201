"""The tables of the database, and how an older one becomes a newer one."""

from squarely.core.errors import BadOption
from squarely.web.storage.database import Database

# Each migration is run once, in order, in one transaction with its number. Never change one that was released.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            start TEXT NOT NULL,
            first_name TEXT NOT NULL,
            second_name TEXT NOT NULL,
            first_player TEXT NOT NULL,
            second_player TEXT NOT NULL,
            first_secret TEXT NOT NULL,
            second_secret TEXT NOT NULL,
            invitation TEXT NOT NULL,
            invited BIGINT NOT NULL,
            seconds BIGINT NOT NULL,
            seed BIGINT NOT NULL,
            offer TEXT NOT NULL,
            rematch TEXT NOT NULL,
            made_at DOUBLE PRECISION NOT NULL,
            begun_at DOUBLE PRECISION NOT NULL
        )
        """,
        """
        CREATE TABLE turns (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            turn BIGINT NOT NULL,
            side BIGINT NOT NULL,
            act TEXT NOT NULL,
            move TEXT NOT NULL,
            back BIGINT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (match, turn)
        )
        """,
    ),
    ("CREATE INDEX matches_by_age ON matches (made_at)",),  # so that expiry need not read every match
    ("CREATE TABLE expiry (id BIGINT PRIMARY KEY, reached DOUBLE PRECISION NOT NULL)",),
)


def upgrade(database: Database) -> None:
    """Bring a database up to date; refuse one that a newer Squarely has written."""
    connection = database.begin()
    try:
        connection.alone()
        connection.execute("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)")
        newest = connection.execute("SELECT COALESCE(MAX(number), 0) FROM migrations")[0][0]
        if newest > len(MIGRATIONS):
            raise BadOption(
                f"the database was written by a newer Squarely (version {newest} of its tables; this one knows "
                f"{len(MIGRATIONS)}); install the newer one, or name another database with --database"
            )
        for number, statements in enumerate(MIGRATIONS[newest:], newest + 1):
            for statement in statements:
                connection.execute(statement)
            connection.execute("INSERT INTO migrations (number) VALUES (:number)", number=number)
        database.commit()
    except BaseException:
        database.rollback()
        raise
