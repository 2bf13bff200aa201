"""The board of a match as a widget: as large as its room, with a cursor and a mouse to choose squares."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from squarely.core.board.square_names import Shape
from squarely.core.match.last_move import Captured
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.core.rules.game import Position
from squarely.terminal.full_screen.board_layout import Layout, choose_layout, small_layout
from squarely.terminal.full_screen.board_painter import GROUNDS, INKS, LOOKS, Glyph, Marks, Note, paint_board
from squarely.terminal.full_screen.move_list_layout import ListedMoves

__all__ = ["Board", "Note"]


class Board(Widget, can_focus=True):
    """A board in its place: it shows a position and what is marked on it, and says which square somebody chooses."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{name}" for name in (*INKS, *LOOKS, *GROUNDS)}
    DEFAULT_CSS = """
    Board { width: 1fr; height: 1fr; }
    Board.-small { width: auto; height: auto; }
    Board > .board--line { color: $edge 45%; }
    Board > .board--label { color: $soft; }
    Board > .board--text { color: $foreground; text-style: bold; }
    Board > .board--faint { color: $soft 70%; }
    Board > .board--first { color: $first; text-style: bold; }
    Board > .board--second { color: $second; text-style: bold; }
    Board > .board--faint-first { color: $first 60%; text-style: italic; }
    Board > .board--faint-second { color: $second 60%; text-style: italic; }
    Board > .board--cursor { color: $accent; text-style: bold; }
    Board > .board--target { color: $accent; text-style: bold; }
    Board > .board--chosen { color: $accent; text-style: bold; }
    Board > .board--lit { color: $accent; text-style: bold; }
    Board > .board--mark { color: $foreground; }
    Board > .board--gone { color: $soft 60%; }
    Board > .board--won { color: $good; text-style: bold; }
    Board > .board--good { color: $good; }
    Board > .board--bad { color: $bad; }
    Board > .board--even { color: $even; }
    Board > .board--endless { color: $endless; }
    Board > .board--on-tile { background: $tile; }
    Board > .board--on-first { background: $first 16%; }
    Board > .board--on-second { background: $second 16%; }
    Board > .board--on-won { background: $won; }
    Board > .board--on-chosen { background: $accent 25%; }
    Board > .board--on-lit { background: $accent 14%; }
    Board > .board--on-mark { background: $mark; }
    Board > .board--on-closed { background: $tray; }
    Board > .board--on-cursor { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1, 0)", show=False),
        Binding("down", "step(1, 0)", show=False),
        Binding("left", "step(0, -1)", show=False),
        Binding("right", "step(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    class Chosen(Message):
        """Somebody has chosen a square."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    class Pointed(Message):
        """The cursor is on another square."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    def __init__(self, tabletop: Tabletop, small: bool = False, id: str | None = None) -> None:  # noqa: A002 (Textual's)
        super().__init__(id=id, classes="-small" if small else None)
        self._table, self._small = tabletop, small
        self._position: Position | None = None
        self._squares: tuple[SeenSquare, ...] = ()
        self._drawing: list[str] = []
        self._listed = ListedMoves.of(())
        self._marks = Marks()
        self._cursor = 0
        self._painted: tuple[Size, list[Strip]] | None = None
        self._styles: dict[tuple[str, str], Style] = {}
        self.can_focus = not small

    def show(
        self,
        position: Position,
        *,
        last: Collection[int] = (),
        won: Collection[int] = (),
        remains: Mapping[int, Captured] | None = None,
        notes: Mapping[int, Note] | None = None,
        lit: Collection[int] = (),
        chosen: Collection[int] = (),
        choosable: Collection[int] = (),
        listed: Sequence[str] = (),
    ) -> None:
        """From now on show this. Where there is no board, the game's own drawing, and these moves below it."""
        had = len(self._squares), len(self._drawing)
        self._position = position
        self._squares = self._table.squares(position) if self._table.fits(position) else ()
        self._drawing = [] if self._squares else self._table.game.words.draw_alone(position, ("", "")).splitlines()
        self._listed = ListedMoves.of(listed)
        if listed:
            self._cursor = min(self._cursor, len(listed) - 1)
        self._marks = Marks(last, won, remains or {}, notes or {}, lit, chosen, choosable)
        self._painted = None
        self.refresh(layout=self._small and had != (len(self._squares), len(self._drawing)))

    @property
    def cursor(self) -> int:
        """The square that the cursor is on."""
        return self._cursor

    @cursor.setter
    def cursor(self, square: int) -> None:
        if square != self._cursor:
            self._cursor = square
            self._repaint()
            self.post_message(self.Pointed(square))

    def measure_way(self, square: int) -> int:
        """How many steps the cursor is from a square."""
        columns = self._shape.columns
        here, there = divmod(self._cursor, columns), divmod(square, columns)
        return abs(here[0] - there[0]) + abs(here[1] - there[1])

    def action_step(self, down: int, right: int) -> None:
        """Move the cursor by a square, and not over the edge."""
        rows, columns = self._shape
        if not self._squares:
            self.cursor = self._listed.step(self._cursor, down, right) if self._listed.words else self._cursor
            return
        row, column = divmod(self._cursor, columns)
        row, column = min(max(row + down, 0), rows - 1), min(max(column + right, 0), columns - 1)
        self.cursor = row * columns + column

    def action_choose(self) -> None:
        """Choose the square, or the listed move, that the cursor is on."""
        if self._squares or self._listed.words:
            self.post_message(self.Chosen(self._cursor))

    def on_click(self, event: events.Click) -> None:
        """Choose the square that was clicked."""
        if self._small or (square := self.find_square(event.x, event.y)) is None:
            return
        event.stop()
        self.cursor = square
        self.post_message(self.Chosen(square))

    def find_square(self, x: int, y: int) -> int | None:
        """The square, or the listed move, at a place of the widget; None beside it."""
        if not self._squares:
            left, top = self._offset(*self._drawn_size)
            return self._listed.find(x - left, y - top - len(self._drawing) - 1)
        layout = self._layout_in(self.size)
        left, top = self._offset(layout.width, layout.height)
        return layout.find_square(x - left, y - top)

    def locate(self, square: int) -> tuple[int, int]:
        """Where the text of a square stands in the widget, so that a mouse finds it."""
        layout = self._layout_in(self.size)
        left, top = self._offset(layout.width, layout.height)
        x, y = layout.corner(square)
        return left + x + layout.cell_width // 2, top + y + layout.text_line

    def on_focus(self) -> None:
        """Show the cursor."""
        self._repaint()

    def on_blur(self) -> None:
        """Show no cursor."""
        self._repaint()

    def notify_style_update(self) -> None:
        """The colours are others now."""
        super().notify_style_update()
        self._styles.clear()
        self._repaint()

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """As wide as the picture, where it has a size of its own."""
        return self._layout_in(container).width if self._squares else max(map(len, self._drawing), default=1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As high as the picture, where it has a size of its own."""
        return self._layout_in(container).height if self._squares else max(len(self._drawing), 1)

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        if self._painted is None or self._painted[0] != self.size:
            self._painted = self.size, self._paint()
        lines = self._painted[1]
        return lines[y] if y < len(lines) else Strip.blank(self.size.width, self.rich_style)

    @property
    def _shape(self) -> Shape:
        columns, rows = self._table.labels()
        return Shape(len(rows), len(columns))

    def _layout_in(self, room: Size) -> Layout:
        longest = max((len(square.text) for square in self._squares), default=1)
        longest = max([longest, *(len(captured.text) for captured in self._marks.remains.values())])
        if self._small:
            return small_layout(self._shape, longest)
        return choose_layout(self._shape, self._table.labels(), longest, Shape(room.height, room.width))

    def _offset(self, width: int, height: int) -> tuple[int, int]:
        """Where the picture begins in its room: in the middle, or so that the cursor is seen where it is too large."""
        layout, room = self._layout_in(self.size), self.size
        left, top = max(0, (room.width - width) // 2), max(0, (room.height - height) // 2)
        if self._squares:
            x, y = layout.corner(min(self._cursor, len(self._squares) - 1))
            if width > room.width:
                left = -min(max(0, x + layout.cell_width - room.width // 2), width - room.width)
            if height > room.height:
                top = -min(max(0, y - room.height // 2), height - room.height)
        return left, top

    @property
    def _drawn_size(self) -> tuple[int, int]:
        """How wide and high a drawing is with the moves below it."""
        listed = self._listed.paint(None)
        width = max(map(len, [*self._drawing, *listed]), default=0)
        return width, len(self._drawing) + (len(listed) + 1 if listed else 0)

    def _repaint(self) -> None:
        self._painted = None
        self.refresh()

    def _paint(self) -> list[Strip]:
        """Every line of the widget."""
        if self._squares:
            cursor = self._cursor if self.has_focus else None
            layout = self._layout_in(self.size)
            captors = self._table.marks(self._position)
            glyphs = paint_board(layout, self._squares, self._table.labels(), self._marks, cursor, captors)
        else:
            width, _ = self._drawn_size
            listed = self._listed.paint(self._cursor if self.has_focus else None)
            glyphs = [[Glyph(each) for each in line.ljust(width)] for line in self._drawing]
            glyphs += [[], *listed] if listed else []
        left, top = self._offset(max(map(len, glyphs), default=0), len(glyphs))
        around = self.rich_style
        blank = Strip.blank(self.size.width, around)
        lines = [self._fit(line, left, around) for line in glyphs[max(0, -top) :]]
        return [*([blank] * max(0, top)), *lines]

    def _fit(self, line: list[Glyph], left: int, around: Style) -> Strip:
        """One line, moved to the right by so much, or to the left."""
        runs = groupby(line[max(0, -left) :], key=lambda each: each[1:])
        segments = [Segment("".join(each.text for each in run), self._style(*look)) for look, run in runs]
        before = [Segment(" " * left, around)] if left > 0 else []
        return Strip([*before, *segments]).adjust_cell_length(self.size.width, around)

    def _style(self, ink: str, ground: str) -> Style:
        if (ink, ground) not in self._styles:
            below = self.get_component_rich_style(f"board--{ground}")
            self._styles[ink, ground] = below + self.get_component_rich_style(f"board--{ink}", partial=True)
        return self._styles[ink, ground]
