"""Shapes painted with Pillow, in the colors of daylight, and written as a PNG."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont

from squarely.review.drawing.board import Box, Label, Shape
from squarely.review.drawing.svg import PALETTE

_SMOOTH = 2  # a pixel is the mean of that many by that many
_REGULAR, _BOLD = 450, 700
_UNASSIGNED = "\U0010fffe"  # a character that no font has


class Painter:
    """A picture in the making. `fonts` are files, the preferred first; the last draws a box for what none has."""

    def __init__(self, width: int, height: int, background: str, fonts: Sequence[Path] = ()) -> None:
        self._image = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), _find_color(background))
        self._pen, self._fonts = ImageDraw.Draw(self._image), tuple(fonts)
        self._labels: list[Label] = []

    def paint(self, shapes: Iterable[Shape], x: float = 0, y: float = 0, scale: float = 1) -> None:
        """Paint shapes from a point on, that many times as large. Words lie above everything else."""
        unit = scale * _SMOOTH
        for shape in shapes:
            if isinstance(shape, Label):
                at = x + shape.x * scale, y + shape.y * scale
                self._labels.append(shape._replace(x=at[0], y=at[1], size=shape.size * scale))
            elif isinstance(shape, Box):
                left, top = x * _SMOOTH + shape.x * unit, y * _SMOOTH + shape.y * unit
                edges = left, top, left + shape.width * unit - 1, top + shape.height * unit - 1
                self._pen.rounded_rectangle(edges, shape.rx * unit, _find_color(shape.fill))
            else:
                middle, pen = (x * _SMOOTH + shape.cx * unit, y * _SMOOTH + shape.cy * unit), shape.stroke_width or 0
                fill, line = None if shape.fill == "none" else _find_color(shape.fill), _find_color(shape.stroke or "")
                self._pen.circle(middle, (shape.r + pen / 2) * unit, fill, line or None, round(pen * unit))

    def measure(self, words: str, size: float, is_bold: bool = True) -> float:
        """How wide words are."""
        return sum(font.getlength(run) for font, run in self._find_runs(words, size, is_bold))

    def write_png(self) -> bytes:
        """The picture as a file."""
        image, file = self._image.reduce(_SMOOTH), BytesIO()
        pen = ImageDraw.Draw(image)
        for x, y, words, size, fill, anchor, is_bold in self._labels:
            at = x - (self.measure(words, size, is_bold) / 2 if anchor == "middle" else 0)
            for font, run in self._find_runs(words, size, is_bold):
                pen.text((at, y + 0.36 * size), run, _find_color(fill), font, "ls")  # half of what a capital is high
                at += font.getlength(run)
        image.save(file, "PNG")
        return file.getvalue()

    def _find_runs(self, words: str, size: float, is_bold: bool) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
        """The words that can be seen, in pieces of one font each."""
        seen = (each for each in normalize("NFC", words) if category(each)[0] != "C")
        for file, run in groupby(seen, lambda each: _choose_font(self._fonts, each)):
            yield _load_font(file, round(size, 1), _BOLD if is_bold else _REGULAR), "".join(run)


@lru_cache(maxsize=1024)
def _choose_font(fonts: Sequence[Path], letter: str) -> Path:
    """The first font that has this letter, or else the last."""
    for file in fonts:
        font = _load_font(file, 20, _REGULAR)
        if bytes(font.getmask(letter)) != bytes(font.getmask(_UNASSIGNED)):
            return file
    return fonts[-1]


@lru_cache(maxsize=64)
def _load_font(file: Path, size: float, weight: int) -> ImageFont.FreeTypeFont:
    """A font of this size, and of this weight if it has several."""
    font = ImageFont.truetype(file, size)
    with suppress(OSError):  # it has one weight
        font.set_variation_by_axes([weight])
    return font


def _find_color(name: str) -> str:
    return PALETTE[name][0] if name in PALETTE else name
