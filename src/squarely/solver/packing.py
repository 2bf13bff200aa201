"""A position as one number, so that millions of them can be kept and found again.

How many bits each field needs follows from what it is declared to be; that of a bare number is seen from play. What
does not fit after all is noticed, never cut off.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from squarely.core.errors import TooLarge
from squarely.core.game import Game
from squarely.core.generated import define_functions
from squarely.core.grid import BITS_PER_SQUARE, PER_NUMBER, Board, at
from squarely.core.position import Kind, Range
from squarely.core.rules import Position
from squarely.solver.symmetry import Symmetry

BITS = 63
_SAMPLES, _LONGEST = 64, 200


class Packing(NamedTuple):
    """Functions over positions of one kind, to be compiled."""

    pack: Callable[[Position], int]
    unpack: Callable[[int], Position]
    fits: Callable[[Position], bool]
    bits: int


class BitField(NamedTuple):
    """One number of a position: how it is reached, its least value, its width in bits, and which of them are kept."""

    path: str
    least: int
    width: int
    kept: int = 0  # as a set; 0 for all of them

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The bits that are kept, from where and how many, as they lie side by side."""
        if not self.kept:
            return [(0, self.width)]
        found, bit = [], 0
        while self.kept >> bit:
            length = 0
            while self.kept >> bit + length & 1:
                length += 1
            if length:
                found.append((bit, length))
            bit += length + 1
        return found


def find_fields(game: Game, roots: list[Position], spare: int, strips: bool) -> tuple[BitField, ...]:
    """The numbers of a position: as wide as their kinds say, or as random play from the roots shows and some to spare.

    `strips` leaves out the points scored so far.
    """
    ranges = game.rules.ranges(game.law)
    if ranges is not None:
        left_out = [name for name, kind in game.rules.kinds.items() if strips and kind is Kind.POINTS]
        return tuple(_declared(part, name in left_out) for name, parts in ranges.items() for part in parts)
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
    columns = [*zip(*(_flatten(scoreless(position)) for position in seen), strict=True)]
    found = []
    for path, values in zip(_list_paths(roots[0]), columns, strict=True):
        least = min(0, *values)
        found.append(BitField(path, least, (max(values) - least).bit_length() + spare))
    if sum(field.width for field in found) > BITS:
        found = _tighten(type(roots[0]), found, columns, spare)
    return tuple(found)


def _declared(part: Range, left_out: bool) -> BitField:
    width = 0 if left_out else part.used.bit_count()
    return BitField(part.path, 0, width, 0 if width == part.used.bit_length() or left_out else part.used)


def _tighten(kind: Any, found: list[BitField], columns: list[tuple[int, ...]], spare: int) -> list[BitField]:
    """The same fields, but of a `grid.Board` only as many bits of each square as what stands on squares takes."""
    boards = {name for name, hint in kind.__annotations__.items() if hint in (Board, "Board", "grid.Board")}
    tight = []
    for field, values in zip(found, columns, strict=True):
        name, is_part, _ = field.path.partition("[")
        if not (name in boards and is_part):
            tight.append(field)
            continue
        numbers = [n for f, each in zip(found, columns, strict=True) if f.path.startswith(f"{name}[") for n in each]
        content = max(at((number, 0, 0), square) for number in set(numbers) for square in range(PER_NUMBER))
        width = min(content.bit_length() + spare // 2, BITS_PER_SQUARE)
        squares = min(-(-max(values).bit_length() // BITS_PER_SQUARE) + spare, PER_NUMBER)
        kept = sum(((1 << width) - 1) << square * BITS_PER_SQUARE for square in range(squares))
        tight.append(BitField(field.path, 0, kept.bit_count(), kept))
    return tight


def make_packing(game: Game, numbers: tuple[BitField, ...]) -> Packing:
    """The functions that pack the positions of a game into these fields; always the same ones for the same fields."""
    kind: Any = type(game.start())
    return _compile_packing(kind, numbers)


@cache
def _compile_packing(kind: Any, numbers: tuple[BitField, ...]) -> Packing:
    """The functions for these fields, written out so that they compile to a few shifts."""
    bits = sum(number.width for number in numbers)
    if bits > BITS:
        raise TooLarge(
            f"a position of this game takes {bits} bits; the solver can keep {BITS}. A smaller size would help, or a "
            "Position of fewer and smaller numbers; the game can be played all the same"
        )
    shift, packed, unpacked, fitting = 0, [], {}, []
    for number in numbers:
        path, least, width, kept = number
        parts = []
        for low, length in number.runs:
            mask = (1 << length) - 1
            value = f"(p.{path} - {least})" if not kept else f"(p.{path} >> {low} & {mask})"
            packed.append(f"{value} << {shift}")
            parts.append(f"(key >> {shift} & {mask})" + (f" << {low}" if low else ""))
            shift += length
        unpacked[path] = f"({' | '.join(parts) or 0}) + {least}" if kept else f"{parts[0]} + {least}"
        fitting.append(f"p.{path} & {~kept} == 0" if kept else f"{least} <= p.{path} < {least + (1 << width)}")
    source = (
        f"def pack(p): return {' | '.join(packed)}\n"
        f"def unpack(key): return Position({', '.join(_group_by_field(unpacked))})\n"
        f"def fits(p): return {' and '.join(fitting)}\n"
    )
    made = define_functions(source, Position=kind)
    return Packing(made["pack"], made["unpack"], made["fits"], bits)


def _flatten(position: Position) -> list[int]:
    return [number for field in position for number in (field if isinstance(field, tuple) else (field,))]


def _list_paths(position: Position) -> list[str]:
    paths = []
    for name, field in zip(position._fields, position, strict=True):
        paths += [f"{name}[{at}]" for at in range(len(field))] if isinstance(field, tuple) else [name]
    return paths


def _group_by_field(unpacked: dict[str, str]) -> list[str]:
    """One expression a field; the numbers of a tuple put together again."""
    grouped: dict[str, list[str]] = {}
    for path, expression in unpacked.items():
        grouped.setdefault(path.partition("[")[0], []).append(expression)
    tuples = {path.partition("[")[0] for path in unpacked if "[" in path}
    return [f"({', '.join(parts)},)" if name in tuples else parts[0] for name, parts in grouped.items()]
