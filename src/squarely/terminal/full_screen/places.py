"""What a screen asks the app for, so that no screen needs to know another: a place of app.py, or work beside it."""

import contextvars
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar, cast

from textual.message import Message
from textual.message_pump import MessagePump

Result = TypeVar("Result")


class Go(Message):
    """To a place of the app, with what that place is given: `Go("new match", game)`, `Go("home")`, `Go("back")`."""

    def __init__(self, place: str, *given: Any) -> None:
        super().__init__()
        self.place, self.given = place, given


async def go(here: MessagePump, place: str, *given: Any) -> None:
    """The same at once, for the action of a key: the next key, typed already, is then for the new screen."""
    await cast(Any, here.app).on_go(Go(place, *given))


def run_beside(host: MessagePump, work: Callable[[], Result], then: Callable[[Result | Exception], None]) -> None:
    """Do the work in a daemon thread, then hand its result or exception to the host. An app that ends does not wait."""

    def run() -> None:
        result: Result | Exception
        try:
            result = work()
        except Exception as error:
            result = error
        with suppress(RuntimeError):  # the app has ended meanwhile
            host.call_later(then, result)

    Thread(target=contextvars.copy_context().run, args=(run,), daemon=True).start()
