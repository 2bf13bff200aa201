"""What a screen asks the app for, so that no screen needs to know another: a place of app.py."""

from typing import Any, cast

from textual.message import Message
from textual.message_pump import MessagePump


class Go(Message):
    """To a place of the app, with what that place is given: `Go("new match", game)`, `Go("home")`, `Go("back")`."""

    def __init__(self, place: str, *given: Any) -> None:
        super().__init__()
        self.place, self.given = place, given


async def go(here: MessagePump, place: str, *given: Any) -> None:
    """The same at once, for the action of a key: the next key, typed already, is then for the new screen."""
    await cast(Any, here.app).on_go(Go(place, *given))
