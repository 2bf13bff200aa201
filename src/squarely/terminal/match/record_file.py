"""Records in files, as the user names them."""

import codecs
from pathlib import Path

from squarely.core.errors import SquarelyError, UnknownGame
from squarely.core.match import record
from squarely.files.known_games import lend_known


def load_record(path: Path) -> record.Record:
    """The record in a file."""
    return parse_record(path, read_content(path))


def read_content(path: Path) -> bytes:
    """What is in a file; SquarelyError says why it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SquarelyError(f"{path} cannot be read: {error.strerror}") from error


def parse_record(path: Path, content: bytes) -> record.Record:
    """The record that was read from this path; SquarelyError says what is wrong with it."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and b"\0" in content[2:4]
        why = "it is text in UTF-16; save it as UTF-8" if utf16 and len(content) % 2 == 0 else "it is not text"
        raise SquarelyError(f"{path} is not a record: {why}") from None
    try:
        return record.read(text.replace("\r\n", "\n").replace("\r", "\n"))
    except SquarelyError as error:
        if isinstance(error.__cause__, UnknownGame) and lend_known():
            return parse_record(path, content)
        raise SquarelyError(f"{path}, {error}") from error
