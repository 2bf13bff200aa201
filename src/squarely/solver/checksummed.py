"""Files that say what they are and carry a checksum, so that damage is noticed and never believed."""

import hashlib
import json
from pathlib import Path
from typing import Any

from squarely.core.errors import SquarelyError


class DamagedFile(SquarelyError):
    """A file of ours that is not what was written."""


def add_checksum(kind: str, header: dict[str, Any], payload: bytes) -> bytes:
    """The content of a file: a line with its kind and the checksum of the rest, a line of header, the payload."""
    rest = json.dumps(header).encode() + b"\n" + payload
    return f"squarely {kind} {hashlib.sha256(rest).hexdigest()}\n".encode() + rest


def read_header(path: Path) -> dict[str, Any]:
    """The header of such a file, without what follows it and so without knowing whether that is whole."""
    try:
        with path.open("rb") as file:
            file.readline()
            header = json.loads(file.readline())
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFile(f"{path} is damaged")
    return header


def check_checksum(kind: str, content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """Header and payload of such a file. DamagedFile if it is of another kind or not whole."""
    first, _, rest = content.partition(b"\n")
    if first != f"squarely {kind} {hashlib.sha256(rest).hexdigest()}".encode():
        raise DamagedFile(f"{name} is damaged")
    line, _, payload = rest.partition(b"\n")
    return json.loads(line), payload
