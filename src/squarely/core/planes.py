"""A position as planes of numbers, one number a square, for machines that learn.

Each field is a plane, in the order of the fields: a set of squares or a square shows where it is, a count fills its
plane, a direction has four planes, and the mover's is 1 where it is the second side's turn. EXTRA_PLANES may add what
the rules can count, each a function of law and position.
"""

from collections.abc import Callable, Mapping
from typing import Any

from squarely.core.generated import define_functions
from squarely.core.grid import DIRECTIONS, at
from squarely.core.position import PIECES, Kind, kinds_of, side_of_field

Extra = Mapping[str, Callable[[Any, Any], int]]  # the name of a plane, and the number that fills it


def name_planes(position_type: Any, marks: tuple[str, str], called: Mapping[str, str], extra: Extra) -> tuple[str, ...]:
    """What each plane shows. `called` is what the game calls some of its fields."""
    kinds = kinds_of(position_type)
    pieces = [called.get(field, mark) for field, mark in zip(("first", "second"), marks, strict=True)]
    second = pieces[1] if kinds.get("second") in PIECES else marks[1]
    names: list[str] = []
    for field, kind in kinds.items():
        side = side_of_field(field)
        if kind is Kind.DIRECTION:
            names += [f"{called.get(field, field)} was {direction}" for direction in DIRECTIONS]
        elif kind is Kind.MOVER:
            names.append(f"{second}'s turn")
        elif kind in PIECES and side is not None:
            names.append(pieces[side])
        elif kind is Kind.POINTS and side is not None:
            names.append(called.get(field, f"{marks[side]}'s points"))
        else:
            names.append(called.get(field, field.replace("_", " ")))
    return (*names, *extra)


def greatest_numbers(position_type: Any, maxima: Mapping[str, int], extra: Extra) -> tuple[int, ...]:
    """The greatest number on each plane: 1, or what the game says."""
    found: list[int] = []
    for field, kind in kinds_of(position_type).items():
        found += [maxima.get(field, 1)] * (len(DIRECTIONS) if kind is Kind.DIRECTION else 1)
    return (*found, *(maxima.get(name, 1) for name in extra))


def derive_observe(position_type: Any, extra: Extra) -> Callable[[Any, Any, Any], None]:
    """`observe(law, position, planes)`, which fills in the planes; it also runs compiled."""
    plane, lines = 0, ["def observe(law, position, planes):"]
    shows = {
        Kind.SQUARE_SET: "position.{0} >> square & 1",
        Kind.SQUARE: "position.{0} == square",
        Kind.CONTENTS: "at(position.{0}, square)",
    }
    for field, kind in kinds_of(position_type).items():
        if kind in shows:
            lines += ["    for square in range(planes.shape[1]):",
                      f"        planes[{plane}, square] = {shows[kind].format(field)}"]  # fmt: skip
            plane += 1
        elif kind is Kind.DIRECTION:
            lines += [f"    planes[{plane + way}] = position.{field} == {way}" for way in range(len(DIRECTIONS))]
            plane += len(DIRECTIONS)
        else:
            lines.append(f"    planes[{plane}] = position.{field}")
            plane += 1
    lines += [f"    planes[{plane + at}] = extra_{at}(law, position)" for at in range(len(extra))]
    functions = {f"extra_{number}": function for number, function in enumerate(extra.values())}
    observe: Callable[[Any, Any, Any], None] = define_functions("\n".join(lines), at=at, **functions)["observe"]
    return observe
