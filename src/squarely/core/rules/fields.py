"""What the fields of a position are. A game says it in the annotations of its Position:

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

From that follow its line (`position_line`), its planes (`planes`), its symmetries (`derive_transform`), how many bits
the solver keeps of it and its row in the vector environment. A field that is annotated otherwise is a number and
nothing more. A field that a variation adds has a default, 0, and where `maxima` gives 0 for it, it is not in use.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

from squarely.core.board.grid import (
    BITS_PER_SQUARE,
    NO_DIRECTION,
    PER_NUMBER,
    Board,
    Symmetries,
    transform_board,
    transform_direction,
    transform_set,
)
from squarely.core.board.square_names import Shape
from squarely.core.errors import BadOption


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


def extend_position(position_type: Any, fields: Mapping[str, Any]) -> Any:
    """The type of position that has these fields, too; each is 0 where it is not given."""
    for name in set(fields).intersection(position_type._fields):
        raise BadOption(f"that makes no game here: positions of this game have a field `{name}` of their own")
    hints = get_type_hints(position_type, include_extras=True)
    own = [(name, hints[name]) for name in position_type._fields]
    extended: Any = NamedTuple("Position", [*own, *fields.items()])  # type: ignore[misc]
    extended.__new__.__defaults__ = (0,) * len(fields)
    extended._field_defaults = dict.fromkeys(fields, 0)
    return extended


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


def find_ranges(
    kinds: Mapping[str, Kind], shape: Shape, maxima: Mapping[str, int]
) -> dict[str, tuple[Range, ...]] | None:
    """For each field its parts and their ranges; None where a field is a bare number."""
    if Kind.NUMBER in kinds.values():
        return None
    most = {
        Kind.SQUARE_SET: (1 << shape.squares) - 1,
        Kind.SQUARE: shape.squares - 1,
        Kind.DIRECTION: NO_DIRECTION,
        Kind.MOVER: 1,
    }
    found: dict[str, tuple[Range, ...]] = {}
    for name, kind in kinds.items():
        if kind is Kind.CONTENTS:
            found[name] = tuple(
                Range(f"{name}[{part}]", _board_bits(shape.squares - part * PER_NUMBER, maxima[name]))
                for part in range(3)
            )
        elif kind is Kind.DIRECTION:
            found[name] = (Range(name, _bits(max(NO_DIRECTION, maxima.get(name, 0)))),)
        else:
            found[name] = (Range(name, _bits(maxima.get(name, most.get(kind, 0)))),)
    return found


def _bits(most: int) -> int:
    return (1 << most.bit_length()) - 1


def _board_bits(squares: int, most: int) -> int:
    """The bits that one number of a board uses for so many squares."""
    return sum(_bits(most) << square * BITS_PER_SQUARE for square in range(max(0, min(squares, PER_NUMBER))))


@cache
def derive_transform(position_type: Any) -> Callable[[Symmetries, Any, int], Any]:
    """`transform(symmetries, position, number)`: the position under one of the symmetries."""
    how = {
        Kind.SQUARE_SET: "transform_set(position.{0}, symmetries.squares[number])",
        Kind.SQUARE: "symmetries.squares[number][position.{0}]",
        Kind.CONTENTS: "transform_board(position.{0}, symmetries.squares[number])",
        Kind.DIRECTION: "transform_direction(position.{0}, symmetries.directions[number])",
    }
    parts = [how.get(kind, "position.{0}").format(name) for name, kind in kinds_of(position_type).items()]
    source = f"def transform(symmetries, position, number):\n    return Position({', '.join(parts)})\n"
    used = {each.__name__: each for each in (transform_set, transform_board, transform_direction)}
    transform: Callable[[Symmetries, Any, int], Any] = define_functions(source, Position=position_type, **used)[
        "transform"
    ]
    return transform


def define_functions(source: str, **names: Any) -> dict[str, Any]:
    """The functions of this source, which may use these names: written out for one type, so that they compile well."""
    defined = dict(names)
    exec(source, defined)
    return defined
