"""The mark of Squarely, as an icon for wherever a page is installed: the same as `site/icon.svg`."""

from squarely.web.pictures.canvas import Canvas
from squarely.web.pictures.shapes import Box, Disc

_BACK, _FIRST, _SECOND, _EMPTY = "#0b3f4f", "#6fd0ea", "#f5b969", "#6b97a5"
_UNITS = 32  # that the mark is wide
_SAFE = 0.72  # the part of an icon that is left of it wherever it is cut to a shape


def draw_icon(size: int, *, maskable: bool = False) -> bytes:
    """The mark as a PNG. One that may be cut to any shape has colour up to its edges, and nothing else near them."""
    canvas = Canvas(size, size, _BACK if maskable else "#ffffff")
    if not maskable:
        draw_mark(canvas, 0, 0, size)
    else:
        _draw_pieces(canvas, size * (1 - _SAFE) / 2, size * (1 - _SAFE) / 2, size * _SAFE)
    return canvas.write_png()


def draw_mark(canvas: Canvas, x: float, y: float, size: float) -> None:
    """The mark on a canvas."""
    canvas.fill(_BACK, Box(x, y, size, size, 7 * size / _UNITS))
    _draw_pieces(canvas, x, y, size)


def _draw_pieces(canvas: Canvas, x: float, y: float, size: float) -> None:
    unit = size / _UNITS
    canvas.fill(_FIRST, Disc(x + 10.5 * unit, y + 10.5 * unit, 5 * unit))
    canvas.fill(_SECOND, Box(x + 17 * unit, y + 17 * unit, 9 * unit, 9 * unit, 2 * unit))
    for left, top in ((16.75, 5.25), (5.75, 16.75)):
        square = Box(x + left * unit, y + top * unit, 9.5 * unit, 9.5 * unit)
        canvas.fill(_EMPTY, square)
        canvas.fill(_BACK, square.shrink(1.5 * unit))
