"""The board of any game as SVG."""

from collections.abc import Sequence
from html import escape

from squarely.game import Game, Position
from squarely.tabletop import Square, Tabletop

_CELL, _EDGE = 48, 22  # the width of a square and of the labels


def described(squares: Sequence[Square]) -> str:
    """What stands where, in words: `A1 X, B2 O`."""
    return ", ".join(f"{square.name} {square.text}" for square in squares if square.text) or "nothing"


def svg(game: Game, position: Position, prefix: str = "") -> str:
    """The board with its labels; square n is the group `square-n`, ready to be changed. `prefix` begins every id."""
    tabletop = Tabletop(game)
    squares, (columns, rows) = tabletop.squares(position), tabletop.labels(position)
    width, height = _EDGE + _CELL * len(columns) + 2, _EDGE + _CELL * len(rows) + 2
    parts = [
        f'<svg id="{prefix}board" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{prefix}board-title {prefix}board-text">',
        f'<title id="{prefix}board-title">The board of {escape(game.rules.TITLE)}</title>',
        f'<desc id="{prefix}board-text">{escape(described(squares))}</desc>',
    ]
    for number, label in enumerate(columns):
        parts.append(_text(_EDGE + _CELL * (number + 0.5), _EDGE * 0.7, label))
    for number, label in enumerate(rows):
        parts.append(_text(_EDGE * 0.5, _EDGE + _CELL * (number + 0.5) + 5, label))
    for number, square in enumerate(squares):
        row, column = divmod(number, len(columns))
        x, y = _EDGE + column * _CELL, _EDGE + row * _CELL
        place = ' class="place"' if square.place else ""
        parts.append(
            f'<g id="{prefix}square-{number}"><rect{place} x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
            f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 9}">{escape(square.text)}</text></g>'
        )
    return "\n".join([*parts, "</svg>"])


def _text(x: float, y: float, label: str) -> str:
    return f'<text class="label" x="{x:g}" y="{y:g}">{escape(label)}</text>'
