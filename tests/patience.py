"""How long a test waits for what must happen: it matters only when that never does, however busy the machine is."""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

PATIENCE = 120  # seconds


def wait_until(has_happened: Callable[[], bool]) -> None:
    """Return as soon as it has happened."""
    give_up = time.monotonic() + PATIENCE
    while not has_happened():
        assert time.monotonic() < give_up, "it does not happen"
        time.sleep(0.01)


async def wait_beside(tasks: Iterable["asyncio.Task[Any]"], has_happened: Callable[[], bool]) -> None:
    """Return as soon as it has happened; a task that has failed meanwhile is an error at once."""
    async with asyncio.timeout(PATIENCE):
        while not has_happened():
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.01)
