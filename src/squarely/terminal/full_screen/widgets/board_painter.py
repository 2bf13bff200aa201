"""A board as lines of characters, each with its style. Whatever a colour says, a sign says too."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from textual.content import Content

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


class Marks(NamedTuple):
    """What is marked on a board, by the numbers of squares."""

    last: Collection[int] = ()
    won: Collection[int] = ()
    remains: Mapping[int, Captured] = {}
    notes: Mapping[int, Run] = {}  # a few characters below what stands there
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

    def find_corner(self, square: int) -> tuple[int, int]:
        """The top left corner of a square, its frame included."""
        row, column = divmod(square, self.shape.columns)
        return self.margin + column * self.across, 1 + row * self.down

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
) -> list[Content]:
    """The board, line by line; the cursor is a heavier frame. `captors` is how the two sides are written."""
    (width, height), (shape, across, down, ruled, margin) = layout.size, layout
    cells = [[(" ", _LABEL)] * width for _ in range(height)]

    def put(x: int, y: int, text: str, style: str) -> None:
        cells[y][x : x + len(text)] = [(each, style) for each in text]

    for y in range(1, height) if ruled else ():
        row, is_between = divmod(y - 1, down)
        rule = "┌─┬┐" if row == 0 else "└─┴┘" if row == shape.rows else "├─┼┤"
        left, fill, middle, right = list("│ ││" if is_between else rule)
        put(margin, y, f"{left}{middle.join([fill * (across - 1)] * shape.columns)}{right}", _LINE)
    put(0, 0, f"{labels.across:>{margin - 1}}", _LABEL)
    put(0, 1, f"{labels.down:>{margin - 1}}", _LABEL)
    for column, name in enumerate(labels.columns):
        put(margin + column * across + ruled, 0, f"{name:^{across - ruled}}", _LABEL)
    for row, name in enumerate(labels.rows):
        put(0, 1 + row * down + (down + ruled - 1) // 2, f"{name:>{margin - 1}}", _LABEL)
    for number, square in enumerate(squares):
        x, y = layout.find_corner(number)
        for at, parts in enumerate(_paint_square(layout, number, square, marks, captors), y + ruled):
            here = x + ruled + (across - ruled - sum([len(text) for text, _ in parts])) // 2
            put(x + ruled, at, " " * (across - ruled), parts[0][1])
            for text, style in parts:
                put(here, at, text, style)
                here += len(text)
    if cursor is not None and ruled:
        x, y = layout.find_corner(cursor)
        put(x, y, f"┏{'━' * (across - 1)}┓", CURSOR)
        put(x, y + down, f"┗{'━' * (across - 1)}┛", CURSOR)
        for at, side in product(range(y + 1, y + down), (x, x + across)):
            put(side, at, "┃", CURSOR)
    elif cursor is not None:
        x, y = layout.find_corner(cursor)
        cells[y][x : x + across] = [(text, f"{style} reverse") for text, style in cells[y][x : x + across]]
    runs = [groupby(row, key=itemgetter(1)) for row in cells]
    return [Content.assemble(*[("".join([text for text, _ in run]), style) for style, run in row]) for row in runs]


def _paint_square(
    layout: Layout, number: int, square: SeenSquare, marks: Marks, captors: Sequence[str]
) -> list[list[Run]]:
    """The lines of a square, each with what stands in its middle."""
    width, height = layout.across - layout.is_ruled, layout.down - layout.is_ruled
    sign, ground = _find_sign(number, square, marks)
    text, ink = _find_text(number, square, marks)
    if text == " " and not layout.is_ruled:  # nothing else shows that a square is there
        text, ink = ".", _FAINT
    below, look = _find_below(number, square, marks, captors)
    if number in marks.notes and height == 1 and not square.text:  # there is one line for both
        text, ink, below = below, look, ""
    drawn = (square.text and write_big(text, width - 4, height - 2)) or [text]
    lines: list[list[Run]] = [[("", _TEXT)]] * height
    top, gap = (height - len(drawn)) // 2, " " * (len(drawn) > 1)
    for at, each in enumerate(drawn, top):
        lines[at] = [(each, ink)]
        if sign and at == (height - 1) // 2:
            signs, style = _SIGNS[sign]
            lines[at] = [(signs[0] + gap, style), (each, ink), (gap + signs[1], style)]
    if below and len(below) <= width and (height > 1 or number in marks.notes):
        lines[min(top + len(drawn), height - 1)] = [(below, look)]
    return [[(text, f"{ink} on {ground}") for text, ink in parts] for parts in lines]


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
        return marks.notes[number]
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
    dots = [line.translate(half) for line in lines for half in _HALVES for _ in range(scale)]
    wide = ["".join([each * scale for each in line]) for line in dots]
    pairs = zip(wide[::2], wide[1::2], strict=True)
    return ["".join([_JOINED[dot] for dot in zip(*pair, strict=True)]) for pair in pairs]


_HALVES = str.maketrans("▀▄█", "█ █"), str.maketrans("▀▄█", " ██")  # of a character: what is above, what is below
_JOINED = {(" ", " "): " ", ("█", " "): "▀", (" ", "█"): "▄", ("█", "█"): "█"}
