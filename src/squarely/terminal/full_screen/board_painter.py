"""A board as characters, each with what it is drawn with. Whatever a colour says, a sign says too."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from squarely.core.match.last_move import Captured
from squarely.core.match.tabletop import SeenSquare
from squarely.terminal.full_screen.big_text import HEIGHT, write_big
from squarely.terminal.full_screen.board_layout import Layout

DOT, PLACE = "·", "◎"
_SIGNS = {
    "won": "«»",
    "chosen": "()",
    "lit": "><",
    "mark": "[]",
    "target": "··",
    "gone": "--",
}  # around what stands on a square
INKS = ("line", "label", "text", "first", "second", "faint", "faint-first", "faint-second", "cursor", *_SIGNS)
LOOKS = ("good", "bad", "even", "endless")  # of notes
GROUNDS = (
    "plain",
    "on-tile",
    "on-first",
    "on-second",
    "on-won",
    "on-chosen",
    "on-lit",
    "on-mark",
    "on-closed",
    "on-cursor",
)
_SIDES = ("first", "second")


class Note(NamedTuple):
    """What is noted on a square: a few characters, and how they look: `good`, `bad`, `even`, `endless` or `text`."""

    short: str
    look: str


class Marks(NamedTuple):
    """What is marked on a board, by the numbers of squares."""

    last: Collection[int] = ()
    won: Collection[int] = ()
    remains: Mapping[int, Captured] = {}
    notes: Mapping[int, Note] = {}
    lit: Collection[int] = ()
    chosen: Collection[int] = ()
    choosable: Collection[int] = ()


class Glyph(NamedTuple):
    """One character, the ink it is drawn with and the ground it is drawn on."""

    text: str = " "
    ink: str = "text"
    ground: str = "plain"


def paint_board(
    layout: Layout,
    squares: Sequence[SeenSquare],
    labels: tuple[Sequence[str], Sequence[str]],
    marks: Marks,
    cursor: int | None,
    captors: Sequence[str] = ("1", "2"),
) -> list[list[Glyph]]:
    """The board, line by line; the cursor is a heavier frame. `captors` is how the two sides are written."""
    canvas = [[Glyph()] * layout.width for _ in range(layout.height)]
    if layout.header:
        _paint_labels(canvas, layout, labels)
    if layout.is_ruled:
        _paint_lines(canvas, layout)
    for number, square in enumerate(squares):
        _paint_square(canvas, layout, number, square, marks, captors)
    if cursor is not None and cursor < len(squares):
        _paint_cursor(canvas, layout, cursor)
    return canvas


def _write(canvas: list[list[Glyph]], x: int, y: int, text: str, ink: str, ground: str | None = None) -> None:
    for at, character in enumerate(text, x):
        if 0 <= at < len(canvas[y]):
            canvas[y][at] = Glyph(character, ink, ground or canvas[y][at].ground)


def _paint_labels(canvas: list[list[Glyph]], layout: Layout, labels: tuple[Sequence[str], Sequence[str]]) -> None:
    columns, rows = labels
    for number, name in enumerate(columns[: layout.shape.columns]):
        x, _ = layout.corner(number)
        _write(canvas, x, 0, name.center(layout.cell_width), "label")
    for number, name in enumerate(rows[: layout.shape.rows]):
        _, y = layout.corner(number * layout.shape.columns)
        _write(canvas, 0, y + layout.text_line, name.rjust(layout.margin - 1), "label")


def _paint_lines(canvas: list[list[Glyph]], layout: Layout) -> None:
    rows, columns = layout.shape
    across, down = layout.pitch
    for row in range(rows + 1):
        left, middle, right = "┌┬┐" if row == 0 else "└┴┘" if row == rows else "├┼┤"
        line = left + middle.join(["─" * layout.cell_width] * columns) + right
        _write(canvas, layout.margin, layout.header + row * down, line, "line")
    for y in range(layout.header, layout.height):
        if (y - layout.header) % down:
            for column in range(columns + 1):
                _write(canvas, layout.margin + column * across, y, "│", "line")


def _paint_square(
    canvas: list[list[Glyph]],
    layout: Layout,
    number: int,
    square: SeenSquare,
    marks: Marks,
    captors: Sequence[str],
) -> None:
    x, y = layout.corner(number)
    ground = _find_ground(number, square, marks)
    for line in range(layout.cell_height):
        _write(canvas, x, y + line, " " * layout.cell_width, "text", ground)
    text, ink = _find_text(number, square, marks)
    if text == " " and not layout.is_ruled:  # nothing else shows that a square is there
        text, ink = ".", "faint"
    note = marks.notes.get(number)
    signs = _find_signs(number, square, marks)
    line = y + layout.text_line
    if note and layout.cell_height == 1:  # there is one line for both
        text, ink, note = (note.short, note.look, None) if not square.text else (text, ink, note)
    big = _find_big(text, layout) if square.text else None
    top, lines = (line - 1, big) if big else (line, [text])
    middle = x + (layout.cell_width - len(lines[0])) // 2
    for offset, each in enumerate(lines):
        _write(canvas, middle, top + offset, each, ink)
    if signs:
        around = _SIGNS[signs]
        gap = 1 if big else 0
        _write(canvas, middle - 1 - gap, line, around[0], signs)
        _write(canvas, middle + len(lines[0]) + gap, line, around[1], signs)
    below = _find_below(number, square, layout, marks, captors) if note is None else note
    if below and layout.cell_height > 1:
        short = below.short[: layout.cell_width]
        _write(canvas, x + (layout.cell_width - len(short)) // 2, top + len(lines), short, below.look)
    elif below and note:
        _write(canvas, x, line, below.short[: layout.cell_width].center(layout.cell_width), below.look)


def _find_big(text: str, layout: Layout) -> list[str] | None:
    """A text in large letters, where there is room for them, for signs around them and for a note below."""
    big = write_big(text) if layout.cell_height >= HEIGHT + 2 else None
    return big if big and len(big[0]) + 4 <= layout.cell_width else None


def _find_text(number: int, square: SeenSquare, marks: Marks) -> tuple[str, str]:
    """What stands in the middle of a square, and its ink."""
    if square.text:
        return square.text, "label" if square.is_mark else "text" if square.side is None else _SIDES[square.side]
    if number in marks.remains:
        remains = marks.remains[number]
        return remains.text, f"faint-{_SIDES[remains.captor]}"
    if number in marks.choosable:
        return DOT, "target"
    return (PLACE, "faint") if square.place else (" ", "text")


def _find_first(marks: Marks) -> tuple[tuple[str, Collection[int]], ...]:
    """What is more important than whose a piece is, the most important first."""
    return ("won", marks.won), ("chosen", marks.chosen), ("lit", marks.lit)


def _find_signs(number: int, square: SeenSquare, marks: Marks) -> str:
    """What the signs around it say, the most important first; nothing where nothing is to be said."""
    for name, marked in _find_first(marks):
        if number in marked:
            return name
    if square.text and number in marks.choosable and marks.chosen:
        return "target"
    if number in marks.last:
        return "mark"
    return "gone" if number in marks.remains and not square.text else ""


def _find_ground(number: int, square: SeenSquare, marks: Marks) -> str:
    for name, marked in _find_first(marks):
        if number in marked:
            return f"on-{name}"
    if number in marks.last:
        return "on-mark"
    if square.is_mark:
        return "on-closed"
    return "on-tile" if square.side is None else f"on-{_SIDES[square.side]}"


def _find_below(number: int, square: SeenSquare, layout: Layout, marks: Marks, captors: Sequence[str]) -> Note | None:
    """What a square is, or who has captured what stood there, where there is room to say it."""
    captured = None if square.text else marks.remains.get(number)
    text, look = (
        (f"by {captors[captured.captor]}", f"faint-{_SIDES[captured.captor]}") if captured else (square.place, "faint")
    )
    return Note(text, look) if 0 < len(text) <= layout.cell_width else None


def _paint_cursor(canvas: list[list[Glyph]], layout: Layout, cursor: int) -> None:
    x, y = layout.corner(cursor)
    if not layout.is_ruled:
        for at in range(x, x + layout.cell_width):
            canvas[y][at] = canvas[y][at]._replace(ground="on-cursor")
        return
    _write(canvas, x - 1, y - 1, f"┏{'━' * layout.cell_width}┓", "cursor")
    for line in range(layout.cell_height):
        _write(canvas, x - 1, y + line, "┃", "cursor")
        _write(canvas, x + layout.cell_width, y + line, "┃", "cursor")
    _write(canvas, x - 1, y + layout.cell_height, f"┗{'━' * layout.cell_width}┛", "cursor")
