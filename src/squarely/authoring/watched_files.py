"""Files that are looked at again and again, to see whether one was saved."""

import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

_SETTLING = 0.05  # seconds in which a file that is being written would grow


class WatchedFiles:
    """Files, and what they held when they were looked at last."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = sorted(set(files))
        self._stamps = self._read_stamps()
        self._contents = {file: _hash_content(file) for file in self._files}

    def have_changed(self) -> bool:
        """Whether what a file holds has changed since it was asked last. One that is gone for a moment has not."""
        stamps = self._read_stamps()
        if stamps == self._stamps:
            return False
        while True:  # until whoever writes has finished
            time.sleep(_SETTLING)
            again = self._read_stamps()
            if again == stamps:
                break
            stamps = again
        self._stamps = stamps
        now = {file: _hash_content(file) or self._contents[file] for file in self._files}
        before, self._contents = self._contents, now
        return now != before

    def _read_stamps(self) -> list[tuple[int, int, int] | None]:
        return [_read_stamp(file) for file in self._files]


def _read_stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _hash_content(file: Path) -> str:
    """What a file holds, in short; empty if it cannot be read."""
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
