"""Where the arrays of a large solve lie: in memory, or in files of a folder, from which interrupted work goes on."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from squarely.files.saved_matches import replace_bytes

_STATE = "state.json"


class Shelf:
    """Arrays by their names."""

    def __init__(self, folder: Path | None = None, is_new: bool = False) -> None:
        """`is_new` makes the folder, and removes from it what another solve has left."""
        self.folder = folder
        if folder and is_new:
            folder.mkdir(parents=True, exist_ok=True)
            self._remove_files()

    def make(self, name: str, length: int, kind: Any, words: int = 0, kept: int = -1) -> Any:
        """An array of zeros, with that many words in each row if not one; `kept` rows of a file of before are kept."""
        shape: Any = (length, words) if words else length
        if self.folder is None:
            return np.zeros(shape, kind)
        if not length:
            shape = (1, words) if words else 1  # an empty file cannot be mapped
        size = np.dtype(kind).itemsize * (words or 1)
        with (self.folder / name).open("r+b" if kept >= 0 else "w+b") as file:
            file.truncate(max(kept, 0) * size)
            file.truncate(max(length, 1) * size)
            if hasattr(os, "posix_fallocate"):  # a full disk is noticed here, not when a page is written to
                os.posix_fallocate(file.fileno(), 0, max(length, 1) * size)
        return np.memmap(self.folder / name, kind, "r+", shape=shape)[:length]

    def lengthen(self, name: str, array: Any, length: int) -> Any:
        """The same array with more rows of words."""
        if self.folder:
            return self.make(name, length, array.dtype, array.shape[1], len(array))
        array.resize((length, array.shape[1]), refcheck=False)  # pages are moved, not copied
        return array

    def drop(self, name: str) -> None:
        if self.folder:
            (self.folder / name).unlink(missing_ok=True)

    def save_state(self, state: dict[str, Any]) -> None:
        """Note how far the work is, once everything that it speaks of is on the disk."""
        if self.folder:
            for file in self._list_files():
                with file.open("rb") as written:
                    os.fsync(written.fileno())
            replace_bytes(self.folder / _STATE, json.dumps(state).encode())

    def load_state(self, about: Any) -> dict[str, Any] | None:
        """What was noted last; None if that is nothing, or about something else."""
        if self.folder:
            with suppress(OSError, ValueError, KeyError):
                state = json.loads((self.folder / _STATE).read_bytes())
                return state if isinstance(state, dict) and state["about"] == about else None
        return None

    def clear(self) -> None:
        """Remove everything."""
        if self.folder:
            self._remove_files()
            with suppress(OSError):  # something of the user's lies there
                self.folder.rmdir()

    def _remove_files(self) -> None:
        for file in self._list_files():
            file.unlink(missing_ok=True)

    def _list_files(self) -> list[Path]:
        patterns = (_STATE, "log-*", "entries-*", "codes-*")
        return [file for pattern in patterns for file in (self.folder or Path()).glob(pattern)]
