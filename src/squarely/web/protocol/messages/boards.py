"""What messages are made of: fields, boards, and why something is refused."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

SideName: TypeAlias = Literal["first", "second"]
MatchId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{12}$")]
Line: TypeAlias = Annotated[str, Meta(max_length=200)]
# The squares that one move points at.
Squares: TypeAlias = Annotated[list[Annotated[int, Meta(ge=0, le=10**4)]], Meta(max_length=8)]


class Incoming(Struct, forbid_unknown_fields=True):
    """Something that a client says."""


# Why something was not done, as a word for programs; docs/api.md says what each of them means.
ProblemCode: TypeAlias = Literal[
    "invalid", "bad_option", "bad_position", "bad_player", "illegal_move", "illegal_act", "not_solved", "no_secret",
    "not_your_seat", "truth_closed", "unknown_game", "unknown_match", "not_found", "method_not_allowed", "too_slow",
    "stale_turn", "too_large", "not_json", "wrong_host", "rate_limited", "server_error", "unavailable",
]  # fmt: skip


class Problem(Struct, omit_defaults=True):
    """Why something was not done: a sentence, a word for programs, and the field that is wrong where one is."""

    error: str
    code: ProblemCode
    field: str = ""


class Square(Struct, omit_defaults=True):
    """What is on a square, whose it is, and what the square is called."""

    name: str
    text: str = ""
    side: SideName | None = None
    place: str = ""  # what the square itself is, where it is not like any other


class Board(Struct, omit_defaults=True):
    """The squares row by row, and what the columns and rows are called; a drawing where no squares can be shown."""

    columns: list[str]
    rows: list[str]
    squares: list[Square]
    tokens: list[str]  # the texts that are pieces of the first and of the second side, where there are any
    drawing: str = ""
    shared: list[str] = []  # the texts that are a token which both sides move
    closed: dict[int, int] = {}  # the squares that nobody may enter yet, with the moves until they open


class Shown(Struct):
    """A position to look at: whose turn it is, the board, and what each side holds."""

    position: str
    mover: SideName
    board: Board
    holdings: list[str]


class LegalMove(Struct, omit_defaults=True):
    """A move in words, the squares to touch for it, the first one first, and how the board will look."""

    move: str
    squares: list[int]
    looks: dict[int, str]  # the text on each square that will look different, by its number
    note: str = ""  # the move as a list of moves shows it, where that is not its words
