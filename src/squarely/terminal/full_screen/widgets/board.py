"""The board of a match as a widget, as large as its room, with a cursor and a mouse to choose squares; its picture."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from squarely import Game, Match, Position, Shape
from squarely.core.match.last_move import find_deciding, find_remains, find_slides
from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.terminal.full_screen.widgets import board_painter
from squarely.terminal.full_screen.widgets.board_painter import CURSOR, Labels, Layout, Marks, Run


class Board(Widget, can_focus=True):
    """A board in its place: it shows a position and what is marked on it, and says which square is chosen."""

    GLIDE = 0.3  # seconds in which a piece is seen to move
    cursor = reactive(0)  # the square, or the listed move, that Enter chooses
    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1, 0)", show=False),
        Binding("down", "step(1, 0)", show=False),
        Binding("left", "step(0, -1)", show=False),
        Binding("right", "step(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    def __init__(self, tabletop: Tabletop, choose: Callable[[int], object] = lambda _: None) -> None:
        """`choose` is called with a chosen square, or a listed move by its number, before the next key is read."""
        super().__init__()
        self._choose, self._table, (columns, rows) = choose, tabletop, tabletop.labels()
        across, down = tabletop.game.words.squares.axes or ("", "")
        self._labels = Labels(columns, rows, across and f"{across} →", down and f"{down} ↓")
        self.shape = Shape(len(rows), len(columns))
        self._position: Position | None = None
        self._squares: Sequence[SeenSquare] = ()
        self._drawing: list[str] = []
        self._listed: Sequence[str] = ()
        self._marks = Marks()
        self._frames: list[Sequence[SeenSquare]] = []  # of pieces that are seen to move
        self._painted: tuple[object, list[Strip]] = None, []  # and what was to be seen then

    def show(self, position: Position, listed: Sequence[str] = (), **marks: Any) -> None:
        """From now on show this, with `Marks`. Where there are no squares, the game's drawing and these moves."""
        if position is not self._position:
            self._position, self._frames = position, []
            self._squares = self._table.squares(position) if self._table.fits(position) else ()
            self._drawing = [] if self._squares else self._table.game.words.draw_alone(position, ("", "")).splitlines()
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

    def render_line(self, y: int) -> Strip:
        squares, ground = self._frames[0] if self._frames else self._squares, self.background_colors[1]
        seen = self._position, squares, self._listed, self._marks, self.cursor, self.has_focus, self.size, ground
        if self._painted[0] != seen:
            self._painted = seen, self._paint_strips(Style(background=ground))
        lines = self._painted[1]
        return lines[y] if y < len(lines) else Strip.blank(self.size.width, self.rich_style)

    def _paint_strips(self, ground: Style) -> list[Strip]:
        (left, top), width, around = self._find_offset(), self.size.width, self.rich_style
        lines, variables = self._paint()[max(0, -top) :], self.app.theme_variables
        names = {style for line in lines for _, style in line}
        styles = {name: (ground + Style.parse(name, variables)).rich_style for name in names}
        strips = [Strip.blank(width, around)] * max(0, top)
        for line in lines:
            strip = Strip([Segment(" " * left, around), *[Segment(text, styles[name]) for text, name in line]])
            strips.append(strip.crop(max(0, -left)).adjust_cell_length(width, around))
        return strips

    def _find_offset(self) -> tuple[int, int]:
        """Where the picture begins in its room: in the middle, or so that the cursor is seen where it is too large."""
        if self._squares:
            layout, (row, column) = self._choose_layout(), divmod(self.cursor, self.shape.columns)
            sizes, here = layout.size, (layout.margin + column * layout.across, row * layout.down)
        else:
            lines = self._paint()
            sizes, here = (len(lines[0][0][0]), len(lines)), (0, len(self._drawing) + 1 + self.cursor)
        left, top = (
            (room - size) // 2 if size <= room else -max(0, min(at - room // 2, size - room))
            for room, size, at in zip(self.size, sizes, here, strict=True)
        )
        return left, top

    def _choose_layout(self) -> Layout:
        texts = [square.text for square in self._squares] + [each.text for each in self._marks.remains.values()]
        return board_painter.choose_layout(self.shape, self._labels, max(map(len, texts)), self.size)

    def _paint(self) -> list[list[Run]]:
        """The board or, where the game has none, what it draws and below that the moves to choose."""
        here = self.cursor if self.has_focus else None
        if self._squares:
            squares, captors = self._frames[0] if self._frames else self._squares, self._table.marks(self._position)
            return board_painter.paint_board(self._choose_layout(), squares, self._labels, self._marks, here, captors)
        listed = [f"{'▸' if at == here else '·'} {words}" for at, words in enumerate(self._listed)]
        lines = [*self._drawing, "", *listed]
        width, marked = max(map(len, lines)), None if here is None else len(self._drawing) + 1 + here
        return [[(line.ljust(width), CURSOR if at == marked else "bold")] for at, line in enumerate(lines)]


def mark_last_move(match: Match) -> dict[str, Any]:
    """The marks of a match as it stands: what the last move has changed, what decided, what was captured."""
    last = Tabletop(match.game).changed_squares(*match.positions[-2:]) if match.moves else ()
    return {"last": last, "won": find_deciding(match), "remains": find_remains(match)}


def show_still(game: Game, position: Position) -> Board:
    """A board without a cursor."""
    board = Board(Tabletop(game))
    board.can_focus = False
    board.show(position)
    return board


def draw_picture(game: Game) -> Content:
    """The middle of a match in a few lines of text; the game's own drawing where there is no board."""
    table, position = Tabletop(game), choose_picture(game)
    if not table.fits(position):
        return Content(game.words.draw(position))
    squares, (columns, rows) = table.squares(position), table.labels()
    layout = Layout(Shape(len(rows), len(columns)), max(len(square.text) for square in squares) + 1, 1, False, 1)
    lines = board_painter.paint_board(layout, squares, Labels(columns, rows), Marks(), None)
    return Content("\n").join([Content.assemble(*line[1:]) for line in lines[1:]])  # without labels
