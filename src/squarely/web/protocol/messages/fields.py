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


# Why something was not done, as a word for programs; docs/api.md says what each of them means.
ProblemCode: TypeAlias = Literal[
    "invalid",
    "bad_option",
    "bad_position",
    "bad_player",
    "illegal_move",
    "illegal_act",
    "not_solved",
    "no_secret",
    "not_your_seat",
    "truth_closed",
    "unknown_game",
    "unknown_match",
    "not_found",
    "method_not_allowed",
    "too_slow",
    "stale_turn",
    "too_large",
    "not_json",
    "wrong_host",
    "rate_limited",
    "server_error",
    "unavailable",
]


class Problem(Struct, omit_defaults=True):
    """Why something was not done: a sentence, a word for programs, and the field that is wrong where one is."""

    error: str
    code: ProblemCode
    field: str = ""
