"""A board as a few lines of text, the smallest picture by which a game is recognised."""

from textual.content import Content

from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Side

_STYLES = {Side.FIRST: "bold $first", Side.SECOND: "bold $second", None: "bold $foreground"}
_EMPTY, _PLACE = "·", "◎"


def draw_picture(game: Game) -> Content:
    """The middle of a match, square by square; the game's own drawing where there is no board."""
    table, position = Tabletop(game), choose_picture(game)
    if not table.fits(position):
        return Content(game.words.draw(position))
    squares, columns = table.squares(position), len(table.labels()[0])
    width = max(len(square.text) for square in squares) or 1
    parts: list[tuple[str, str]] = []
    for number, square in enumerate(squares):
        empty = _PLACE if square.place else _EMPTY
        style = _STYLES[square.side] if square.text else "$soft"
        end = "\n" if (number + 1) % columns == 0 else " "
        parts.append(((square.text or empty).center(width) + end, style))
    return Content.assemble(*parts).rstrip()
