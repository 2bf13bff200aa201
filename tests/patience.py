"""How long a test waits for what must happen: it matters only when that never does, however busy the machine is."""

import time
from collections.abc import Callable

PATIENCE = 120  # seconds


def wait_until(has_happened: Callable[[], bool]) -> None:
    """Return as soon as it has happened."""
    give_up = time.monotonic() + PATIENCE
    while not has_happened():
        assert time.monotonic() < give_up, "it does not happen"
        time.sleep(0.01)
