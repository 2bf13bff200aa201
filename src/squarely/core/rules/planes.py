"""A position as planes of numbers, one number a square, for machines that learn.

Each field is a plane, in the order of the fields: a set of squares or a square shows where it is, a count fills its
plane, a direction has four planes, and the mover's is 1 where it is the second side's turn. `extra_planes` may add what
the rules can count, each a method of a position. Behind these come the fields that variations add: the last planes are
left out where they would show nothing. A diagonal direction shows on two planes: a step up-left was up and left.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from squarely.core.board.grid import DIRECTIONS, EIGHT_DIRECTIONS, at, encode_direction
from squarely.core.rules.fields import PIECES, Kind, define_functions, kinds_of, side_of_field

_SHOWS = {
    Kind.SQUARE_SET: "position.{0} >> square & 1",
    Kind.SQUARE: "position.{0} == square",
    Kind.CONTENTS: "at(position.{0}, square)",
}


def name_planes(
    position_type: Any, marks: tuple[str, str], called: Mapping[str, str], extra: tuple[str, ...]
) -> tuple[str, ...]:
    """What each plane shows. `called` is what the game calls some of its fields."""
    kinds = kinds_of(position_type)
    pieces = [called.get(field, mark) for field, mark in zip(("first", "second"), marks, strict=True)]
    second = pieces[1] if kinds.get("second") in PIECES else marks[1]
    names: dict[str, list[str]] = {}
    for field, kind in kinds.items():
        side = side_of_field(field)
        if kind is Kind.DIRECTION:
            names[field] = [f"{called.get(field, field)} was {direction}" for direction in DIRECTIONS]
        elif kind is Kind.MOVER:
            names[field] = [f"{second}'s turn"]
        elif kind in PIECES and side is not None:
            names[field] = [pieces[side]]
        elif kind is Kind.POINTS and side is not None:
            names[field] = [called.get(field, f"{marks[side]}'s points")]
        else:
            names[field] = [called.get(field, field.replace("_", " "))]
    always, sometimes = _in_order(position_type)
    return (*(name for field in always for name in names[field]), *extra, *(names[field][0] for field in sometimes))


def greatest_numbers(position_type: Any, maxima: Mapping[str, int], extra: tuple[str, ...]) -> tuple[int, ...]:
    """The greatest number on each plane: 1, or what the game says; without planes at the end that show nothing."""
    kinds, found = kinds_of(position_type), list[int]()
    always, sometimes = _in_order(position_type)
    for field in always:
        most = maxima.get(field, 1)
        found += [min(most, 1)] * len(DIRECTIONS) if kinds[field] is Kind.DIRECTION else [most]
    shown = sometimes[: 1 + max((at for at, field in enumerate(sometimes) if maxima.get(field, 1)), default=-1)]
    optional = (min(maxima.get(each, 1), 1) if kinds[each] in PIECES else maxima.get(each, 1) for each in shown)
    return (*found, *(maxima.get(name, 1) for name in extra), *optional)


def _in_order(position_type: Any) -> tuple[list[str], list[str]]:
    """The fields of the printed game, and those that variations add."""
    optional = position_type._field_defaults
    fields = list(kinds_of(position_type))
    return [field for field in fields if field not in optional], [field for field in fields if field in optional]


@cache
def derive_observe(position_type: Any, extra: int) -> Callable[..., None]:
    """`observe(position, planes, *extra)`, which fills in the planes, so many of them with numbers that are given."""
    given = [f"extra_{number}" for number in range(extra)]
    plane, lines = 0, [f"def observe({', '.join(['position', 'planes', *given])}):"]
    kinds, (always, sometimes) = kinds_of(position_type), _in_order(position_type)
    for field in always:
        kind = kinds[field]
        if kind in _SHOWS:
            lines += ["    for square in range(planes.shape[1]):",
                      f"        planes[{plane}, square] = {_SHOWS[kind].format(field)}"]  # fmt: skip
        elif kind is Kind.DIRECTION:
            ways = [" or ".join(f"position.{field} == {at}" for at in _along(way)) for way in DIRECTIONS]
            lines += [f"    planes[{plane + number}] = {way}" for number, way in enumerate(ways)]
        else:
            lines.append(f"    planes[{plane}] = position.{field}")
        plane += len(DIRECTIONS) if kind is Kind.DIRECTION else 1
    lines += [f"    planes[{plane + number}] = {name}" for number, name in enumerate(given)]
    for last, field in enumerate(sometimes, plane + extra):
        shown = _SHOWS.get(kinds[field], "position.{0}").format(field)
        lines += [f"    if planes.shape[0] > {last}:",
                  "        for square in range(planes.shape[1]):",
                  f"            planes[{last}, square] = {shown}"]  # fmt: skip
    observe: Callable[..., None] = define_functions("\n".join(lines), at=at)["observe"]
    return observe


def _along(way: str) -> list[int]:
    """What a field has after steps that lead this way: straight, and aslant."""
    return [encode_direction(at) for at, name in enumerate(EIGHT_DIRECTIONS) if way in name.split("-")]
