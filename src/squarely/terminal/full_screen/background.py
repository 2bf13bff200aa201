"""Work that takes a while, done beside the screen; an app that ends does not wait for it."""

import contextvars
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

from textual.message_pump import MessagePump

Result = TypeVar("Result")


def run_beside(host: MessagePump, work: Callable[[], Result], then: Callable[[Result | Exception], None]) -> None:
    """Do the work in a thread, then hand its result, or what went wrong, to the host as long as that is there."""

    def run() -> None:
        result: Result | Exception
        try:
            result = work()
        except Exception as error:
            result = error
        with suppress(RuntimeError):  # the app has ended meanwhile
            host.call_later(then, result)

    context = contextvars.copy_context()
    Thread(target=context.run, args=(run,), daemon=True).start()
