"""Which positions of Grid Snatchers cannot be: asked of those that people write."""

from typing import TYPE_CHECKING

from squarely.core.errors import BadPosition
from squarely.core.rules.game import Position
from squarely.games.snatchers.words import TOKENS

if TYPE_CHECKING:
    from squarely.games.snatchers.rules import Snatchers


def find_token(game: "Snatchers", field: str, glyphs: str, mover: int) -> int:
    """Where a token is: one that was captured stands below its captor."""
    for mark in game.marks:
        if glyphs.count(mark) > 1:
            raise BadPosition(f"there are {glyphs.count(mark)} tokens {mark} on the board; each player has one")
    own, other = game.pieces[field], game.marks[1 - mover]
    if other not in glyphs:
        raise BadPosition(f"token {other} is missing; only the side to move can have been captured")
    return glyphs.index(own if own in glyphs else other)


def check_homes(game: "Snatchers", position: Position) -> None:
    """Refuse burnt squares that do not begin where the tokens began."""
    homes = (0, game.size**2 - 1)
    for side, (token, home, square) in enumerate(zip(TOKENS, homes, position[:2], strict=True)):
        if square != home and not position.burnt >> home & 1:
            name = game.words.square_name(home)
            raise BadPosition(f"{token} began on {name}, so that square is burnt once it has left")
        if square == home and position.burnt.bit_count() > side:
            raise BadPosition(f"{token} stands where it began, but it has had a turn: so many squares are burnt")
