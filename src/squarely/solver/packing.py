"""A position as one number, so that millions of them can be kept and found again.

How many bits each field needs follows from what it is declared to be; that of a bare number is seen from play. What
does not fit after all is noticed, never cut off.

A board that would take too many bits is first kept by its squares alone: each holds what it held at the root, or
nothing. That is so wherever things are taken and never moved. What was at the root is the frame, with which functions
are called: they are compiled once for all deals.
"""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from squarely.core.errors import TooLarge
from squarely.core.game import Game
from squarely.core.generated import define_functions
from squarely.core.grid import BITS_PER_SQUARE, PER_NUMBER, Board, at
from squarely.core.position import Kind, Range
from squarely.core.rules import Position
from squarely.solver.symmetry import Symmetry

BITS = 63
_SAMPLES, _LONGEST = 64, 200
_SQUARE = (1 << BITS_PER_SQUARE) - 1

Frame: TypeAlias = tuple[int, ...]  # for each field what it was at the root, where that counts


class PackingFunctions(NamedTuple):
    """Functions over positions of one kind, to be compiled."""

    pack: Callable[[Frame, Position], int]
    unpack: Callable[[Frame, int], Position]
    fits: Callable[[Frame, Position], bool]


class Packing(NamedTuple):
    """How positions become numbers: the same functions for every root, and the frame of this one."""

    functions: PackingFunctions
    frame: Frame
    bits: int

    def pack(self, position: Position) -> int:
        """The position as a number."""
        return self.functions.pack(self.frame, position)

    def unpack(self, key: int) -> Position:
        """The position of a number."""
        return self.functions.unpack(self.frame, key)

    def fits(self, position: Position) -> bool:
        """Whether the position can be packed."""
        return self.functions.fits(self.frame, position)


class BitField(NamedTuple):
    """One number of a position: how it is reached, its least value, its width in bits, and which of them are kept."""

    path: str
    least: int
    width: int
    kept: int = 0  # as a set; 0 for all of them
    at_root: int = 0  # where not 0, a bit for each square of which any are kept: whether this is still there

    @property
    def squares(self) -> list[int]:
        """The bits of each square that is kept, as a mask."""
        masks = [_SQUARE << square * BITS_PER_SQUARE for square in range(PER_NUMBER)]
        return [mask for mask in masks if mask & self.kept]

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

    `strips` leaves out the points scored so far. Where kinds are too wide, boards are held to that of the only root
    unless there are bits to spare.
    """
    ranges = game.rules.ranges(game.law)
    if ranges is not None:
        left_out = [name for name, kind in game.rules.kinds.items() if strips and kind is Kind.POINTS]
        fields = tuple(_declared(part, name in left_out) for name, parts in ranges.items() for part in parts)
        if not spare and len(roots) == 1 and _count_bits(fields) > BITS:
            boards = [name for name, kind in game.rules.kinds.items() if kind is Kind.CONTENTS]
            return tuple(_hold_to_root(field, roots[0], boards) for field in fields)
        return fields
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
    if _count_bits(found) > BITS:
        found = _tighten(type(roots[0]), found, columns, spare)
    return tuple(found)


def _declared(part: Range, left_out: bool) -> BitField:
    width = 0 if left_out else part.used.bit_count()
    return BitField(part.path, 0, width, 0 if width == part.used.bit_length() or left_out else part.used)


def _hold_to_root(field: BitField, root: Position, boards: list[str]) -> BitField:
    """The field, if it is of a board, with one bit for each square that holds something at the root."""
    name, _, part = field.path.partition("[")
    if name not in boards:
        return field
    at_root = getattr(root, name)[int(part.rstrip("]"))]
    squares = [square for square in range(PER_NUMBER) if at_root >> square * BITS_PER_SQUARE & _SQUARE]
    kept = sum(_SQUARE << square * BITS_PER_SQUARE for square in squares)
    return BitField(field.path, 0, len(squares), kept, at_root)


def _count_bits(fields: Iterable[BitField]) -> int:
    return sum(field.width for field in fields)


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
    """How the positions of a game are packed into these fields; always the same functions for the same widths."""
    kind: Any = type(game.start())
    bits = _count_bits(numbers)
    if bits > BITS:
        raise TooLarge(
            f"a position of this game takes {bits} bits; the solver can keep {BITS}. A smaller size would help, or a "
            "Position of fewer and smaller numbers; the game can be played all the same"
        )
    alike = tuple(number._replace(at_root=min(number.at_root, 1)) for number in numbers)
    return Packing(_compile_packing(kind, alike), tuple(number.at_root for number in numbers), bits)


@cache
def _compile_packing(kind: Any, numbers: tuple[BitField, ...]) -> PackingFunctions:
    """The functions for these fields, written out so that they compile to a few shifts."""
    shift, packed, unpacked, fitting = 0, [], {}, []
    for place, number in enumerate(numbers):
        write = _write_held if number.at_root else _write_field
        terms, restored, test = write(number, shift, f"frame[{place}]")
        packed += terms
        unpacked[number.path] = restored
        fitting.append(test)
        shift += number.width
    source = (
        f"def pack(frame, p): return {' | '.join(packed)}\n"
        f"def unpack(frame, key): return Position({', '.join(_group_by_field(unpacked))})\n"
        f"def fits(frame, p): return {' and '.join(fitting)}\n"
    )
    made = define_functions(source, Position=kind)
    return PackingFunctions(made["pack"], made["unpack"], made["fits"])


def _write_field(number: BitField, shift: int, _: str) -> tuple[list[str], str, str]:
    """The terms of a field in the key, what it is by the key, and whether it fits."""
    path, least, width, kept, *_rest = number
    packed, parts = [], []
    for low, length in number.runs:
        mask = (1 << length) - 1
        value = f"(p.{path} - {least})" if not kept else f"(p.{path} >> {low} & {mask})"
        packed.append(f"{value} << {shift}")
        parts.append(f"(key >> {shift} & {mask})" + (f" << {low}" if low else ""))
        shift += length
    restored = f"({' | '.join(parts) or 0}) + {least}" if kept else f"{parts[0]} + {least}"
    return packed, restored, f"p.{path} & {~kept} == 0" if kept else f"{least} <= p.{path} < {least + (1 << width)}"


def _write_held(number: BitField, shift: int, at_root: str) -> tuple[list[str], str, str]:
    """The same for a board of which squares hold what they held at the root, or nothing."""
    held = [f"min(p.{number.path} & {mask}, 1)" for mask in number.squares]
    packed = [f"{bit} << {place}" for place, bit in enumerate(held, shift)]
    parts = [f"(key >> {place} & 1) * ({at_root} & {mask})" for place, mask in enumerate(number.squares, shift)]
    again = [f"{bit} * ({at_root} & {mask})" for bit, mask in zip(held, number.squares, strict=True)]
    return packed, f"({' | '.join(parts)})", f"p.{number.path} == ({' | '.join(again)})"


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
