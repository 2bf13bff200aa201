"""A position as one number, so that millions of them can be kept and found again.

How many bits each field needs follows from what it is declared to be; that of a bare number is seen from play. What
does not fit after all is noticed, never cut off.

A board that would take too many bits is first kept by its squares alone: each holds what it held at the root, or
nothing. That is so wherever things are taken and never moved. What was at the root is the frame, with which functions
are called: they are compiled once for all deals.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple, TypeAlias

from squarely.core.board.grid import BITS_PER_SQUARE, PER_NUMBER
from squarely.core.errors import TooLarge
from squarely.core.rules.fields import Kind, Range, define_functions
from squarely.core.rules.game import Game, Position

BITS = 63  # of a key that is one number; a longer one is two, the lower one first
MOST_BITS, WORD = 128, 64
_SAMPLES, _LONGEST = 64, 200
_SQUARE = (1 << BITS_PER_SQUARE) - 1

Frame: TypeAlias = tuple[int, ...]  # for each field what it was at the root, where that counts


class Symmetry:
    """The symmetries of a game, as far as they leave the roots of a solution as they are.

    Only such are used, so that whatever a root leads to is exactly what is counted. Points are left out only for those
    who ask for it: see `squarely.solver.scoring`.
    """

    def __init__(
        self, game: Game, roots: Iterable[Position], ignores_score: bool = False, by_symmetry: bool = True
    ) -> None:
        """Without `by_symmetry` no quotient is taken: symmetric positions stay different."""
        self._game = game
        self._points = {name: 0 for name, kind in game.kinds.items() if ignores_score and kind is Kind.POINTS}
        fixed = [self.without_points(root) for root in roots]
        every = range(len(game.symmetries.squares) if by_symmetry else 1)
        self.numbers = tuple(n for n in every if all(game.transform(root, n) == root for root in fixed))

    def without_points(self, position: Position) -> Position:
        """The position without points, where points are left out."""
        return position._replace(**self._points) if self._points else position

    def orbit(self, position: Position) -> set[Position]:
        """The orbit of the position: what it becomes under each symmetry."""
        if len(self.numbers) == 1:
            return {position}
        return {self._game.transform(position, number) for number in self.numbers}


class PackingFunctions(NamedTuple):
    """Functions over positions of one kind, to be compiled. A key is a number, or two where it is longer than BITS."""

    pack: Callable[[Frame, Position], Any]
    unpack: Callable[[Frame, Any], Position]
    fits: Callable[[Frame, Position], bool]


class Packing(NamedTuple):
    """How positions become numbers: the same functions for every root, and the frame of this one."""

    functions: PackingFunctions
    frame: Frame
    bits: int
    pack: Callable[[Position], Any]  # and so on: the functions, given this frame
    unpack: Callable[[Any], Position]
    fits: Callable[[Position], bool]


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
        bits = f"{self.kept:b}"[::-1]
        return [(run.start(), len(run[0])) for run in re.finditer("1+", bits)] or [(0, self.width)]

    def split_runs(self, shift: int) -> Iterator[tuple[int, int, int]]:
        """The same where the field begins at a bit of the key: no run goes on in the next word. With their places."""
        for begin, length in self.runs:
            low, end = begin, begin + length
            while low < end:
                part = min(end - low, WORD - shift % WORD)
                yield low, part, shift
                low, shift = low + part, shift + part


def find_fields(game: Game, roots: list[Position], spare: int, ignores_score: bool) -> tuple[BitField, ...]:
    """The numbers of a position: as wide as their kinds say, or as random play from the roots shows and some to spare.

    `ignores_score` leaves points out. Where kinds are too wide, boards are held to that of the only root
    unless there are bits to spare.
    """
    ranges = game.ranges
    if ranges is not None:
        left_out = [name for name, kind in game.kinds.items() if ignores_score and kind is Kind.POINTS]
        fields = tuple(_declared(part, name in left_out) for name, parts in ranges.items() for part in parts)
        if not spare and len(roots) == 1 and _count_bits(fields) > BITS:
            boards = [name for name, kind in game.kinds.items() if kind is Kind.CONTENTS]
            return tuple(_hold_to_root(field, roots[0], boards) for field in fields)
        return fields
    without_points = Symmetry(game, (), ignores_score).without_points
    random, seen = Random(0), list(roots)
    for sample in range(_SAMPLES):
        position = roots[sample % len(roots)]
        for _ in range(_LONGEST):
            moves = list(game.legal_moves(position))
            if not moves:
                break
            position = game.play(position, random.choice(moves))
            seen.append(position)
    rows, found = [split_position(without_points(position)) for position in seen], []
    for path in rows[0]:
        numbers = [0, *(row[path] for row in rows)]
        found.append(BitField(path, min(numbers), (max(numbers) - min(numbers)).bit_length() + spare))
    return tuple(found)


def split_position(position: Position) -> dict[str, int]:
    """The numbers of a position, by how they are reached."""
    found: dict[str, int] = {}
    for name, field in zip(position._fields, position, strict=True):
        found |= {f"{name}[{at}]": part for at, part in enumerate(field)} if isinstance(field, tuple) else {name: field}
    return found


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


def make_packing(game: Game, numbers: tuple[BitField, ...], most: int = BITS) -> Packing:
    """How the positions of a game are packed into these fields; always the same functions for the same widths."""
    bits = _count_bits(numbers)
    if bits > most:
        raise TooLarge(
            f"a position of this game takes {bits} bits; the solver can keep {most}. A smaller size would help, or a "
            "Position of fewer and smaller numbers whose kinds are declared; the game can be played all the same"
        )
    alike = tuple(number._replace(at_root=min(number.at_root, 1)) for number in numbers)
    frame = tuple(number.at_root for number in numbers)
    pack, unpack, fits = functions = _compile_packing(game.Position, alike)
    return Packing(functions, frame, bits, partial(pack, frame), partial(unpack, frame), partial(fits, frame))


@cache
def _compile_packing(kind: Any, numbers: tuple[BitField, ...]) -> PackingFunctions:
    """The functions for these fields, written out so that they compile to a few shifts."""
    shift, unpacked, fitting = 0, {}, []
    words: list[list[str]] = [[] for _ in range(1 + (_count_bits(numbers) > BITS))]  # what each is put together of
    for place, number in enumerate(numbers):
        write = _write_held if number.at_root else _write_field
        terms, restored, test = write(number, shift, f"frame[{place}]", "key[{}]" if len(words) > 1 else "key")
        for at, term in terms:
            words[at // WORD].append(f"{term} << {at % WORD}")
        unpacked[number.path] = restored
        fitting.append(test)
        shift += number.width
    source = (
        f"def pack(frame, p): return {', '.join(' | '.join(terms) or '0' for terms in words)}\n"
        f"def unpack(frame, key): return Position({', '.join(_group_by_field(unpacked))})\n"
        f"def fits(frame, p): return {' and '.join(fitting)}\n"
    )
    made = define_functions(source, Position=kind)
    return PackingFunctions(made["pack"], made["unpack"], made["fits"])


Written: TypeAlias = tuple[list[tuple[int, str]], str, str]


def _write_field(number: BitField, shift: int, _: str, key: str) -> Written:
    """The terms of a field with their places in the key, what it is by the key, and whether it fits."""
    path, least, width, kept, *_rest = number
    packed, parts = [], []
    for low, length, at in number.split_runs(shift):
        mask = (1 << length) - 1
        packed.append(
            (at, f"(p.{path} - {least} >> {low} & {mask})" if kept or length < width else f"(p.{path} - {least})")
        )
        parts.append(f"({key.format(at // WORD)} >> {at % WORD} & {mask})" + (f" << {low}" if low else ""))
    fits = f"p.{path} & {~kept} == 0" if kept else f"{least} <= p.{path} < {least + (1 << width)}"
    return packed, f"({' | '.join(parts) or 0}) + {least}", fits


def _write_held(number: BitField, shift: int, at_root: str, key: str) -> Written:
    """The same for a board of which squares hold what they held at the root, or nothing."""
    held = [f"min(p.{number.path} & {mask}, 1)" for mask in number.squares]
    packed = list(enumerate(held, shift))
    bits = [f"({key.format(place // WORD)} >> {place % WORD} & 1)" for place, _ in packed]
    parts = [f"{bit} * ({at_root} & {mask})" for bit, mask in zip(bits, number.squares, strict=True)]
    again = [f"{bit} * ({at_root} & {mask})" for bit, mask in zip(held, number.squares, strict=True)]
    return packed, f"({' | '.join(parts)})", f"p.{number.path} == ({' | '.join(again)})"


def _group_by_field(unpacked: dict[str, str]) -> list[str]:
    """One expression a field; the numbers of a tuple put together again."""
    grouped: dict[str, list[str]] = {}
    for path, expression in unpacked.items():
        grouped.setdefault(path.partition("[")[0], []).append(expression)
    tuples = {path.partition("[")[0] for path in unpacked if "[" in path}
    return [f"({', '.join(parts)},)" if name in tuples else parts[0] for name, parts in grouped.items()]
