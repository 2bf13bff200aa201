"""How large the squares of a board are drawn in the room there is, and where each of them lies."""

from collections.abc import Sequence
from typing import NamedTuple

from squarely.core.board.square_names import Shape

_LARGEST, _SMALLEST = 9, 2  # lines from one row of squares to the next, with the line between them


class Layout(NamedTuple):
    """Where everything of a board lies, in columns and lines of text from its top left corner."""

    shape: Shape
    cell_width: int  # of a square without the lines around it
    cell_height: int
    is_ruled: bool  # whether there are lines between squares
    margin: int = 0  # columns left of the board, for the names of rows
    header: int = 0  # lines above it, for the names of columns

    @property
    def pitch(self) -> tuple[int, int]:
        """From one square to the next."""
        return self.cell_width + self.is_ruled, self.cell_height + self.is_ruled

    @property
    def width(self) -> int:
        """All of it."""
        return self.margin + self.shape.columns * self.pitch[0] + self.is_ruled

    @property
    def height(self) -> int:
        """All of it."""
        return self.header + self.shape.rows * self.pitch[1] + self.is_ruled

    @property
    def text_line(self) -> int:
        """The line of a square on which its text stands."""
        return (self.cell_height - 1) // 2

    def corner(self, square: int) -> tuple[int, int]:
        """Where the inside of a square begins."""
        row, column = divmod(square, self.shape.columns)
        across, down = self.pitch
        return self.margin + self.is_ruled + column * across, self.header + self.is_ruled + row * down

    def find_square(self, x: int, y: int) -> int | None:
        """The square at a place; None beside the board. A line belongs to the square right of it and below."""
        across, down = self.pitch
        column, row = (x - self.margin) // across, (y - self.header) // down
        if 0 <= row < self.shape.rows and 0 <= column < self.shape.columns:
            return row * self.shape.columns + column
        return None


def choose_layout(shape: Shape, labels: tuple[Sequence[str], Sequence[str]], longest: int, room: Shape) -> Layout:
    """The largest that fits; without lines where it must be, and then even where it does not fit."""
    margin = 1 + max(map(len, labels[1]), default=0)
    for step in range(_LARGEST, _SMALLEST - 1, -1):
        layout = Layout(shape, max(2 * step - 1, longest + 2), step - 1, True, margin, 1)
        if layout.height <= room.rows and layout.width <= room.columns:
            return layout
    return Layout(shape, longest + 2, 1, False, margin, 1)


def small_layout(shape: Shape, longest: int) -> Layout:
    """For a picture of the board: no lines, no names."""
    return Layout(shape, longest + 2, 1, False)
