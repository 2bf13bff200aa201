"""What may follow the question mark of an address."""

from typing import Annotated, Literal

from msgspec import Meta

from squarely.web.protocol.messages import Incoming, Line


class Nothing(Incoming):
    """No query."""


class AskOptions(Incoming):
    """The options of a game, as `name=value,name=value`."""

    options: Line = ""


class AskPosition(Incoming):
    """A position of a game."""

    position: Line
    options: Line = ""


class AskPuzzle(Incoming):
    """Which puzzle."""

    game: Line = ""
    level: Annotated[int, Meta(ge=1, le=5)] | None = None
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class AskState(Incoming):
    """The last turn seen."""

    since: Annotated[int, Meta(ge=0, le=10**6)] = 0


class AskHint(Incoming):
    """How far to go."""

    step: Annotated[int, Meta(ge=1, le=10)] = 1


class AskRecord(Incoming):
    """In which form."""

    form: Literal["text", "json"] = "text"
