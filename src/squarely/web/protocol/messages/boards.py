"""How a board looks and what can be done on it."""

from msgspec import Struct

from squarely.web.protocol.messages.fields import SideName


class Square(Struct, omit_defaults=True):
    """What is on a square, whose it is, and what the square is called."""

    name: str
    text: str = ""
    side: SideName | None = None
    place: str = ""  # what the square itself is, where it is not like any other


class Board(Struct, omit_defaults=True):
    """The squares row by row, and what the columns and rows are called; a drawing where no squares can be shown."""

    columns: list[str]
    rows: list[str]
    squares: list[Square]
    tokens: list[str]  # the texts that are pieces of the first and of the second side, where there are any
    drawing: str = ""
    shared: list[str] = []  # the texts that are a token which both sides move


class Look(Struct, omit_defaults=True):
    """How a glyph of a position line looks on a board."""

    text: str = ""
    side: SideName | None = None


class Shown(Struct):
    """A position to look at: whose turn it is, the board, and what each side holds."""

    position: str
    mover: SideName
    board: Board
    holdings: list[str]


class LegalMove(Struct):
    """A move in words, the squares to touch for it, the first one first, and how the board will look."""

    move: str
    squares: list[int]
    looks: dict[int, str]  # the text on each square that will look different, by its number
