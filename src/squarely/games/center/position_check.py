"""Which positions of Capture Square with tokens cannot be: asked of those that people write."""

from typing import TYPE_CHECKING

from squarely.core.board.square_sets import neighbour_sets
from squarely.core.errors import BadPosition

if TYPE_CHECKING:
    from squarely.games.center.rules import Center


def check_position(game: "Center", position: "Center.Position") -> None:
    """Refuse numbers of tokens that turns do not give, and a token on the center that no move has brought there."""
    counts, mark = [position.first.bit_count(), position.second.bit_count()], game.marks[position.mover]
    for side, count in zip(game.marks, counts, strict=True):
        if count > game.tokens:
            raise BadPosition(f"{side} has {count} tokens on the grid; each player has {game.tokens}")
    if 0 in counts and counts != [position.mover, 0]:
        raise BadPosition(
            f"with {counts[0]} A and {counts[1]} B it cannot be {mark}'s turn: "
            "A begins, turns alternate and the first turn of each player is a placing"
        )
    taken = position.first | position.second
    if not taken >> game.center & 1:
        return
    if position[position.mover] >> game.center & 1:
        raise BadPosition(f"{mark} holds the center square and has won, so it cannot be {mark}'s turn")
    if 0 in counts or not find_beside(game) & ~taken:
        holder = game.marks[1 - position.mover]
        raise BadPosition(f"{holder} cannot have moved onto the center square: it has come from nowhere")


def find_beside(game: "Center") -> int:
    """The squares from which a token can move to the center."""
    return neighbour_sets(game.size, game.size, tuple(range(game.ways)))[game.center]
