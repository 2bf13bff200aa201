"""What goes over the wire comes back the same."""

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def posted(message: T) -> T:
    """The message, after it was JSON and was checked against its type."""
    back = msgspec.json.decode(msgspec.json.encode(message), type=type(message))
    assert back == message
    return back
