"""What the fields of a position are. A game says it in the annotations of its Position:

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

From that follow its line (`position_line`), its planes (`planes`), its symmetries (`transform`), how many bits the
solver keeps of it and its row in the vector environment. A field that is annotated otherwise is a number and nothing
more.

A field that only some options use comes last and has a default: `trail: SquareSet = 0`. Where the greatest number that
`maxima` gives for it is 0, it takes no bits, is not written in the line and has no plane.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

from squarely.core.generated import define_functions
from squarely.core.grid import (
    BITS_PER_SQUARE,
    NO_DIRECTION,
    PER_NUMBER,
    Board,
    Symmetries,
    transform_board,
    transform_direction,
    transform_set,
)
from squarely.core.squares import Shape


class Kind(Enum):
    """What a field of a position is."""

    SQUARE_SET = "a set of squares, one bit each"
    SQUARE = "a square"
    CONTENTS = "what stands on each square, 0 for nothing"
    DIRECTION = "up, down, left, right, none or, where maxima says so, a diagonal"
    POINTS = "points that a side has scored"
    COUNT = "a number of things, from 0"
    MOVER = "whose turn it is"
    NUMBER = "a number that only the rules understand"


SquareSet: TypeAlias = Annotated[int, Kind.SQUARE_SET]
Square: TypeAlias = Annotated[int, Kind.SQUARE]
Contents: TypeAlias = Annotated[Board, Kind.CONTENTS]
Direction: TypeAlias = Annotated[int, Kind.DIRECTION]
Points: TypeAlias = Annotated[int, Kind.POINTS]
Count: TypeAlias = Annotated[int, Kind.COUNT]
Mover: TypeAlias = Annotated[int, Kind.MOVER]

PIECES = (Kind.SQUARE_SET, Kind.SQUARE)  # fields that put a piece on squares
ON_THE_BOARD = (*PIECES, Kind.CONTENTS)
COUNTED = (Kind.CONTENTS, Kind.POINTS, Kind.COUNT)  # fields whose greatest number the game has to say


@cache
def kinds_of(position_type: Any) -> dict[str, Kind]:
    """What each field of a kind of position is, in the order of the fields."""
    hints = get_type_hints(position_type, include_extras=True)
    found = {}
    for name in position_type._fields:
        marks = [mark for mark in getattr(hints[name], "__metadata__", ()) if isinstance(mark, Kind)]
        found[name] = marks[0] if marks else Kind.MOVER if name == "mover" else Kind.NUMBER
    return found


def is_declared(kinds: Mapping[str, Kind]) -> bool:
    """Whether every field says what it is, and some of them what is on the board."""
    return Kind.NUMBER not in kinds.values() and any(kind in ON_THE_BOARD for kind in kinds.values())


def side_of_field(name: str) -> int | None:
    """Whose a field is: `first` and `second` are the sides', any other belongs to both."""
    return {"first": 0, "second": 1}.get(name)


def fields_in_use(position_type: Any, maxima: Mapping[str, int]) -> dict[str, Kind]:
    """The fields that decide something under these options: all but those with a default that are always 0."""
    optional = position_type._field_defaults
    if not optional:
        return kinds_of(position_type)
    return {
        name: kind for name, kind in kinds_of(position_type).items() if name not in optional or maxima.get(name, 1) > 0
    }


class PositionLine(NamedTuple):
    """The parts of a line: what is written on each square, row by row; the side to move; what else matters."""

    rows: tuple[tuple[str, ...], ...]
    mover: str
    rest: tuple[str, ...] = ()

    @property
    def glyphs(self) -> tuple[str, ...]:
        """What is written on each square, in reading order."""
        return tuple(glyph for row in self.rows for glyph in row)

    @property
    def board(self) -> str:
        """The rows, joined by slashes."""
        return "/".join(map("".join, self.rows))

    def __str__(self) -> str:
        return " ".join((self.board, self.mover, *self.rest))


class Range(NamedTuple):
    """The numbers from 0 that a part of a position takes: how it is reached, and which bits of it are used."""

    path: str
    used: int  # as a set of bits


def ranges(kinds: Mapping[str, Kind], shape: Shape, maxima: Mapping[str, int]) -> dict[str, tuple[Range, ...]] | None:
    """For each field its parts and their ranges; None where a field is a bare number."""
    if Kind.NUMBER in kinds.values():
        return None
    found: dict[str, tuple[Range, ...]] = {}
    for name, kind in kinds.items():
        match kind:
            case Kind.SQUARE_SET:
                found[name] = (Range(name, _bits(maxima.get(name, (1 << shape.squares) - 1))),)
            case Kind.SQUARE:
                found[name] = (Range(name, _bits(shape.squares - 1)),)
            case Kind.DIRECTION:
                found[name] = (Range(name, _bits(max(NO_DIRECTION, maxima.get(name, 0)))),)
            case Kind.MOVER:
                found[name] = (Range(name, 1),)
            case Kind.CONTENTS:
                found[name] = tuple(
                    Range(f"{name}[{part}]", _board_bits(shape.squares - part * PER_NUMBER, maxima[name]))
                    for part in range(3)
                )
            case _:
                found[name] = (Range(name, _bits(maxima[name])),)
    return found


def _bits(most: int) -> int:
    return (1 << most.bit_length()) - 1


def _board_bits(squares: int, most: int) -> int:
    """The bits that one number of a board uses for so many squares."""
    return sum(_bits(most) << square * BITS_PER_SQUARE for square in range(max(0, min(squares, PER_NUMBER))))


@cache
def derive_transform(position_type: Any) -> Callable[[Symmetries, Any, int], Any] | None:
    """`transform(symmetries, position, number)`: the position under one of the symmetries; None for bare numbers."""
    kinds = kinds_of(position_type)
    if not is_declared(kinds):
        return None
    how = {
        Kind.SQUARE_SET: "transform_set(position.{0}, symmetries.squares[number])",
        Kind.SQUARE: "symmetries.squares[number][position.{0}]",
        Kind.CONTENTS: "transform_board(position.{0}, symmetries.squares[number])",
        Kind.DIRECTION: "transform_direction(position.{0}, symmetries.directions[number])",
    }
    parts = [how.get(kind, "position.{0}").format(name) for name, kind in kinds.items()]
    source = f"def transform(symmetries, position, number):\n    return Position({', '.join(parts)})\n"
    functions = {each.__name__: each for each in (transform_set, transform_board, transform_direction)}
    names = {"Position": position_type, **functions}
    transform: Callable[[Symmetries, Any, int], Any] = define_functions(source, **names)["transform"]
    return transform


@cache
def derive_scoreless(position_type: Any) -> Callable[[Any, Any], Any] | None:
    """`scoreless(law, position)`: the same position before anybody scored; None where no field counts points."""
    kinds = kinds_of(position_type)
    if Kind.POINTS not in kinds.values():
        return None
    parts = ["0" if kind is Kind.POINTS else f"position.{name}" for name, kind in kinds.items()]
    source = f"def scoreless(law, position):\n    return Position({', '.join(parts)})\n"
    scoreless: Callable[[Any, Any], Any] = define_functions(source, Position=position_type)["scoreless"]
    return scoreless


@cache
def derive_points(position_type: Any) -> Callable[[Any, Any], tuple[int, int]] | None:
    """`points(law, position)`: what each side has scored; None where a side has no field of points."""
    kinds = kinds_of(position_type)
    if not all(kinds.get(side) is Kind.POINTS for side in ("first", "second")):
        return None
    source = "def points(law, position):\n    return position.first, position.second\n"
    points: Callable[[Any, Any], tuple[int, int]] = define_functions(source)["points"]
    return points
