"""Who knows the truth about a match or a position, and a sentence where nobody does."""

from squarely.game import Game, Position
from squarely.match import Match
from squarely.players.truth import oracle_of
from squarely.solver.graph import TooLarge
from squarely.solver.oracle import Oracle


def oracle_for(match: Match) -> Oracle:
    """Who knows every position of a match; TooLarge says what would help."""
    oracle = oracle_of(match)
    if oracle is None:
        raise TooLarge(
            "this game is too large for the truth to be known at once. "
            "A smaller size, or a position nearer to the end, would help."
        )
    return oracle


def oracle_at(game: Game, position: Position) -> Oracle:
    """Who knows a position, wherever it comes from.

    Whoever knows the whole game is asked first. Others are kept for a while only: anybody may ask about any position,
    and each that no play from the start can reach is a game of its own.
    """
    if not game.is_dealt and (whole := oracle_of(Match.of(game))) and whole.solution(game.start()).value(position):
        return whole
    return oracle_for(Match.of(game, position))
