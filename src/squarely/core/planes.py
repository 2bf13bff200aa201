"""A position as planes of numbers, one number a square, for machines that learn.

Each field is a plane, in the order of the fields: a set of squares or a square shows where it is, a count fills its
plane, a direction has four planes, and the mover's is 1 where it is the second side's turn. EXTRA_PLANES may add what
the rules can count, each a function of law and position. Behind these come the fields that have a default, since only
some options use them: the last planes are left out where they would show nothing. A diagonal direction shows on two
planes: a step up-left was up and left.
"""

from collections.abc import Callable, Mapping
from typing import Any

from squarely.core.generated import define_functions
from squarely.core.grid import DIRECTIONS, EIGHT_DIRECTIONS, at, encode_direction
from squarely.core.position import PIECES, Kind, fields_in_use, kinds_of, side_of_field

Extra = Mapping[str, Callable[[Any, Any], int]]  # the name of a plane, and the number that fills it


def name_planes(position_type: Any, marks: tuple[str, str], called: Mapping[str, str], extra: Extra) -> tuple[str, ...]:
    """What each plane shows. `called` is what the game calls some of its fields."""
    kinds = kinds_of(position_type)
    pieces = [called.get(field, mark) for field, mark in zip(("first", "second"), marks, strict=True)]
    second = pieces[1] if kinds.get("second") in PIECES else marks[1]
    names: dict[str, list[str]] = {field: [] for field in kinds}
    for field, kind in kinds.items():
        side = side_of_field(field)
        if kind is Kind.DIRECTION:
            names[field] += [f"{called.get(field, field)} was {direction}" for direction in DIRECTIONS]
        elif kind is Kind.MOVER:
            names[field].append(f"{second}'s turn")
        elif kind in PIECES and side is not None:
            names[field].append(pieces[side])
        elif kind is Kind.POINTS and side is not None:
            names[field].append(called.get(field, f"{marks[side]}'s points"))
        else:
            names[field].append(called.get(field, field.replace("_", " ")))
    always, sometimes = _in_order(position_type)
    return (*(name for field in always for name in names[field]), *extra, *(names[field][0] for field in sometimes))


def greatest_numbers(position_type: Any, maxima: Mapping[str, int], extra: Extra) -> tuple[int, ...]:
    """The greatest number on each plane: 1, or what the game says; without planes at the end that show nothing."""
    kinds, found = kinds_of(position_type), list[int]()
    always, sometimes = _in_order(position_type)
    for field in always:
        most = maxima.get(field, 1)
        found += [min(most, 1)] * len(DIRECTIONS) if kinds[field] is Kind.DIRECTION else [most]
    used = fields_in_use(position_type, maxima)
    shown = sometimes[: 1 + max((at for at, field in enumerate(sometimes) if field in used), default=-1)]
    optional = (min(maxima.get(each, 1), 1) if kinds[each] in PIECES else maxima.get(each, 1) for each in shown)
    return (*found, *(maxima.get(name, 1) for name in extra), *optional)


def _in_order(position_type: Any) -> tuple[list[str], list[str]]:
    """The fields that every option uses, and those with a default, which only some use."""
    optional = position_type._field_defaults
    fields = list(kinds_of(position_type))
    return [field for field in fields if field not in optional], [field for field in fields if field in optional]


def derive_observe(position_type: Any, extra: Extra) -> Callable[[Any, Any, Any], None]:
    """`observe(law, position, planes)`, which fills in the planes; it also runs compiled."""
    plane, lines = 0, ["def observe(law, position, planes):"]
    shows = {
        Kind.SQUARE_SET: "position.{0} >> square & 1",
        Kind.SQUARE: "position.{0} == square",
        Kind.CONTENTS: "at(position.{0}, square)",
    }
    kinds, (always, sometimes) = kinds_of(position_type), _in_order(position_type)
    for field in always:
        kind = kinds[field]
        if kind in shows:
            lines += ["    for square in range(planes.shape[1]):",
                      f"        planes[{plane}, square] = {shows[kind].format(field)}"]  # fmt: skip
            plane += 1
        elif kind is Kind.DIRECTION:
            for way in DIRECTIONS:
                lines.append(f"    planes[{plane}] = " + " or ".join(f"position.{field} == {at}" for at in _along(way)))
                plane += 1
        else:
            lines.append(f"    planes[{plane}] = position.{field}")
            plane += 1
    lines += [f"    planes[{plane + at}] = extra_{at}(law, position)" for at in range(len(extra))]
    functions = {f"extra_{number}": function for number, function in enumerate(extra.values())}
    for last, field in enumerate(sometimes, plane + len(extra)):
        shown = shows.get(kinds[field], "position.{0}").format(field)
        lines += [f"    if planes.shape[0] > {last}:",
                  "        for square in range(planes.shape[1]):",
                  f"            planes[{last}, square] = {shown}"]  # fmt: skip
    observe: Callable[[Any, Any, Any], None] = define_functions("\n".join(lines), at=at, **functions)["observe"]
    return observe


def _along(way: str) -> list[int]:
    """What a field has after steps that lead this way: straight, and aslant."""
    return [encode_direction(at) for at, name in enumerate(EIGHT_DIRECTIONS) if way in name.split("-")]
