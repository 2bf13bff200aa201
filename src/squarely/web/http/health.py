"""Whether matches can be kept: tried by keeping one, ten times a second at most, however often somebody asks."""

import asyncio
import time

from squarely.core.errors import SquarelyError
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Journal

_APART = 0.1  # seconds between two tries; whoever asks in between waits for the next
_PATIENCE = 2.0  # seconds


class Health:
    """The health of one server process."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._trying: asyncio.Task[str] | None = None
        self._next = 0.0

    async def find_trouble(self) -> str:
        """Why nothing can be kept now, as a sentence; nothing if it can."""
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try_keeping())
        try:
            return await asyncio.wait_for(asyncio.shield(self._trying), _PATIENCE)
        except TimeoutError:
            return f"the database does not answer within {_PATIENCE:g} seconds"

    async def _try_keeping(self) -> str:
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + _APART
        try:
            await self._journal.run(match_rows.try_to_keep)
        except SquarelyError as error:
            return f"nothing can be saved: {error}"
        return ""
