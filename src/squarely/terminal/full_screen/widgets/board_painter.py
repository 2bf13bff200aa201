"""A board as lines of characters, each with its style. Whatever a colour says, a sign says too."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from squarely.core.board.square_names import Shape
from squarely.core.match.last_move import Captured
from squarely.core.match.tabletop import SeenSquare

Run: TypeAlias = tuple[str, str]  # characters and their style, in Textual's words: `bold $first on $tile`


class Labels(NamedTuple):
    """What stands beside a board: the names of columns and rows and, where those are numbers, of the two axes."""

    columns: Sequence[str]
    rows: Sequence[str]
    across: str = ""
    down: str = ""


CURSOR = "bold $accent"
_LINE, _LABEL, _FAINT, _TEXT = "$edge 45%", "$soft", "$soft 70%", "bold $foreground"
_SIDES = ("$first", "$second")
_SIGNS = {  # around what stands on a square, with their style
    "won": ("«»", "bold $good"),
    "chosen": ("()", CURSOR),
    "lit": ("><", CURSOR),
    "last": ("[]", "$foreground"),
    "target": ("··", CURSOR),
    "gone": ("--", _FAINT),
}
_GROUNDS = {"won": "$won", "chosen": "$accent 25%", "lit": "$accent 14%", "last": "$mark"}

_BIG = 3  # lines of a big letter
_GLYPHS = {
    "0": "▄▀▀▀▄|█   █|▀▄▄▄▀", "1": " ▄█  |  █  | ▄█▄ ", "2": "▀▀▀▀▄|▄▀▀▀ |█▄▄▄▄", "3": "▀▀▀▀▄| ▀▀▀▄|▄▄▄▄▀",
    "4": "█   █|▀▀▀▀█|    █", "5": "█▀▀▀▀|▀▀▀▀▄|▄▄▄▄▀", "6": "▄▀▀▀▀|█▀▀▀▄|▀▄▄▄▀", "7": "▀▀▀▀█|  ▄▀ | █   ",
    "8": "▄▀▀▀▄|▄▀▀▀▄|▀▄▄▄▀", "9": "▄▀▀▀▄|▀▄▄▄█|▄▄▄▄▀", "A": "▄▀▀▀▄|█▀▀▀█|█   █", "B": "█▀▀▀▄|█▀▀▀▄|█▄▄▄▀",
    "C": "▄▀▀▀▀|█    |▀▄▄▄▄", "D": "█▀▀▀▄|█   █|█▄▄▄▀", "E": "█▀▀▀▀|█▀▀▀ |█▄▄▄▄", "F": "█▀▀▀▀|█▀▀▀ |█    ",
    "G": "▄▀▀▀▀|█  ▀█|▀▄▄▄▀", "H": "█   █|█▀▀▀█|█   █", "L": "█    |█    |█▄▄▄▄", "O": "▄▀▀▀▄|█   █|▀▄▄▄▀",
    "P": "█▀▀▀▄|█▄▄▄▀|█    ", "R": "█▀▀▀▄|█▀█▀ |█  ▀▄", "S": "▄▀▀▀▀| ▀▀▀▄|▄▄▄▄▀", "T": "▀▀█▀▀|  █  |  █  ",
    "I": "▀▀█▀▀|  █  |▄▄█▄▄", "J": "  ▀█▀|   █ |▀▄▄▀ ", "K": "█  ▄▀|█▀█  |█  ▀▄", "M": "█▄ ▄█|█ ▀ █|█   █",
    "N": "█▄  █|█ ▀▄█|█   █", "Q": "▄▀▀▀▄|█ ▄ █|▀▄▄▀▄", "V": "█   █|▀▄ ▄▀|  ▀  ", "W": "█   █|█ ▄ █|▀▄▀▄▀",
    "Z": "▀▀▀▀█| ▄▀▀ |█▄▄▄▄", "—": "     |▀▀▀▀▀|     ", "|": "  █  |  █  |  █  ",
    "U": "█   █|█   █|▀▄▄▄▀", "X": "▀▄ ▄▀|  █  |▄▀ ▀▄", "Y": "▀▄ ▄▀|  █  |  █  ", "★": " ▄█▄ |▀███▀|▄▀ ▀▄",
}  # fmt: skip


class Note(NamedTuple):
    """What is noted on a square: a few characters, and how they look: `good`, `bad`, `even` or `endless`."""

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


class Layout(NamedTuple):
    """Where everything of a board lies, in columns and lines of text from its top left corner."""

    shape: Shape
    across: int  # columns from one square to the next
    down: int  # lines
    is_ruled: bool  # whether there are lines between squares
    margin: int  # columns left of the board, for the names of rows

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of all of it."""
        columns, rows = self.shape.columns * self.across, self.shape.rows * self.down
        return self.margin + columns + self.is_ruled, 1 + rows + self.is_ruled

    def find_square(self, x: int, y: int) -> int | None:
        """The square at a place; None beside the board. A line belongs to the square right of it and below."""
        column, row = (x - self.margin) // self.across, (y - 1) // self.down
        inside = 0 <= row < self.shape.rows and 0 <= column < self.shape.columns
        return row * self.shape.columns + column if inside else None


def choose_layout(shape: Shape, labels: Labels, longest: int, room: tuple[int, int]) -> Layout:
    """The largest that fits; without lines where it must be, and then even where it does not fit."""
    margin = 1 + max(map(len, [*labels.rows, labels.across, labels.down]))
    widest = max(longest + 2, *map(len, labels.columns))
    for down in range((room[1] - 2) // shape.rows, 1, -1):
        layout = Layout(shape, max(2 * down, widest + 1), down, True, margin)
        if layout.size[0] <= room[0]:
            return layout
    return Layout(shape, widest, 1, False, margin)


def paint_board(
    layout: Layout,
    squares: Sequence[SeenSquare],
    labels: Labels,
    marks: Marks,
    cursor: int | None,
    captors: Sequence[str] = ("1", "2"),
) -> list[list[Run]]:
    """The board, line by line; the cursor is a heavier frame. `captors` is how the two sides are written."""
    columns, margin, ruled = labels.columns, layout.margin, layout.is_ruled
    here = -1 if cursor is None else cursor
    header = "".join([f"{name:^{layout.across - ruled}}{' ' * ruled}" for name in columns])
    lines = [[(f"{labels.across:>{margin - 1}} {' ' * ruled}{header}", _LABEL)]]
    cells = [_paint_square(layout, number, square, marks, captors) for number, square in enumerate(squares)]
    if cursor is not None and not ruled:
        cells[cursor] = [[(text, f"{style} reverse") for text, style in line] for line in cells[cursor]]
    for row, name in enumerate(labels.rows):
        lines += [_paint_rule(layout, row, here, "" if row else labels.down)] if ruled else []
        for line in range(layout.down - ruled):
            label = name if line == (layout.down - ruled - 1) // 2 else ""
            lines.append([(f"{label:>{margin - 1}} ", _LABEL)])
            for column in range(len(columns) + ruled):
                at = row * len(columns) + column
                is_framed = (at == here and column < len(columns)) or (at - 1 == here and column > 0)
                lines[-1] += [("┃", CURSOR) if is_framed else ("│", _LINE)] if ruled else []
                lines[-1] += cells[at][line] if column < len(columns) else []
    return [*lines, _paint_rule(layout, len(labels.rows), here)] if ruled else lines


def _paint_rule(layout: Layout, row: int, cursor: int, label: str = "") -> list[Run]:
    """The line above a row of squares, or below the last one, with what the cursor's frame has of it."""
    (rows, columns), inside = layout.shape, layout.across - 1
    left, middle, right = "┌┬┐" if row == 0 else "└┴┘" if row == rows else "├┼┤"
    beside, line = (f"{label:>{layout.margin - 1}} ", _LABEL), f"{left}{middle.join(['─' * inside] * columns)}{right}"
    if cursor < 0 or cursor // columns not in (row, row - 1):
        return [beside, (line, _LINE)]
    begin, end = "┏┓" if cursor // columns == row else "┗┛"
    x = cursor % columns * layout.across
    return [beside, (line[:x], _LINE), (f"{begin}{'━' * inside}{end}", CURSOR), (line[x + inside + 2 :], _LINE)]


def _paint_square(
    layout: Layout, number: int, square: SeenSquare, marks: Marks, captors: Sequence[str]
) -> list[list[Run]]:
    width, height = layout.across - layout.is_ruled, layout.down - layout.is_ruled
    sign, ground = _find_sign(number, square, marks)
    text, ink = _find_text(number, square, marks)
    if text == " " and not layout.is_ruled:  # nothing else shows that a square is there
        text, ink = ".", _FAINT
    below, look = _find_below(number, square, marks, captors)
    if number in marks.notes and height == 1 and not square.text:  # there is one line for both
        text, ink, below = below, look, ""
    drawn = (square.text and write_big(text, width - 4, height - 2)) or [text]
    lines: list[list[Run]] = [[(" " * width, f"{_TEXT} on {ground}")]] * height
    top, gap = (height - len(drawn)) // 2, " " * (len(drawn) > 1)
    for at, each in enumerate(drawn, top):
        parts = [(each, ink)]
        if sign and at == (height - 1) // 2:
            signs, style = _SIGNS[sign]
            parts = [(signs[0] + gap, style), *parts, (gap + signs[1], style)]
        lines[at] = _center(width, ground, parts)
    if below and len(below) <= width and (height > 1 or number in marks.notes):
        lines[min(top + len(drawn), height - 1)] = _center(width, ground, [(below, look)])
    return lines


def _center(width: int, ground: str, parts: Sequence[Run]) -> list[Run]:
    room = width - sum([len(text) for text, _ in parts])
    runs = [(text, f"{ink} on {ground}") for text, ink in parts]
    runs[0] = " " * (room // 2) + runs[0][0], runs[0][1]
    runs[-1] = runs[-1][0] + " " * (room - room // 2), runs[-1][1]
    return runs


def _find_text(number: int, square: SeenSquare, marks: Marks) -> Run:
    """What stands in the middle of a square, and its ink."""
    if square.text:
        return (
            square.text,
            _LABEL if square.is_mark else _TEXT if square.side is None else f"bold {_SIDES[square.side]}",
        )
    if number in marks.remains:
        return marks.remains[number].text, f"italic {_SIDES[marks.remains[number].captor]} 60%"
    if number in marks.choosable:
        return "·", CURSOR
    return ("◎", _FAINT) if square.place else (" ", _TEXT)


def _find_sign(number: int, square: SeenSquare, marks: Marks) -> tuple[str, str]:
    """What the signs around a square say, the most important first, or nothing; and its ground."""
    ground = "$tray" if square.is_mark else "$tile" if square.side is None else f"{_SIDES[square.side]} 16%"
    for sign, marked in (("won", marks.won), ("chosen", marks.chosen), ("lit", marks.lit), ("last", marks.last)):
        if number in marked:
            is_target = sign == "last" and square.text and marks.chosen and number in marks.choosable
            return "target" if is_target else sign, _GROUNDS[sign]
    if square.text and marks.chosen and number in marks.choosable:
        return "target", ground
    return "gone" if number in marks.remains and not square.text else "", ground


def _find_below(number: int, square: SeenSquare, marks: Marks, captors: Sequence[str]) -> Run:
    """A note, what a square is, or who has captured what stood there."""
    if number in marks.notes:
        return marks.notes[number].short, f"${marks.notes[number].look}"
    if number in marks.remains and not square.text:
        captor = marks.remains[number].captor
        return f"by {captors[captor]}", f"italic {_SIDES[captor]} 60%"
    return square.place, _FAINT


def write_big(text: str, width: int, height: int) -> list[str]:
    """The text in letters as large as there is room for, line by line; nothing where there is none, or no letter."""
    scale = min(max(height // (_BIG + 1), height >= _BIG), (width + 1) // (6 * len(text)))
    if scale < 1 or not {*text} <= _GLYPHS.keys():
        return []
    lines = [" ".join(rows) for rows in zip(*[_GLYPHS[each].split("|") for each in text], strict=True)]
    if scale == 1:
        return lines
    dots = [line.translate(half) for line in lines for half in _HALVES for _ in range(scale)]
    wide = ["".join([each * scale for each in line]) for line in dots]
    pairs = zip(wide[::2], wide[1::2], strict=True)
    return ["".join([_JOINED[dot] for dot in zip(*pair, strict=True)]) for pair in pairs]


_HALVES = str.maketrans("▀▄█", "█ █"), str.maketrans("▀▄█", " ██")  # of a character: what is above, what is below
_JOINED = {(" ", " "): " ", ("█", " "): "▀", (" ", "█"): "▄", ("█", "█"): "█"}
