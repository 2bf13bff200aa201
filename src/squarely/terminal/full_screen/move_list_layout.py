"""Moves listed below a drawing, where a position has no squares to choose: how they lie, and what the cursor is on."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from squarely.terminal.full_screen.board_painter import Glyph

_ROWS = 8  # of one column; more moves make more columns


class ListedMoves(NamedTuple):
    """The words of moves in rows and columns, read row by row."""

    words: tuple[str, ...]
    columns: int
    width: int  # of a column

    @classmethod
    def of(cls, words: Sequence[str]) -> "ListedMoves":
        """So many moves, in as few columns as they need."""
        return cls(tuple(words), max(1, -(-len(words) // _ROWS)), max(map(len, words), default=0) + 4)

    def step(self, cursor: int, down: int, right: int) -> int:
        """The move that the cursor comes to, and not over the edge."""
        row, column = divmod(cursor, self.columns)
        reached = (row + down) * self.columns + min(max(column + right, 0), self.columns - 1)
        return reached if 0 <= reached < len(self.words) else cursor

    def find(self, x: int, y: int) -> int | None:
        """The move at a place of the list."""
        found = y * self.columns + x // self.width
        inside = y >= 0 and 0 <= x < self.columns * self.width
        return found if inside and found < len(self.words) else None

    def paint(self, cursor: int | None) -> list[list[Glyph]]:
        """Every line of the list, the cursor before the move that it is on."""
        cells = [
            [Glyph(each, "cursor" if at == cursor else "text") for each in f"{'▸' if at == cursor else '·'} {words}"]
            for at, words in enumerate(self.words)
        ]
        wide = [[*cell, *[Glyph()] * (self.width - len(cell))] for cell in cells]
        return [list(chain(*wide[at : at + self.columns])) for at in range(0, len(wide), self.columns)]
