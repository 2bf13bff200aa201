"""Which positions of Capture Square with markers cannot be: asked of those that people write."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squarely.core.board.square_sets import covers_any, squares_in
from squarely.core.errors import BadPosition
from squarely.core.rules.game import ONGOING

if TYPE_CHECKING:
    from squarely.games.quad.rules import Quad


def check_position(game: "Quad", position: "Quad.Position") -> None:
    """Refuse numbers of markers that turns do not give, and a win that was there before the last move."""
    xs, os = position.first.bit_count(), position.second.bit_count()
    if xs - os != game.expected_lead(position):
        mark = game.marks[position.mover]
        raise BadPosition(f"with {xs} X and {os} O it cannot be {mark}'s turn: X begins and turns alternate")
    first, second = covers_any(position.first, game.blocks), covers_any(position.second, game.blocks)
    if (first or second) and not any(_leads_to(game, before, position) for before in _list_before(position)):
        if first and second:
            noun = game.noun
            raise BadPosition(f"both sides have won: X and O each have a {noun}, and no single move completes both")
        raise BadPosition(f"{game.marks[second]} had won before the last move, so that move cannot have been made")


def expected_lead(game: "Quad", position: "Quad.Position") -> int:
    """How many more markers X has than O at this turn."""
    return game.cells % 2 if game.is_full(position) else position.mover


def _leads_to(game: "Quad", before: "Quad.Position", after: "Quad.Position") -> bool:
    if game.outcome(before) != ONGOING:
        return False
    try:
        game.check(before)
    except BadPosition:
        return False
    return any(game.play(before, move) == after for move in game.legal_moves(before))


def _list_before(position: "Quad.Position") -> Iterator["Quad.Position"]:
    """Every position in which one marker is not placed yet, not converted yet, or not swapped yet."""
    both = (position.first, position.second)
    for side, own in enumerate(both):
        for cell in squares_in(own):
            less = own ^ 1 << cell
            for other in {both[1 - side], both[1 - side] | 1 << cell}:
                first, second = (less, other) if side == 0 else (other, less)
                yield position._replace(first=first, second=second, mover=side)
            for theirs in squares_in(both[1 - side]):
                swapped = 1 << cell | 1 << theirs
                yield position._replace(first=both[0] ^ swapped, second=both[1] ^ swapped, mover=side)
