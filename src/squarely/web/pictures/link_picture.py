"""The picture that a link shows in a chat: the board, and beside it what it is, who plays, and how it stands."""

from squarely.web.pictures.board_drawing import CARD, FRAME, INK, PAPER, SIDES, SOFT, draw_board
from squarely.web.pictures.canvas import Canvas, mix
from squarely.web.pictures.icons import draw_mark
from squarely.web.pictures.letters import cut, measure, spell, wrap, write_text
from squarely.web.pictures.scene import Scene, SceneBoard
from squarely.web.pictures.shapes import Box, Disc

WIDTH, HEIGHT = 1200, 630  # what those who show links ask for
BOARD_X, BOARD_Y, BOARD_SIZE = 60, 60, 510
_TEXT_X, _TEXT_WIDTH = 640, 500
_UNNAMED = ("First player", "Second player")


def draw_link(scene: Scene) -> bytes:
    """The picture as a PNG."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    canvas.fill(mix(PAPER, FRAME, 0.1), Box(0, HEIGHT - 10, WIDTH, 10))
    if len(scene.boards) == 1:
        draw_board(canvas, scene.boards[0], BOARD_X, BOARD_Y, BOARD_SIZE)
    elif scene.boards:
        _draw_many(canvas, scene.boards)
    else:
        draw_mark(canvas, BOARD_X + 80, BOARD_Y + 80, BOARD_SIZE - 160)
    _write_brand(canvas)
    y = _write_lines(canvas, scene.title, 190 if scene.status else 250, 44, 1.75, INK, 2)
    y = _write_lines(canvas, scene.about, y + 12, 22, 1.35, SOFT, 3 if scene.players else 5)
    if scene.players:
        _write_players(canvas, scene, max(y + 16, 380))
    if scene.status:
        _write_status(canvas, scene)
    return canvas.write_png()


def _draw_many(canvas: Canvas, boards: tuple[SceneBoard, ...]) -> None:
    """Up to four boards, two by two."""
    size = (BOARD_SIZE - 26) / 2
    for at, board in enumerate(boards[:4]):
        row, column = divmod(at, 2)
        draw_board(canvas, board, BOARD_X + column * (size + 26), BOARD_Y + row * (size + 26), size)


def _write_brand(canvas: Canvas) -> None:
    draw_mark(canvas, _TEXT_X, 62, 50)
    write_text(canvas, "Squarely", _TEXT_X + 68, 98, 25, 1.8, INK)


def _write_lines(canvas: Canvas, text: str, y: float, size: float, weight: float, colour: str, most: int) -> float:
    """Write a text in as many lines as it needs; where the next would be."""
    for line in wrap(spell(text), size, _TEXT_WIDTH, most):
        write_text(canvas, line, _TEXT_X, y, size, weight, colour)
        y += size * 1.75
    return y


def _write_players(canvas: Canvas, scene: Scene, y: float) -> None:
    """Who plays, each behind the mark of their side."""
    for side, name, unnamed in zip(SIDES, scene.players, _UNNAMED, strict=True):
        if side == "first":
            canvas.fill(SIDES[side], Disc(_TEXT_X + 15, y - 12, 15))
        else:
            canvas.fill(SIDES[side], Box(_TEXT_X, y - 27, 30, 30, 7))
        text = cut(spell(name) or unnamed, 24, _TEXT_WIDTH - 48)
        write_text(canvas, text, _TEXT_X + 48, y, 24, 1.5, INK)
        y += 54


def _write_status(canvas: Canvas, scene: Scene) -> None:
    """How it stands, on a band in the colour of whom it is about."""
    words = scene.status
    for name, unnamed in zip(scene.players, _UNNAMED, strict=False):
        if not spell(name) and words.startswith(name):  # in letters that we do not have
            words = unnamed + words.removeprefix(name)
    text = cut(spell(words), 25, _TEXT_WIDTH - 56)
    canvas.fill(SIDES.get(scene.side or "", FRAME), Box(_TEXT_X, 510, measure(text, 25) + 56, 62, 16))
    write_text(canvas, text, _TEXT_X + 28, 553, 25, 1.7, CARD)
