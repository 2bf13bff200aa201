"""`squarely backup` and `squarely restore`: a copy of the matches in a file, taken while the server runs."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core.errors import BadOption
from squarely.core.text.notation import count_noun
from squarely.files.output_file import Kind, check_writable, replace_file
from squarely.web.storage import find_url, read_path
from squarely.web.storage.database import MIGRATIONS
from squarely.web.storage.sqlite import lock_file

_KIND = Kind("a database", "SQLite format 3")
_BACKUP = """
squarely backup matches-today.db                 a copy of your matches, while the server runs
squarely backup /mnt/b.db --database sqlite:////srv/squarely/matches.db
"""
_RESTORE = """
squarely restore matches-today.db                into an empty place
squarely restore matches-today.db --force        instead of the matches that are there
"""
_database = click.option("--database", metavar="URL", help="sqlite:///PATH; without it, the file of `squarely serve`.")


@click.command(cls=CommandWithExamples, examples=_BACKUP, short_help="Copy the server's matches into a file.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_database
def backup(file: Path, database: str | None) -> None:
    """Copy the matches of a server into FILE, also while it runs. An older copy in FILE is replaced."""
    path = _require_path(database, "pg_dump --format=custom --file=FILE URL")
    if not path.exists():
        raise BadOption(f"there is no database at {path}; name yours with --database")
    if file.exists() and file.samefile(path):
        raise BadOption(f"{file} is the database itself; name another file")
    check_writable(file, _KIND)
    _copy(path, file)
    echo(f"{file} has {_count(file)}.")


@click.command(cls=CommandWithExamples, examples=_RESTORE, short_help="Put such a copy back.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_database
@click.option("--force", is_flag=True, help="Replace the database that is there.")
def restore(file: Path, database: str | None, force: bool) -> None:
    """Make FILE, which `squarely backup` has written, the database of a server that is not running."""
    path = _require_path(database, "pg_restore --no-owner --dbname=URL FILE")
    if path.exists() and not force:
        raise BadOption(f"{path} exists; --force replaces it")
    counted = _count(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = lock_file(path) if path.exists() else None
    _copy(file, path)
    if lock is not None:
        os.close(lock)
    echo(f"{path} has {counted}.")


def _require_path(url: str | None, instead: str) -> Path:
    path = read_path(find_url(url))
    if path is None:
        raise BadOption(f"PostgreSQL has its own command for this: {instead}")
    return path


@contextlib.contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that is there; BadOption where it is none."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise BadOption(f"{path} cannot be read as a database of Squarely ({error})") from None


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is now: in one read transaction, while its server goes on writing.

    The target is whole or as it was before, on the disk, and its owner's only.
    """
    with replace_file(target) as part:
        os.fchmod(part.fileno(), 0o600)
        with _open(source) as read, _open(Path(part.name)) as written:
            read.backup(written)
            written.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        for log in ("wal", "shm", "journal"):  # of a database that is replaced: SQLite would apply it to this one
            target.with_name(f"{target.name}-{log}").unlink(missing_ok=True)
    folder = os.open(target.absolute().parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _count(path: Path) -> str:
    """How much is in a database; BadOption if it is damaged, no database of ours or too new."""
    with _open(path) as connection:
        ((says,),) = connection.execute("PRAGMA integrity_check(1)")
        if says != "ok":
            raise BadOption(f"{path} is damaged ({says})")
        ((version,),) = connection.execute("SELECT MAX(number) FROM migrations")
        if version > len(MIGRATIONS):
            raise BadOption(
                f"{path} was written by a newer Squarely (version {version} of its tables; this one knows "
                f"{len(MIGRATIONS)}); install the newer one"
            )
        ((matches,),) = connection.execute("SELECT COUNT(*) FROM matches")
        ((turns,),) = connection.execute("SELECT COUNT(*) FROM turns")
    return f"{count_noun(matches, 'match')} with {count_noun(turns, 'turn')}"
