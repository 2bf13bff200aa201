"""One oracle for all matches of a game from the same start, shared by players, reviews and pages."""

from functools import lru_cache

from squarely.core.errors import TooLarge
from squarely.core.game import Game
from squarely.core.match import Match
from squarely.core.rules import Position
from squarely.solver.oracle import Oracle


def find_oracle(match: Match) -> Oracle | None:
    """The oracle that knows every position of this match, or None where the game is too large for that.

    It depends on where the match began and not on where it stands, so that a resumed match goes on as it would have.
    """
    return _make_oracle(match.game, match.start)


@lru_cache(maxsize=8)
def _make_oracle(game: Game, start: Position) -> Oracle | None:
    oracle = Oracle(game)
    try:
        oracle.value(start)
    except TooLarge:
        return None
    return oracle
