"""A board as shapes, which are written as SVG or painted as pixels: it looks as it does on the pages."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import NamedTuple, TypeAlias

from squarely.core.match.last_move import Captured
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position
from squarely.review.drawing.svg import element, picture, text

SIDE = 10.0  # of a square; all other lengths are in the same unit
_GAP, _RIM, _NAMED_RIM, _HALF = 0.2, 0.8, 3.6, 4.8  # the last is half of what is seen of a square
_LETTER = 0.62  # the width of a letter, as a share of its height
_LETTERING = {"font_family": "system-ui, sans-serif", "font_weight": 700}
_LETTERING |= {"text_anchor": "middle", "dominant_baseline": "central"}
_INKS = {"first": "on-first", "second": "on-second", "shared": "paper", "mark": "soft", "number": "ink"}


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    rx: float
    fill: str


class Disc(NamedTuple):
    """A disc, or a ring."""

    cx: float
    cy: float
    r: float
    fill: str
    stroke: str | None = None
    stroke_width: float | None = None


class Label(NamedTuple):
    """Words around a point, or from it on."""

    x: float
    y: float
    words: str
    size: float
    fill: str
    anchor: str = "middle"  # or `start`
    is_bold: bool = True


Shape: TypeAlias = Box | Disc | Label
Remains: TypeAlias = Mapping[int, Captured]


class DrawnSquare(NamedTuple):
    """What is to be seen on a square."""

    name: str
    text: str
    look: str  # `first`, `second`, `shared` for a token that both move, `number`, `mark` for no piece, or nothing
    is_place: bool
    is_last: bool
    remains: str = ""  # what was captured here
    captor: str = ""


def choose_look(text: str, side: str | None, shared: Iterable[str]) -> str:
    """How what stands on a square looks."""
    neutral = "shared" if text in shared else "number" if text.isdigit() else "mark"
    return side or (neutral if text else "")


class DrawnBoard(NamedTuple):
    """The squares of a board, row by row. `columns` and `rows` name them at the edge, where they are wanted."""

    across: int
    squares: tuple[DrawnSquare, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    @property
    def rim(self) -> float:
        """How wide the frame is above and to the left."""
        return _NAMED_RIM if self.rows else _RIM

    @property
    def size(self) -> tuple[float, float]:
        down = -(-len(self.squares) // self.across)
        return self.across * SIDE + self.rim + _RIM, down * SIDE + self.rim + _RIM

    def middle(self, at: int) -> tuple[float, float]:
        """The middle of a square."""
        row, column = divmod(at, self.across)
        return self.rim + (column + 0.5) * SIDE, self.rim + (row + 0.5) * SIDE

    def list_ground(self) -> Iterator[Shape]:
        """The frame with its names, and bare squares: the same at every moment of a match."""
        (width, height), rim = self.size, self.rim
        yield Box(0, 0, width, height, 2, "frame")
        yield Box(rim, rim, width - rim - _RIM, height - rim - _RIM, 0.6, "tray")
        for at, name in enumerate(self.columns):
            yield Label(self.middle(at)[0], rim / 2, name, 2.2, "on-frame")
        for at, name in enumerate(self.rows):
            yield Label(rim / 2, self.middle(at * self.across)[1], name, 2.2, "on-frame")
        for at in range(len(self.squares)):
            yield _square(*self.middle(at), _HALF, "tile-other" if sum(divmod(at, self.across)) % 2 else "tile")

    def list_pieces(self) -> Iterator[Shape]:
        """What is special about squares, and what stands on them: a disc for the first side, a tile for the second, a
        coin for what both move, a card for a number.
        """
        for at, (_, words, look, is_place, is_last, remains, captor) in enumerate(self.squares):
            (x, y), size = self.middle(at), {"shared": 4.2, "number": 4}.get(look, 3.4)
            if is_last:
                yield from (_square(x, y, _HALF, "mark-low"), _square(x, y, _HALF - _GAP, "mark"))
            elif look == "mark" or remains:
                yield _square(x, y, _HALF, "tray" if look else f"{captor}-tint")
            if remains and not look:
                yield Label(x, y, remains, 3.2, captor)
            if is_place:
                yield from (Disc(x, y, 4.2, "none", "place", 0.25), Disc(x, y, 3.2, "none", "place", 0.4))
            if look == "first":
                yield from (Disc(x, y + 0.35, 3.6, "first-low"), Disc(x, y, 3.6, "first"))
            elif look == "shared":
                yield Disc(x, y, 3.3, "ink", "second", 0.7)
            elif look in ("second", "number"):
                half = 3.4 if look == "second" else 3.6
                yield from (_square(x, y + 0.35, half, f"{look}-low", 1.3), _square(x, y, half, look, 1.3))
            if words:
                yield Label(x, y, words, min(size, 6 / (_LETTER * len(words))), _INKS[look])


def _square(x: float, y: float, half: float, fill: str, rx: float = 0.6) -> Box:
    return Box(x - half, y - half, 2 * half, 2 * half, rx, fill)


def see_board(
    game: Game, position: Position, changed: Iterable[int] = (), remains: Remains | None = None
) -> DrawnBoard:
    """The board of a game at a position, with its names. A game that shows no squares has none."""
    tabletop, left = Tabletop(game), {at: (each.text, str(each.captor)) for at, each in (remains or {}).items()}
    if not tabletop.fits(position):
        return DrawnBoard(1, ())
    columns, rows = tabletop.labels()
    squares = []
    for at, (name, words, side, place, _) in enumerate(tabletop.squares(position)):
        look = choose_look(words, None if side is None else str(side), tabletop.shared_tokens)
        squares.append(DrawnSquare(name, words, look, bool(place), at in changed, *left.get(at, ())))
    return DrawnBoard(len(columns), tuple(squares), tuple(columns), tuple(rows))


def write_shapes(shapes: Iterable[Shape]) -> str:
    """The shapes as SVG."""
    return "".join(
        text(shape.x, shape.y, shape.words, font_size=shape.size, fill=shape.fill)
        if isinstance(shape, Label)
        else element("rect" if isinstance(shape, Box) else "circle", **shape._asdict())
        for shape in shapes
    )


def draw_position(
    game: Game, position: Position, changed: Iterable[int] = (), remains: Remains | None = None, ground: str = ""
) -> str:
    """The board as a picture, or the game's own drawing where it has no squares; `ground` replaces the bare squares."""
    board = see_board(game, position, changed, remains)
    if not board.squares:
        return f"<pre>{escape(game.words.draw(position))}</pre>"
    told = ", ".join(f"{square.text} on {square.name}" for square in board.squares if square.text)
    label = f"The board of {game.title}: {told or 'nothing on the board'}"
    parts = ground or write_shapes(board.list_ground()), write_shapes(board.list_pieces())
    return picture(*board.size, parts, class_="board", aria_label=label, **_LETTERING)
