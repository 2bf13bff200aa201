"""A new package on the disk: all of it or nothing."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from squarely.core.errors import SquarelyError
from squarely.files.output_file import BadFile

_LARGEST = 1_000_000  # bytes of a rulebook


def write_package(folder: Path, files: Mapping[str, str]) -> None:
    """Write these files into a folder that is there once all of them are. BadFile if there is something already."""
    if os.path.lexists(folder):
        raise BadFile(f"{folder} exists already; choose another name, or go to another folder")
    part = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}.part")
    try:
        for path, text in files.items():
            file = part / path
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8", newline="\n") as opened:
                opened.write(text)
                opened.flush()
                os.fsync(opened.fileno())
        part.rename(folder)
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def read_rulebook(path: Path) -> str:
    """The text of a rulebook; SquarelyError says why it cannot be used."""
    try:
        with path.open("rb") as file:  # which may be a device that never ends
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise SquarelyError(f"{path} is too long for a rulebook; it has {_LARGEST:,} bytes at most")
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise SquarelyError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise SquarelyError(f"{path} is not a text in UTF-8; a rulebook is text or Markdown") from None
    if not text.strip():
        raise SquarelyError(f"{path} is empty; a rulebook has at least a sentence")
    return text
