"""What the fields of a position are. A game says it in the annotations of its Position:

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

From that follow its line (`position_line`), its planes (`derive_observe`), its symmetries (`derive_transform`), which
bits the solver keeps of it and its row in the vector environment. A field that is annotated otherwise is a number and
nothing more. A field that a variation adds has a default, 0, and where `maxima` gives 0 for it, it is not in use.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_type_hints

from squarely.core.board import grid
from squarely.core.board.grid import DIRECTIONS, EIGHT_DIRECTIONS, NO_DIRECTION, Symmetries
from squarely.core.errors import BadOption

if TYPE_CHECKING:
    from squarely.core.rules.game import Game


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
Contents: TypeAlias = Annotated[grid.Board, Kind.CONTENTS]
Direction: TypeAlias = Annotated[int, Kind.DIRECTION]
Points: TypeAlias = Annotated[int, Kind.POINTS]
Count: TypeAlias = Annotated[int, Kind.COUNT]
Mover: TypeAlias = Annotated[int, Kind.MOVER]

T = TypeVar("T")
Transform: TypeAlias = Callable[[Symmetries, Any, int], Any]
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
        return tuple(chain.from_iterable(self.rows))

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


def find_ranges(game: "Game") -> dict[str, tuple[Range, ...]] | None:
    """For each field its parts and their ranges; None where a field is a bare number."""
    kinds, shape, maxima = game.kinds, game.shape, game.maxima()
    if Kind.NUMBER in kinds.values():
        return None
    usual = {Kind.SQUARE_SET: (1 << shape.squares) - 1, Kind.SQUARE: shape.squares - 1, Kind.MOVER: 1}
    found: dict[str, tuple[Range, ...]] = {}
    for name, kind in kinds.items():
        most = maxima.get(name, usual.get(kind, 0))
        if kind is Kind.CONTENTS:
            squares = [shape.squares - part * grid.PER_NUMBER for part in range(3)]
            found[name] = tuple(Range(f"{name}[{part}]", _board_bits(squares[part], most)) for part in range(3))
        else:
            found[name] = (Range(name, _bits(max(most, NO_DIRECTION) if kind is Kind.DIRECTION else most)),)
    return found


def _bits(most: int) -> int:
    return (1 << most.bit_length()) - 1


def _board_bits(squares: int, most: int) -> int:
    return sum(_bits(most) << square * grid.BITS_PER_SQUARE for square in range(min(squares, grid.PER_NUMBER)))


@cache
def derive_transform(position_type: Any, bytes_of_a_set: int = 0) -> Transform:
    """`transform(symmetries, position, number)`: the position under one of the symmetries.

    Where it is said how many bytes a set has, each is looked up: `symmetries.sets[number, byte, squares in it]`.
    """
    by_bytes = (f"symmetries.sets[number, {at}, position.{{0}} >> {8 * at} & 255]" for at in range(bytes_of_a_set))
    how = {
        Kind.SQUARE_SET: " | ".join(by_bytes) or "transform_set(position.{0}, symmetries.squares[number])",
        Kind.SQUARE: "symmetries.squares[number][position.{0}]",
        Kind.CONTENTS: "transform_board(position.{0}, symmetries.squares[number])",
        Kind.DIRECTION: "transform_direction(position.{0}, symmetries.directions[number])",
    }
    parts = [how.get(kind, "position.{0}").format(name) for name, kind in kinds_of(position_type).items()]
    source = f"def transform(symmetries, position, number):\n    return Position({', '.join(parts)})\n"
    used = (grid.transform_set, grid.transform_board, grid.transform_direction)
    names = {each.__name__: each for each in used}
    transform: Transform = define_functions(source, Position=position_type, **names)["transform"]
    return transform


# A position as planes of numbers, one number a square, for machines that learn. Each field is a plane, in the order of
# the fields: a set of squares or a square shows where it is, a count fills its plane, a direction has four planes, and
# the mover's is 1 where it is the second side's turn. `extra_planes` may add what the rules can count, each a method of
# a position. Behind these come the fields that variations add: the last planes are left out where they would show
# nothing. A diagonal direction shows on two planes: a step up-left was up and left.

_FILL = "planes[{plane}] = "
_EACH = "for square in range(planes.shape[1]): planes[{plane}, square] = "
_AS_NUMBER = [_FILL + "position.{field}"]
_SHOWS = {  # what fills each plane of a field
    Kind.SQUARE_SET: [_EACH + "position.{field} >> square & 1"],
    Kind.SQUARE: [_EACH + "position.{field} == square"],
    Kind.CONTENTS: [_EACH + "at(position.{field}, square)"],
    Kind.DIRECTION: [
        _FILL + " or ".join(f"position.{{field}} == {grid.encode_direction(at)}" for at in along)
        for along in ([at for at, name in enumerate(EIGHT_DIRECTIONS) if way in name.split("-")] for way in DIRECTIONS)
    ],
}


def list_planes(game: "Game") -> tuple[tuple[str, int], ...]:
    """What each plane shows, and the greatest number on it: 1, or what the game says."""
    kinds, marks, called, maxima = game.kinds, game.marks, game.field_names, game.maxima()
    pieces = [called.get(field, mark) for field, mark in zip(("first", "second"), marks, strict=True)]
    planes: dict[str, list[tuple[str, int]]] = {}
    for field, kind in kinds.items():
        side, most = side_of_field(field), maxima.get(field, 1)
        names = [called.get(field, field.replace("_", " "))]
        if kind is Kind.DIRECTION:
            names = [f"{called.get(field, field)} was {direction}" for direction in DIRECTIONS]
        elif kind is Kind.MOVER:
            names = [f"{pieces[1] if kinds.get('second') in PIECES else marks[1]}'s turn"]
        elif kind in PIECES and side is not None:
            names = [pieces[side]]
        elif kind is Kind.POINTS and side is not None:
            names = [called.get(field, f"{marks[side]}'s points")]
        shows_where = kind in (*PIECES, Kind.DIRECTION)
        planes[field] = [(name, min(most, 1) if shows_where else most) for name in names]
    for field in reversed(game.Position._field_defaults):  # planes at the end that show nothing are left out
        if any(most for _, most in planes[field]):
            break
        del planes[field]
    return _arrange_planes(game.Position, planes, [(name, maxima.get(name, 1)) for name in game.extra_planes])


def _arrange_planes(position_type: Any, by_field: Mapping[str, list[T]], extra: Iterable[T]) -> tuple[T, ...]:
    """Something for each plane: those of the printed game's fields, the extra ones, those that variations add."""
    parts: tuple[list[T], list[T]] = [], []
    for field, planes in by_field.items():
        parts[field in position_type._field_defaults].extend(planes)
    return (*parts[0], *extra, *parts[1])


@cache
def derive_observe(position_type: Any, extra: int) -> Callable[..., None]:
    """`observe(position, planes, *extra)`, which fills in the planes, `extra` of them from numbers that are given."""
    given = [f"extra_{number}" for number in range(extra)]
    kinds, added = kinds_of(position_type), position_type._field_defaults
    shown = {field: [(field, each) for each in _SHOWS.get(kind, _AS_NUMBER)] for field, kind in kinds.items()}
    lines = [f"def observe({', '.join(['position', 'planes', *given])}):"]
    planes = _arrange_planes(position_type, shown, [(name, _FILL + "{field}") for name in given])
    for plane, (field, fills) in enumerate(planes):
        where = f"if planes.shape[0] > {plane}:\n        " if field in added else ""
        lines.append(f"    {where}{fills.format(plane=plane, field=field)}")
    observe: Callable[..., None] = define_functions("\n".join(lines), at=grid.at)["observe"]
    return observe


def define_functions(source: str, **names: Any) -> dict[str, Any]:
    """The functions of this source, which may use these names: written out for one type, so that they compile well."""
    defined = dict(names)
    exec(source, defined)
    return defined
