"""The oracle for a match or a position; TooLarge, with a sentence, where there is none."""

from squarely.core.errors import TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position
from squarely.solver.oracle import Oracle, find_oracle


def require_oracle(match: Match) -> Oracle:
    """The oracle that knows every position of a match; TooLarge says what would help."""
    oracle = find_oracle(match)
    if oracle is None:
        raise TooLarge(
            "this game is too large for the truth to be known at once. "
            "A smaller size, or a position nearer to the end, would help."
        )
    return oracle


def require_oracle_here(match: Match) -> Oracle:
    """The oracle that knows where a match stands and all that can follow: near its end a large game may be small."""
    return find_oracle(match) or require_oracle(Match.of(match.game, match.position))


def require_oracle_at(game: Game, position: Position) -> Oracle:
    """The oracle that knows a position, wherever it comes from.

    That of the whole game, if it has the position. Others are cached for a while only: anybody may ask about any
    position, and each that cannot be reached from the start needs a solution of its own.
    """
    if not game.is_dealt and (whole := find_oracle(Match.of(game))) and whole.solution(game.start()).value(position):
        return whole
    return require_oracle(Match.of(game, position))
