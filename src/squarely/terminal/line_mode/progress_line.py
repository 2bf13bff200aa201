"""A sign of life on a terminal while something large is worked out."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

_TICK = 0.5  # seconds between two signs; what is quicker shows none


@contextmanager
def show_progress(noun: str = "positions") -> Iterator[Callable[[int], None] | None]:
    """A function to call with how many there are so far; None where nobody is watching. Clears its line."""
    if not sys.stderr.isatty():
        yield None
        return
    with _ProgressLine(noun) as line:
        yield line.note


class _ProgressLine:
    """How many positions are known and how long it has taken, redrawn while nobody calls too: rules are compiled."""

    def __init__(self, noun: str) -> None:
        self._noun, self._count = noun, 0
        self._begun = self._drawn = time.monotonic()
        self._over = Event()
        self._ticker = Thread(target=self._tick, daemon=True)

    def __enter__(self) -> "_ProgressLine":
        self._ticker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._ticker.join()
        if self._drawn != self._begun:
            _write("\r\x1b[K")

    def note(self, count: int) -> None:
        """So many are known by now."""
        self._count = count
        if time.monotonic() - self._drawn > _TICK:  # compiled code may leave the other thread no time
            self._draw()

    def _tick(self) -> None:
        while not self._over.wait(_TICK):
            self._draw()

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        known = f"{self._count:,} {self._noun}" if self._count else "working it out"
        _write(f"\r{known}, {self._drawn - self._begun:.0f} s …\x1b[K")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
