"""Progress on a terminal while something large is worked out."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def show_progress() -> Iterator[Callable[[int], None] | None]:
    """A function to call with the number of positions so far; None where nobody is watching. Clears its line."""
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
