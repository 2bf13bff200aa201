"""A board on a canvas: a frame, squares, and what stands on them. The colours are those of the pages in daylight."""

from typing import NamedTuple

from squarely.web.pictures.canvas import Canvas, mix
from squarely.web.pictures.letters import measure, spell, write_text
from squarely.web.pictures.scene import SceneBoard, SceneSquare
from squarely.web.pictures.shapes import Box, Disc

FIRST, SECOND, INK, SOFT = "#0a6580", "#964800", "#1b2027", "#555c66"
PAPER, CARD, ON_PIECE = "#f5f2ea", "#fffefb", "#ffffff"
FRAME, TRAY, MARK = "#1c4552", "#d8cfbc", "#ffe6a1"
TILES = ("#fbf7ec", "#f3ecdc")
SIDES = {"first": FIRST, "second": SECOND}
_TEXT = 0.3  # height of a capital, as a share of a square
_PIECE = 0.74  # of a square
_WIDEST = 0.56  # that a text on a piece may be, as a share of a square


class BoardPlace(NamedTuple):
    """Where a board lies on a canvas, and how large its squares are."""

    x: float
    y: float
    side: float
    across: int

    def corner(self, square: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        row, column = divmod(square, self.across)
        return self.x + column * self.side, self.y + row * self.side

    def middle(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + self.side / 2, y + self.side / 2


def place_board(board: SceneBoard, x: float, y: float, size: float) -> BoardPlace:
    """Where a board with its frame lies in the middle of a field of this size."""
    down = -(-len(board.squares) // board.across)
    rim = size * 0.035
    side = (size - 2 * rim) / max(board.across, down)
    return BoardPlace(x + (size - side * board.across) / 2, y + (size - side * down) / 2, side, board.across)


def draw_board(canvas: Canvas, board: SceneBoard, x: float, y: float, size: float) -> BoardPlace:
    """Draw a board with its frame in a field of this size."""
    place, rim = place_board(board, x, y, size), size * 0.035
    down = -(-len(board.squares) // board.across)
    tray = Box(place.x, place.y, place.side * board.across, place.side * down, rim * 0.4)
    frame = Box(tray.x - rim, tray.y - rim, tray.width + 2 * rim, tray.height + 2 * rim, rim)
    canvas.shade(frame._replace(y=frame.y + rim / 2), round(rim * 1.2), 0.2)
    canvas.fill(mix(FRAME, "#000000", 0.25), frame._replace(y=frame.y + rim / 4))
    canvas.fill(FRAME, frame)
    canvas.fill(TRAY, tray)
    for at, square in enumerate(board.squares):
        _draw_square(canvas, square, place, at)
    return place


def _draw_square(canvas: Canvas, square: SceneSquare, place: BoardPlace, at: int) -> None:
    (x, y), side = place.corner(at), place.side
    gap = max(side * 0.02, 1)
    tile = Box(x + gap, y + gap, side - 2 * gap, side - 2 * gap, side * 0.06)
    shade = TILES[sum(divmod(at, place.across)) % 2]
    canvas.fill(MARK if square.is_last else TRAY if square.is_mark else shade, tile)
    if square.is_place:
        ring = mix(FRAME, TILES[0], 0.5)
        for radius, colour in ((0.42, ring), (0.385, shade), (0.33, ring), (0.27, shade)):
            canvas.fill(colour, Disc(*place.middle(at), side * radius))
    if square.is_mark:
        _write_on_square(canvas, square.text, SOFT, *place.middle(at), side)
    elif square.text or square.side:
        _draw_piece(canvas, square, *place.middle(at), side)


def _draw_piece(canvas: Canvas, square: SceneSquare, x: float, y: float, side: float) -> None:
    """A disc for the first side, a tile for the second, a card for a number or a token that both move."""
    half, low = side * _PIECE / 2, side * 0.035
    colour = SIDES.get(square.side or "", CARD)
    under = mix(colour, "#000000", 0.28)
    if square.side == "first":
        canvas.fill(under, Disc(x, y + low, half))
        canvas.fill(colour, Disc(x, y, half))
    else:
        corner = half * (0.4 if square.side else 0.3)
        body = Box(x - half, y - half, 2 * half, 2 * half, corner)
        canvas.fill(under, body._replace(y=body.y + low))
        canvas.fill(colour, body)
    _write_on_square(canvas, square.text, ON_PIECE if square.side else INK, x, y, side)


def _write_on_square(canvas: Canvas, words: str, ink: str, x: float, y: float, side: float) -> None:
    """As large as the square allows."""
    if text := spell(words):
        high = round(side * _TEXT * min(1, side * _WIDEST / max(measure(text, side * _TEXT), 1)))
        write_text(canvas, text, x - measure(text, high) / 2, y + high / 2, high, 1.7, ink)
