"""The board of any game as SVG, from its position line: rows joined by slashes, a glyph a square."""

import re
from collections.abc import Iterable
from html import escape
from itertools import pairwise

from squarely.game import Game, Position

_CELL, _EDGE = 48, 22  # the width of a square and of the labels
_EMPTY = ".-_ "


def rows(game: Game, position: Position) -> list[str]:
    """The rows of a position, top to bottom, all equally long."""
    found = game.write_position(position).split()[0].split("/")
    width = max(map(len, found))
    return [row.ljust(width) for row in found]


def changed(before: list[str], after: list[str]) -> list[int]:
    """The squares that differ, numbered row by row from 0."""
    pairs = zip("".join(before), "".join(after), strict=True)
    return [square for square, (old, new) in enumerate(pairs) if old != new]


def looks(game: Game, positions: Iterable[Position]) -> dict[str, str]:
    """How each glyph is shown: as `empty`, as a piece of the `first` or `second` side, or as itself.

    Where a board shows more than the marks of the two sides, a mark may mean something else there and has no colour.
    """
    glyphs = {glyph for position in positions for row in rows(game, position) for glyph in row}
    pieces = {glyph for glyph in glyphs if glyph not in _EMPTY}
    sides = dict(zip(game.rules.MARKS, ("first", "second"), strict=True)) if pieces <= {*game.rules.MARKS} else {}
    return {glyph: sides.get(glyph, "") if glyph in pieces else "empty" for glyph in sorted(glyphs)}


def labels(game: Game, position: Position) -> tuple[list[str], list[str]]:
    """What the game's own drawing calls the columns and the rows; numbers from 1 where it does not say."""
    board, (header, *lines) = rows(game, position), game.draw(position).splitlines()
    columns = re.findall(r"(?<!\S)\w(?!\S)", header)[-len(board[0]) :]
    named = [found[1] for line in lines if (found := re.match(r"\s*(?:[A-Za-z]{2,}\s+)?(\w)\s", line))]
    return _in_order(columns, len(board[0])), _in_order(named, len(board))


def svg(game: Game, position: Position) -> str:
    """The board with its labels; square n is the group `square-n`, ready to be changed."""
    board, (columns, numbers) = rows(game, position), labels(game, position)
    width, height = _EDGE + _CELL * len(board[0]) + 2, _EDGE + _CELL * len(board) + 2
    parts = [
        f'<svg id="board" viewBox="0 0 {width} {height}" role="img" aria-labelledby="board-title board-text">',
        f'<title id="board-title">The board of {escape(game.rules.TITLE)}</title>',
        f'<desc id="board-text">{escape(", ".join(board))}</desc>',
    ]
    for number, label in enumerate(columns):
        parts.append(_text(_EDGE + _CELL * (number + 0.5), _EDGE * 0.7, label))
    for number, label in enumerate(numbers):
        parts.append(_text(_EDGE * 0.5, _EDGE + _CELL * (number + 0.5) + 5, label))
    for square, glyph in enumerate("".join(board)):
        row, column = divmod(square, len(board[0]))
        x, y = _EDGE + column * _CELL, _EDGE + row * _CELL
        parts.append(
            f'<g id="square-{square}"><rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
            f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 9}">{escape(glyph)}</text></g>'
        )
    return "\n".join([*parts, "</svg>"])


def _text(x: float, y: float, label: str) -> str:
    return f'<text class="label" x="{x:g}" y="{y:g}">{escape(label)}</text>'


def _in_order(found: list[str], count: int) -> list[str]:
    """What was found if it counts on without a gap, else numbers from 1."""
    follows = all(ord(after) - ord(before) == 1 for before, after in pairwise(found))
    return found if len(found) == count and follows else [str(number + 1) for number in range(count)]
