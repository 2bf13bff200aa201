"""Where matches are kept: SQLite on one machine, PostgreSQL for several server processes. The same SQL for both."""

from squarely.core.errors import BadOption
from squarely.web.storage.journal import Journal


def open_journal(url: str) -> Journal:
    """The journal of the database with this address: `sqlite:///PATH` or `postgresql://…`."""
    kind, colon, path = url.partition("://")
    if kind == "sqlite" and path.startswith("/") and len(path) > 1:
        from pathlib import Path

        from squarely.web.storage.sqlite import SQLite

        return Journal(SQLite(Path(path[1:])))
    if kind == "postgresql" and path:
        try:
            from squarely.web.storage.postgresql import PostgreSQL

            return Journal(PostgreSQL(url))
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            raise BadOption(
                f"squarely serve needs {missing}; install it with: pip install 'squarely[postgresql]'"
            ) from None
    shown = f"{kind}://…" if colon else "this"  # an address may hold a password
    raise BadOption(f"{shown} is not a database; there are sqlite:///PATH and postgresql://USER@HOST/NAME")
