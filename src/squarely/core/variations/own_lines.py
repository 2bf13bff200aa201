"""What a variation counts, at the end of the position lines of games that write lines of their own."""

from collections.abc import Callable

from squarely.core.errors import BadPosition
from squarely.core.rules.game import Game, Position
from squarely.core.text.notation import quote

_DIGITS = 3


def write_behind(game: Game, line: str, position: Position, field: str) -> str:
    """The line of a position, with this field behind what the game itself writes."""
    return f"{line} {getattr(position, field)}" if _is_left_out(game, field) else line


def read_behind(game: Game, read: Callable[[str], Position], text: str, field: str) -> Position:
    """The position of such a line."""
    if not _is_left_out(game, field):
        return read(text)
    line, _, last = text.rstrip().rpartition(" ")
    if not (last.isascii() and last.isdigit() and len(last) <= _DIGITS):
        raise BadPosition(f"{quote(text)} does not end with a whole number: {field.replace('_', ' ')}")
    return read(line)._replace(**{field: int(last)})


def _is_left_out(game: Game, field: str) -> bool:
    """Whether the field is in use, and the game, which does not know it, writes the line."""
    return game.printed.write_position is not Game.write_position and field in game.fields_in_use
