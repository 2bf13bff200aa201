"""Where matches are kept: SQLite on one machine, PostgreSQL for several server processes. The same SQL for both."""

from pathlib import Path

from squarely.core.errors import BadOption
from squarely.files import saved_matches
from squarely.web.storage.journal import Journal
from squarely.web.storage.sqlite import SQLite


def find_url(given: str | None) -> str:
    """The address of the database: as given, or a file in the user's data folder."""
    return given or f"sqlite:///{saved_matches.folder() / 'matches.db'}"


def read_path(url: str) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL. BadOption for anything else."""
    kind, colon, path = url.partition("://")
    if kind == "sqlite" and path.startswith("/") and len(path) > 1:
        return Path(path[1:])
    if kind == "postgresql" and path:
        return None
    shown = f"{kind}://…" if colon else "this"  # an address may hold a password
    raise BadOption(f"{shown} is not a database; there are sqlite:///PATH and postgresql://USER@HOST/NAME")


def open_journal(url: str) -> Journal:
    """The journal of the database with this address."""
    if path := read_path(url):
        return Journal(SQLite(path))
    try:
        from squarely.web.storage.postgresql import PostgreSQL
    except ModuleNotFoundError as error:
        raise BadOption(
            f"squarely serve needs {error.name}; install it with: pip install 'squarely[postgresql]'"
        ) from None
    return Journal(PostgreSQL(url))
