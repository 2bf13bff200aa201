"""A match that was played: moves, grades, faults and effort, as a line of a log."""

import re
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct, field, to_builtins
from msgspec.structs import astuple

from squarely.arena.run.plan import Count, Fixture, Number
from squarely.core.rules.game import Side
from squarely.files.line_log import LineForm, read_sealed, seal
from squarely.files.typed_data import convert
from squarely.players.player_faults import KINDS

VERSION = 2
_SCORES = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0)}
Seat: TypeAlias = Annotated[str, Meta(pattern=r"\A(first|second)\Z")]

_FRACTION = re.compile(r"\d{1,12}(/[1-9]\d{0,11})?", re.ASCII)


class MoveGrade(Struct, frozen=True, array_like=True):
    """A move held against the truth: what it lost, what a random mover loses here, how many moves lose nothing."""

    cost: Count
    random_cost: Fraction
    good: Count
    legal: Count

    def __post_init__(self) -> None:
        if not self.legal or self.good > self.legal or (self.good == self.legal) != (not self.random_cost):
            raise ValueError("some moves lose nothing, or all of them")

    @property
    def random_mistake(self) -> Fraction:
        """What a move that loses something loses here on average; there must be such a move."""
        return self.random_cost * self.legal / (self.legal - self.good)


class LoggedFault(Struct, frozen=True, array_like=True):
    """What a player did instead of moving, and at which turn, counted from 1."""

    turn: Count
    side: Seat
    kind: str
    says: str
    repaired: bool = False  # it was told so and asked again
    graded: MoveGrade | None = None  # what the fault lost; None if repaired, or the truth is not known

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError("there is no such fault")


class Effort(Struct, frozen=True, array_like=True):
    """What the moves of one side took."""

    seconds: Number = 0.0
    cost: Number | None = 0.0  # None where it is not known
    tokens: Count = 0


class TrueValue(Struct, frozen=True):
    """The value of a position under perfect play."""

    winner: Seat | None
    ending: str
    distance: Count | None
    margin: Count | None


class MatchResult(Struct, frozen=True):
    """A match of the arena, from its opening to its end. `value` and `grades` are None where the truth is not known."""

    fixture: Fixture
    start: str
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    seats: Annotated[str, Meta(pattern=r"\A[12]*\Z")] = field(name="movers")  # of each of the moves: player 1 or 2
    result: Annotated[str, Meta(pattern=r"\A(1-0|0-1|1/2|\*)\Z")]
    reason: str
    value: TrueValue | None  # of the position after the opening
    grades: tuple[MoveGrade | None, ...] | None  # None for a move that a fault made for the player
    faults: tuple[LoggedFault, ...]
    efforts: tuple[Effort, Effort]

    def __post_init__(self) -> None:
        if len(self.seats) != len(self.moves) or (self.grades is not None and len(self.grades) != len(self.moves)):
            raise ValueError("its moves, their movers and their grades are not as many")
        if (self.value is None) != (self.grades is None):
            raise ValueError("its value and its grades are not of one match")

    @property
    def movers(self) -> tuple[Side, ...]:
        """Who made each of the moves."""
        return tuple(Side(int(digit) - 1) for digit in self.seats)

    @property
    def has_points(self) -> bool:
        """Whether moves lose points; if not, they lose results."""
        return self.value is not None and self.value.margin is not None

    def score(self, side: Side) -> float:
        """1 for a win, a half for a tie or a match that was not over."""
        return _SCORES.get(self.result, (0.5, 0.5))[side]

    def achievable_score(self, side: Side) -> float | None:
        """What perfect play by both would have scored; None where that is not known."""
        if self.value is None:
            return None
        return 0.5 if self.value.winner is None else float(self.value.winner == str(side))


class FailedMatch(Struct, frozen=True):
    """A match that could not be played: a player failed to start, or its process died."""

    fixture: Fixture
    why: str
    culprit: str = ""  # the player who could not play, where it was one


def write_line(played: MatchResult) -> str:
    """The match as one line of JSON, sealed."""
    data = to_builtins(played, enc_hook=str)
    return seal({"arena": VERSION, **data.pop("fixture"), **data})


def read_line(line: str) -> MatchResult:
    """The match of such a line; ValueError says what is wrong with it. The seal does not say who has written it."""
    data = read_sealed(line, "arena", VERSION, "a match of an arena")
    played = convert({**data, "fixture": convert(data, Fixture)}, MatchResult, _read_fraction)
    texts = *map(str, astuple(played.fixture)), played.start, *played.opening, *played.moves
    if not all(text.isprintable() for text in texts):
        raise ValueError("its texts cannot be printed")
    return played


def _read_fraction(_: type, found: Any) -> Fraction:
    """Such as `3/8`. Nothing else is understood: `1e999999999` would take for ever."""
    if not isinstance(found, str) or not _FRACTION.fullmatch(found):
        raise ValueError("a fraction is such as 3/8")
    return Fraction(found)


MATCH = LineForm("match", write_line, read_line, key=lambda played: played.fixture)  # of a log
