"""The picture that a link shows in a chat: the board, what it is, who plays, how it stands. And our icon."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from squarely.review.drawing.board import SIDE, Box, Disc, DrawnBoard, DrawnSquare, Label, Shape, choose_look
from squarely.review.drawing.pixels import Painter
from squarely.web.protocol.messages import Board, SideName

DRAWING = 3  # counts whenever the same scene is drawn in another way, which invalidates caches
WIDTH, HEIGHT = 1200, 630  # what those who show links ask for
BOARD_X, BOARD_Y, BOARD_SIZE = 60, 60, 510
_TEXT_X, _TEXT_WIDTH = 640, 500
_WEB = Path(__file__).parents[1]
_FONTS = (*sorted(_WEB.glob("browser/static/fonts/*.woff2")), _WEB / "pictures/dejavu-sans.woff2")
# The mark of Squarely, the same as `site/icon.svg`.
_BACK, _FIRST, _SECOND, _EMPTY = "#0b3f4f", "#6fd0ea", "#f5b969", "#6b97a5"
UNITS = 32  # that the mark is wide
_SAFE = 0.72  # the part of an icon that is left of it wherever it is cut to a shape
_HOLES = [
    hole
    for x, y in ((16.75, 5.25), (5.75, 16.75))
    for hole in (Box(x, y, 9.5, 9.5, 0, _EMPTY), Box(x + 1.5, y + 1.5, 6.5, 6.5, 0, _BACK))
]
_PIECES: list[Shape] = [Disc(10.5, 10.5, 5, _FIRST), Box(17, 17, 9, 9, 2, _SECOND), *_HOLES]
MARK = [Box(0, 0, UNITS, UNITS, 7, _BACK), *_PIECES]


class Scene(NamedTuple):
    """What is to be seen in the picture of a link. A value, so that it is drawn once."""

    title: str
    about: str
    boards: tuple[DrawnBoard, ...]
    players: tuple[str, ...] = ()  # by side
    status: str = ""
    side: SideName | None = None  # whose turn it is, or who won

    @property
    def hash(self) -> str:
        """What its picture is known by."""
        return sha256(f"{DRAWING} {self!r}".encode()).hexdigest()[:12]

    @property
    def alt(self) -> str:
        shown = f"A board of {self.title}" if len(self.boards) == 1 else f"{self.title}, with boards of several games"
        return ". ".join(filter(None, [shown if self.boards else self.title, self.status]))


def show_board(board: Board, changed: tuple[int, ...] = ()) -> tuple[DrawnBoard, ...]:
    """The board of a message, for a scene; none where a game shows no squares."""
    squares = []
    for at, each in enumerate(board.squares):
        look = choose_look(each.text, each.side, board.shared)
        squares.append(DrawnSquare(each.name, each.text, look, bool(each.place), at in changed))
    return (DrawnBoard(len(board.columns) or round(len(squares) ** 0.5), tuple(squares)),) if squares else ()


def place_board(board: DrawnBoard, x: float, y: float, size: float) -> tuple[float, float, float]:
    """Where a board begins in the middle of a field of this size, and how large its unit is."""
    scale = size / max(board.size)
    return x + (size - board.size[0] * scale) / 2, y + (size - board.size[1] * scale) / 2, scale


def draw_link(scene: Scene) -> bytes:
    """The picture as a PNG."""
    painter = Painter(WIDTH, HEIGHT, "paper", _FONTS)
    painter.paint([Box(0, HEIGHT - 10, WIDTH, 10, 0, "line")])
    size = BOARD_SIZE if len(scene.boards) == 1 else (BOARD_SIZE - 26) / 2
    for at, board in enumerate(scene.boards[:4]):  # one, or two by two
        row, column = divmod(at, 2)
        place = place_board(board, BOARD_X + column * (size + 26), BOARD_Y + row * (size + 26), size)
        painter.paint([Box(0, 0.07 * SIDE, *board.size, 2, "tray"), *board.list_ground(), *board.list_pieces()], *place)
    if not scene.boards:
        painter.paint(MARK, BOARD_X + 80, BOARD_Y + 80, (BOARD_SIZE - 160) / UNITS)
    painter.paint(MARK, _TEXT_X, 62, 50 / UNITS)
    painter.paint([Label(_TEXT_X + 68, 87, "Squarely", 36, "ink", "start")])
    y = _write_lines(painter, Label(_TEXT_X, 170 if scene.status else 230, scene.title, 60, "ink", "start"), 2)
    about = Label(_TEXT_X, y + 8, scene.about, 30, "soft", "start", False)
    y = _write_lines(painter, about, 3 if scene.players else 5)
    _write_players(painter, scene, max(y + 16, 375))
    if scene.status:
        words = _cut(painter, scene.status, 36, _TEXT_WIDTH - 56)
        band = Box(_TEXT_X, 510, painter.measure(words, 36) + 56, 62, 16, scene.side or "frame")
        painter.paint([band, Label(_TEXT_X + 28, 541, words, 36, "card", "start")])
    return painter.write_png()


def _write_players(painter: Painter, scene: Scene, y: float) -> None:
    """Who plays, each behind the mark of their side."""
    marks: Sequence[Shape] = Disc(_TEXT_X + 15, y, 15, "first"), Box(_TEXT_X, y + 39, 30, 30, 7, "second")
    for at, (name, mark) in enumerate(zip(scene.players, marks, strict=False)):
        words = _cut(painter, name, 34, _TEXT_WIDTH - 48, is_bold=False)
        painter.paint([mark, Label(_TEXT_X + 48, y + 54 * at, words, 34, "ink", "start", False)])


def _write_lines(painter: Painter, label: Label, most: int) -> float:
    """Write a text in that many lines at most, broken between words; where the next line would be."""
    words, y = label.words.split(), label.y
    for left in reversed(range(most)):
        line = ""
        while words and (not line or painter.measure(f"{line} {words[0]}", label.size, label.is_bold) <= _TEXT_WIDTH):
            line = f"{line} {words.pop(0)}".strip()
        line, words = (line, words) if left else (" ".join([line, *words]), [])
        painter.paint([label._replace(y=y, words=_cut(painter, line, label.size, _TEXT_WIDTH, label.is_bold))])
        y += label.size * 1.25 if line else 0
    return y


def _cut(painter: Painter, words: str, size: float, width: float, is_bold: bool = True) -> str:
    """The words, or as many of their letters as fit."""
    kept = words
    while painter.measure(kept, size, is_bold) > width:
        kept = f"{kept.removesuffix('…')[:-1].rstrip()}…"
    return kept


def draw_icon(size: int, *, maskable: bool = False) -> bytes:
    """The mark as a PNG. One that may be cut to any shape has colour up to its edges, and nothing else near them."""
    painter = Painter(size, size, _BACK if maskable else "#ffffff")
    edge, share = (size * (1 - _SAFE) / 2, _SAFE) if maskable else (0, 1)
    painter.paint(_PIECES if maskable else MARK, edge, edge, size * share / UNITS)
    return painter.write_png()
