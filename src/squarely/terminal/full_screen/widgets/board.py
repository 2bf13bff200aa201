"""The board of a match as a widget, as large as its room, with a cursor and a mouse to choose squares; its picture."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from squarely import Game, Match, Position, Shape
from squarely.core.match.last_move import find_deciding, find_remains, find_slides
from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.terminal.full_screen.widgets import board_painter
from squarely.terminal.full_screen.widgets.board_painter import CURSOR, Labels, Layout, Marks


class Board(Widget, can_focus=True):
    """A board in its place: it shows a position and what is marked on it, and says which square is chosen."""

    GLIDE = 0.3  # seconds in which a piece is seen to move
    _table: Tabletop  # once something is shown
    cursor = reactive(0)  # the square, or the listed move, that Enter chooses
    ALLOW_SELECT = False  # a mouse chooses squares
    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; text-wrap: nowrap; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "step(-1, 0)"),
        ("down", "step(1, 0)"),
        ("left", "step(0, -1)"),
        ("right", "step(0, 1)"),
        ("enter,space", "choose"),
    ]

    def __init__(self, choose: Callable[[int], object] | None = None) -> None:
        """`choose` is called with a chosen square, or a listed move by its number, before the next key is read.

        Without it, there is only something to be seen.
        """
        super().__init__()
        self._choose, self.can_focus = choose or id, choose is not None
        self._position: Position | None = None
        self._squares: Sequence[SeenSquare] = ()
        self._drawing: list[str] = []
        self._listed: Sequence[str] = ()
        self._marks = Marks()
        self._frames: list[Sequence[SeenSquare]] = []  # of pieces that are seen to move

    def show(self, game: Game, position: Position, listed: Sequence[str] = (), **marks: Any) -> None:
        """From now on show this, with `Marks`. Where there are no squares, the game's drawing and these moves."""
        if self._position is None or game is not self._table.game:
            self._table, self._position = Tabletop(game), None
            columns, rows = self._table.labels()
            across, down = game.words.squares.axes or ("", "")
            self._labels = Labels(columns, rows, across and f"{across} →", down and f"{down} ↓")
            self.shape = Shape(len(rows), len(columns))
        if position is not self._position:
            self._position, self._frames = position, []
            self._squares = self._table.squares(position) if self._table.fits(position) else ()
            self._drawing = [] if self._squares else game.words.draw_alone(position, ("", "")).splitlines()
        self._listed, self._marks = listed, Marks(**marks)
        if listed:
            self.cursor = min(self.cursor, len(listed) - 1)
        self.refresh()

    def glide(self, before: Position) -> None:
        """Let pieces be seen to move from where they stood to what is shown, unless motion is not wanted."""
        if self.app.animation_level != "full" or not self._squares or not self._table.fits(before):
            return
        old = self._table.squares(before)
        slides = find_slides([square.text for square in old], [square.text for square in self._squares])
        paths = [self._find_path(*slide) for slide in slides]
        for step in range(max(map(len, paths), default=2)):
            frame = list(old)
            for path in paths:
                frame[path[0]] = old[path[0]]._replace(text="", side=None, is_mark=False)
                frame[path[min(step, len(path) - 1)]] = old[path[0]]
            self._frames.append(frame)
        self.refresh()
        self.set_interval(self.GLIDE / len(self._frames), self._end_frame, repeat=len(self._frames))

    def _find_path(self, start: int, end: int) -> list[int]:
        """The squares from one to another, as straight as they lie."""
        (row, column), (down, right) = divmod(start, self.shape.columns), divmod(end, self.shape.columns)
        steps = max(abs(down - row), abs(right - column))
        places = [(row + (down - row) * at / steps, column + (right - column) * at / steps) for at in range(steps)]
        return [*(round(y) * self.shape.columns + round(x) for y, x in places), end]

    def _end_frame(self) -> None:
        del self._frames[:1]
        self.refresh()

    def action_step(self, down: int, right: int) -> None:
        rows, columns = self.shape if self._squares else (len(self._listed), 1)
        row, column = divmod(self.cursor, columns)
        self.cursor = max(min(row + down, rows - 1), 0) * columns + max(min(column + right, columns - 1), 0)

    def action_choose(self) -> None:
        if self._squares or self._listed:
            self._choose(self.cursor)

    def on_click(self, event: events.Click) -> None:
        if self.can_focus and (square := self.find_square(event.x, event.y)) is not None:
            event.stop()
            self.cursor = square
            self._choose(square)

    def find_square(self, x: int, y: int) -> int | None:
        """The square, or the listed move, at a place of the widget; None beside it."""
        left, top = self._find_offset()
        if self._squares:
            return self._choose_layout().find_square(x - left, y - top)
        at = y - top - len(self._drawing) - 1
        return at if 0 <= at < len(self._listed) else None

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def render(self) -> Content:
        (left, top), width = self._find_offset(), self.content_size.width
        lines = [Content(" " * left) + line[max(0, -left) :][:width] for line in self._paint()[max(0, -top) :]]
        return Content("\n").join([*[Content("")] * top, *lines])

    def _find_offset(self) -> tuple[int, int]:
        """Where the picture begins in its room: in the middle, or so that the cursor is seen where it is too large."""
        if self._squares:
            layout = self._choose_layout()
            sizes, here = layout.size, layout.find_corner(self.cursor)
        else:
            lines = self._paint()
            sizes, here = (lines[0].cell_length, len(lines)), (0, len(self._drawing) + 1 + self.cursor)
        left, top = (
            (room - size) // 2 if size <= room else -max(0, min(at - room // 2, size - room))
            for room, size, at in zip(self.content_size, sizes, here, strict=True)
        )
        return left, top

    def _choose_layout(self) -> Layout:
        texts = [square.text for square in self._squares] + [each.text for each in self._marks.remains.values()]
        return board_painter.choose_layout(self.shape, self._labels, max(map(len, texts)), self.content_size)

    def _paint(self) -> list[Content]:
        """The board or, where the game has none, what it draws and below that the moves to choose."""
        here = self.cursor if self.has_focus else None
        if self._squares:
            squares, captors = self._frames[0] if self._frames else self._squares, self._table.marks(self._position)
            return board_painter.paint_board(self._choose_layout(), squares, self._labels, self._marks, here, captors)
        listed = [f"{'▸' if at == here else '·'} {words}" for at, words in enumerate(self._listed)]
        lines = [*self._drawing, "", *listed]
        width, marked = max(map(len, lines)), None if here is None else len(self._drawing) + 1 + here
        looks = [CURSOR if at == marked else "bold" for at in range(len(lines))]
        return [Content.styled(line.ljust(width), look) for line, look in zip(lines, looks, strict=True)]


def mark_last_move(match: Match) -> dict[str, Any]:
    """The marks of a match as it stands: what the last move has changed, what decided, what was captured."""
    last = Tabletop(match.game).changed_squares(*match.positions[-2:]) if match.moves else ()
    return {"last": last, "won": find_deciding(match), "remains": find_remains(match)}


def draw_picture(game: Game) -> Content:
    """The middle of a match in a few lines of text; the game's own drawing where there is no board."""
    table, position = Tabletop(game), choose_picture(game)
    if not table.fits(position):
        return Content(game.words.draw(position))
    squares, (columns, rows) = table.squares(position), table.labels()
    layout = Layout(Shape(len(rows), len(columns)), max(len(square.text) for square in squares) + 1, 1, False, 1)
    lines = board_painter.paint_board(layout, squares, Labels(columns, rows), Marks(), None)
    return Content("\n").join([line[layout.margin :] for line in lines[1:]])  # without labels
