"""A sign of life on a terminal while something large is worked out."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress() -> Iterator[Callable[[int], None] | None]:
    """What to tell how many positions there are so far; None where nobody is watching. Leaves nothing behind."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield _show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _show(positions: int) -> None:
    sys.stderr.write(f"\r{positions:,} positions …")
    sys.stderr.flush()
