"""What a room does without anybody waiting for it."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from squarely.core.errors import SquarelyError
from squarely.web.protocol.refusals import Refusal

T = TypeVar("T")
log = logging.getLogger("squarely.web")


class Background:
    """The tasks of a room. What goes wrong in one is logged, and `retry` is called a while later."""

    def __init__(self, match: str, retry: Callable[[], Awaitable[None]]) -> None:
        self._match = match
        self._retry = retry
        self._tasks: set[asyncio.Future[Any]] = set()

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def start(self, work: Awaitable[None]) -> None:
        """Do this by and by."""
        self._hold(asyncio.ensure_future(self._guard(work)))

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this now, to its end, even if whoever waits for it is gone by then."""
        return await asyncio.shield(self._hold(asyncio.ensure_future(work)))

    def _hold(self, task: "asyncio.Task[T]") -> "asyncio.Task[T]":
        self._tasks.add(task)
        task.add_done_callback(self._let_go)
        return task

    def _let_go(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has been told; if nobody did, nobody needs to know

    async def _guard(self, work: Awaitable[None]) -> None:
        try:
            await work
        except SquarelyError as error:
            log.warning("later", extra={"match": self._match, "trouble": str(error)})
            with contextlib.suppress(SquarelyError):
                await asyncio.sleep(max(1.0, error.wait if isinstance(error, Refusal) else 0.0))
                await self._retry()
        except Exception:
            log.exception("by itself", extra={"match": self._match})
