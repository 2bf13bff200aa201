"""Whether a computer takes a draw that it is offered, at every table alike."""

from squarely.game import Side
from squarely.match import Match
from squarely.players.truth import oracle_of


def agrees_to_draw(match: Match, side: Side) -> bool:
    """Whether a computer on this side takes a draw: not while it can win, nor where nobody knows."""
    oracle = oracle_of(match)
    return oracle is not None and oracle.value(match.position).winner != side
