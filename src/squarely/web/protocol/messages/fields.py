"""What the fields of the messages are made of, what every message that comes in is, and why something is refused."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

SideName: TypeAlias = Literal["first", "second"]
MatchId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{12}$")]
Secret: TypeAlias = Annotated[str, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(max_length=32, description="one line of printable text")]
Line: TypeAlias = Annotated[str, Meta(max_length=200)]
# The squares that one move points at.
Squares: TypeAlias = Annotated[list[Annotated[int, Meta(ge=0, le=10**4)]], Meta(max_length=8)]


class Incoming(Struct, forbid_unknown_fields=True):
    """Something that a client says."""


class Problem(Struct):
    """Why something was not done, as a sentence."""

    error: str
