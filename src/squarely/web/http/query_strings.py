"""What may follow the question mark of an address."""

from typing import Annotated, Literal

from msgspec import Meta

from squarely.web.protocol.messages import Incoming, Line

_MATCHES = "^[A-Za-z0-9_-]{12}(,[A-Za-z0-9_-]{12}){0,19}$"


class Nothing(Incoming):
    """No query."""


class AskOptions(Incoming):
    """The options of a game, as `name=value,name=value`."""

    options: Line = ""


class AskPosition(Incoming):
    """A position of a game."""

    position: Line
    options: Line = ""


class AskTruth(AskPosition):
    """A position of a game, and how far to go with a hint, if one is wanted."""

    hint: Annotated[int, Meta(ge=1, le=10)] | None = None


class AskPuzzle(Incoming):
    """Which puzzle: that of a day, or one of a game, a level, a seed."""

    day: Annotated[str, Meta(pattern="^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="a date: 2026-11-16")] = ""
    game: Line = ""
    level: Annotated[int, Meta(ge=1, le=5)] | None = None
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class AskState(Incoming):
    """The last turn seen."""

    since: Annotated[int, Meta(ge=0, le=10**6)] = 0


class AskMatches(Incoming):
    """Which matches, by their names with commas between."""

    ids: Annotated[str, Meta(pattern=_MATCHES, description="the names of 1 to 20 matches, with commas between")]


class AskHint(Incoming):
    """How far to go."""

    step: Annotated[int, Meta(ge=1, le=10)] = 1


class AskRecord(Incoming):
    """In which form."""

    form: Literal["text", "json"] = "text"
