"""A canvas of pixels: shapes are filled on it with smooth edges, and it is written as a PNG. Standard library only."""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from squarely.web.pictures.shapes import Box, Shape, join_spans

_LINES = 4  # that a row of pixels is looked at on
_NOTHING = 1e-6  # as good as
_HEAD = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = 2


class Run(NamedTuple):
    """Pixels of a row, from start to end, and how much of each is covered."""

    y: int
    start: int
    end: int
    cover: float


class Canvas:
    """Rows of pixels, three bytes each."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        self.width, self.height = width, height
        self._rows = [bytearray(read_colour(colour) * width) for _ in range(height)]

    def fill(self, colour: str, *shapes: Shape) -> None:
        """Fill these with a colour, as one shape."""
        self.stamp(colour, find_runs(shapes), 0, 0)

    def stamp(self, colour: str, runs: Iterable[Run], x: int, y: int) -> None:
        """Fill what was found before, so far to the right and down."""
        ink = read_colour(colour)
        for run in runs:
            if 0 <= run.y + y < self.height:
                self._paint(run.y + y, run.start + x, run.end + x, ink, run.cover)

    def shade(self, box: Box, depth: int, strength: float) -> None:
        """Darken around a box, the less the farther away."""
        for at in range(depth, 0, -2):
            around = box.shrink(-at)
            for y in range(max(floor(around.top), 0), min(ceil(around.bottom), self.height)):
                if span := around.span(y + 0.5):
                    self._paint(y, floor(span[0]), ceil(span[1]), b"\0\0\0", strength / depth)

    def write_png(self) -> bytes:
        """The picture as a file."""
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, _TRUE_COLOUR, 0, 0, 0)
        pixels = b"".join(b"\0" + row for row in self._rows)
        return _HEAD + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(pixels, 6)) + _chunk(b"IEND", b"")

    def _paint(self, y: int, start: int, end: int, ink: bytes, cover: float) -> None:
        """Paint pixels of a row, with so much of the ink."""
        start, end = max(start, 0), min(end, self.width)
        if start >= end:
            return
        row = self._rows[y]
        if cover >= 1:
            row[3 * start : 3 * end] = ink * (end - start)
            return
        for channel, value in enumerate(ink):
            if end - start == 1:
                below = row[3 * start + channel]
                row[3 * start + channel] = int(below + (value - below) * cover + 0.5)
            else:
                at = slice(3 * start + channel, 3 * end, 3)
                row[at] = row[at].translate(_mix_with(value, round(cover * 256)))


@lru_cache(maxsize=1024)
def _mix_with(value: int, share: int) -> bytes:
    """What every value becomes with so many parts of 256 of this one."""
    return bytes((below * (256 - share) + value * share + 128) >> 8 for below in range(256))


def read_colour(text: str) -> bytes:
    """The three bytes of a colour such as `#ff8800`."""
    return bytes.fromhex(text.removeprefix("#"))


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: so much of the other."""
    pairs = zip(read_colour(one), read_colour(other), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def find_runs(shapes: Sequence[Shape]) -> Iterator[Run]:
    """Pixels side by side that these, as one shape, cover alike."""
    if not shapes:
        return
    for y in range(floor(min(each.top for each in shapes)), ceil(max(each.bottom for each in shapes))):
        crossed = [each for each in shapes if each.top < y + 1 and each.bottom > y]
        lines = [join_spans(crossed, y + (at + 0.5) / _LINES) for at in range(_LINES)]
        yield from _find_runs_in(y, lines)


def _find_runs_in(y: int, lines: list[list[tuple[float, float]]]) -> Iterator[Run]:
    changes: dict[int, float] = {}  # by how much more a pixel is covered than the one before it
    for spans in lines:
        for left, right in spans:
            for edge, sign in ((left, 1.0), (right, -1.0)):
                pixel = floor(edge)
                part = sign * (pixel + 1 - edge)
                changes[pixel] = changes.get(pixel, 0) + part
                changes[pixel + 1] = changes.get(pixel + 1, 0) + sign - part
    covered, places = 0.0, sorted(changes)
    for at, following in pairwise(places):
        covered += changes[at]
        if covered > _NOTHING:
            yield Run(y, at, following, min(covered / _LINES + _NOTHING, 1))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
