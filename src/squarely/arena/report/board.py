"""The board of any game for a page without scripts: as SVG, where it has squares."""

from html import escape

from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position

_CELL, _EDGE = 48, 22  # the width of a square and of the labels


def draw_board(game: Game, position: Position, prefix: str) -> str:
    """The board with its labels, and what stands where in words; the drawing of the game where it has no squares.

    `prefix` begins every id.
    """
    tabletop = Tabletop(game)
    if not tabletop.fits(position):
        return f"<pre>{escape(game.words.draw(position))}</pre>"
    squares, (columns, rows) = tabletop.squares(position), tabletop.labels()
    pieces = ", ".join(f"{square.name} {square.text}" for square in squares if square.text) or "nothing"
    width, height = _EDGE + _CELL * len(columns) + 2, _EDGE + _CELL * len(rows) + 2
    parts = [
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="{prefix}title {prefix}text">',
        f'<title id="{prefix}title">The board of {escape(game.title)}</title>',
        f'<desc id="{prefix}text">{escape(pieces)}</desc>',
    ]
    for number, label in enumerate(columns):
        parts.append(_draw_text(_EDGE + _CELL * (number + 0.5), _EDGE * 0.7, label))
    for number, label in enumerate(rows):
        parts.append(_draw_text(_EDGE * 0.5, _EDGE + _CELL * (number + 0.5) + 5, label))
    for number, square in enumerate(squares):
        row, column = divmod(number, len(columns))
        x, y = _EDGE + column * _CELL, _EDGE + row * _CELL
        place = ' class="place"' if square.place else ""
        rect = f'<rect{place} x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
        parts.append(f"<g>{rect}{_draw_text(x + _CELL // 2, y + _CELL // 2 + 9, square.text)}</g>")
    return "\n".join([*parts, "</svg>"])


def _draw_text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(words)}</text>'
