"""A position as one number, so that millions of them can be kept and found again.

How many bits each field needs is seen from play; what does not fit after all is noticed, never cut off.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from squarely.game import Game, Position
from squarely.solver.refusals import TooLarge
from squarely.solver.symmetry import Symmetry

BITS = 63
_SAMPLES, _LONGEST = 64, 200


class Packing(NamedTuple):
    """Functions over positions of one kind, to be compiled."""

    pack: Callable[[Position], int]
    unpack: Callable[[int], Position]
    fits: Callable[[Position], bool]
    bits: int


class Field(NamedTuple):
    """One number of a position: how it is reached, its least value and its width in bits."""

    path: str
    least: int
    width: int


def fields(game: Game, roots: list[Position], spare: int, strips: bool) -> tuple[Field, ...]:
    """The numbers of a position, as wide as random play from the roots shows, and some bits to spare.

    `strips` leaves out the points scored so far.
    """
    scoreless = Symmetry(game, (), strips).scoreless
    random, seen = Random(0), list(roots)
    for sample in range(_SAMPLES):
        position = roots[sample % len(roots)]
        for _ in range(_LONGEST):
            moves = list(game.rules.legal_moves(game.law, position))
            if not moves:
                break
            position = game.play(position, random.choice(moves))
            seen.append(position)
    columns = zip(*(_flat(scoreless(position)) for position in seen), strict=True)
    found = []
    for path, values in zip(_paths(roots[0]), columns, strict=True):
        least = min(0, *values)
        found.append(Field(path, least, (max(values) - least).bit_length() + spare))
    return tuple(found)


def packing(game: Game, numbers: tuple[Field, ...]) -> Packing:
    """The functions that pack the positions of a game into these fields; always the same ones for the same fields."""
    kind: Any = type(game.start())
    return _written(kind, numbers)


@cache
def _written(kind: Any, numbers: tuple[Field, ...]) -> Packing:
    """The functions for these fields, written out so that they compile to a few shifts."""
    bits = sum(number.width for number in numbers)
    if bits > BITS:
        raise TooLarge(f"a position of this game takes {bits} bits; the solver can keep {BITS}")
    shift, packed, unpacked, fitting = 0, [], {}, []
    for path, least, width in numbers:
        packed.append(f"(p.{path} - {least}) << {shift}")
        unpacked[path] = f"(key >> {shift} & {(1 << width) - 1}) + {least}"
        fitting.append(f"{least} <= p.{path} < {least + (1 << width)}")
        shift += width
    source = (
        f"def pack(p): return {' | '.join(packed)}\n"
        f"def unpack(key): return Position({', '.join(_grouped(unpacked))})\n"
        f"def fits(p): return {' and '.join(fitting)}\n"
    )
    made: dict[str, Any] = {"Position": kind}
    exec(source, made)
    return Packing(made["pack"], made["unpack"], made["fits"], bits)


def _flat(position: Position) -> list[int]:
    return [number for field in position for number in (field if isinstance(field, tuple) else (field,))]


def _paths(position: Position) -> list[str]:
    paths = []
    for name, field in zip(position._fields, position, strict=True):
        paths += [f"{name}[{at}]" for at in range(len(field))] if isinstance(field, tuple) else [name]
    return paths


def _grouped(unpacked: dict[str, str]) -> list[str]:
    """One expression a field; the numbers of a tuple put together again."""
    grouped: dict[str, list[str]] = {}
    for path, expression in unpacked.items():
        grouped.setdefault(path.partition("[")[0], []).append(expression)
    tuples = {path.partition("[")[0] for path in unpacked if "[" in path}
    return [f"({', '.join(parts)},)" if name in tuples else parts[0] for name, parts in grouped.items()]
