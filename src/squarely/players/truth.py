"""What the computer players know: the oracle of a match, shared by everybody at the table."""

from functools import lru_cache

from squarely.game import Game, Position
from squarely.match import Match
from squarely.solver.graph import TooLarge
from squarely.solver.oracle import Oracle


def oracle_of(match: Match) -> Oracle | None:
    """Who knows every position of this match, or None where the game is too large for that.

    It depends on where the match began and not on where it stands, so that a resumed match goes on as it would have.
    """
    return _oracle(match.game, match.start)


@lru_cache(maxsize=8)
def _oracle(game: Game, start: Position) -> Oracle | None:
    oracle = Oracle(game)
    try:
        oracle.value(start)
    except TooLarge:
        return None
    return oracle
