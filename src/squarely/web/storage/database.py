"""What the journal needs of a database, its tables, and how an older one becomes a newer one."""

from collections.abc import Callable
from typing import Any, TypeAlias

from squarely.core.errors import BadOption, SquarelyError

Row: TypeAlias = tuple[Any, ...]
News: TypeAlias = Callable[[str, int], None]  # a match, and the turn it has come to


class StorageTrouble(SquarelyError):
    """Nothing was kept, or it is unknown whether it was: the disk is full, the database locked or out of reach."""


class Conflict(StorageTrouble):
    """A deadlock or its like with another server process: the transaction was rolled back and can be retried."""


class Database:
    """One writing connection, one transaction at a time. StorageTrouble says what is wrong with it.

    What only concerns several server processes does nothing here: a database for one process inherits it.
    """

    def begin(self) -> None:
        """Begin a transaction; connects first where that is needed."""

    def execute(self, sql: str, **values: object) -> list[Row]:
        """The rows that a statement gives. Values are written `:name` in it."""
        raise NotImplementedError

    def commit(self) -> None:
        """Once this returns, what was written survives a crash of this machine."""
        self.execute("COMMIT")

    def rollback(self) -> None:
        """Roll back the transaction, if there is one. Never fails: a connection that cannot is dropped."""

    def close(self) -> None:
        """Release every connection and lock."""

    def announce(self, match: str, turn: int) -> None:
        """Tell other server processes, once this is committed, that a match has news."""

    def listen(self, news: News) -> None:
        """Pass on what other server processes announce, from now on."""

    def lock_tables(self) -> None:
        """Wait until no other server process upgrades the tables, and keep it so for this transaction."""

    def hurry(self) -> None:
        """We close: from now on fail soon where there is no answer."""


# Each migration is run once, in order, in one transaction with its number. Never change one that was released.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL,
            game TEXT NOT NULL, options TEXT NOT NULL, start TEXT NOT NULL,
            first_name TEXT NOT NULL, second_name TEXT NOT NULL,
            first_player TEXT NOT NULL, second_player TEXT NOT NULL,
            first_secret TEXT NOT NULL, second_secret TEXT NOT NULL,
            invitation TEXT NOT NULL, invited BIGINT NOT NULL,
            seconds BIGINT NOT NULL, seed BIGINT NOT NULL,
            offer TEXT NOT NULL, rematch TEXT NOT NULL,
            made_at DOUBLE PRECISION NOT NULL, begun_at DOUBLE PRECISION NOT NULL
        )
        """,
        """
        CREATE TABLE turns (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, turn BIGINT NOT NULL,
            side BIGINT NOT NULL, act TEXT NOT NULL, move TEXT NOT NULL, back BIGINT NOT NULL,
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
    try:
        database.begin()
        database.lock_tables()
        database.execute("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)")
        newest = database.execute("SELECT COALESCE(MAX(number), 0) FROM migrations")[0][0]
        if newest > len(MIGRATIONS):
            raise BadOption(
                f"the database was written by a newer Squarely (version {newest} of its tables; this one knows "
                f"{len(MIGRATIONS)}); install the newer one, or name another database with --database"
            )
        for number, statements in enumerate(MIGRATIONS[newest:], newest + 1):
            for statement in statements:
                database.execute(statement)
            database.execute("INSERT INTO migrations (number) VALUES (:number)", number=number)
        database.commit()
    finally:
        database.rollback()
