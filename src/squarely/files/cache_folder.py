"""The cache folder of this user: files that can be made again, touched when they are used, the oldest removed first."""

from contextlib import suppress
from pathlib import Path


def find_cache_folder(name: str) -> Path:
    """Where files of this kind are kept. It can be emptied at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("squarely", appauthor=False) / name


def remove_unused(folder: Path, pattern: str, most: int) -> int:
    """Remove those not used for the longest, until the rest takes at most that many bytes; how many went.

    The last one used stays, however large it is.
    """
    total, removed = 0, 0
    with suppress(OSError):
        files = sorted(folder.glob(pattern), key=lambda path: -path.stat().st_mtime)
        for number, path in enumerate(files):
            total += path.stat().st_size
            if number and total > most:
                path.unlink(missing_ok=True)
                removed += 1
    return removed
