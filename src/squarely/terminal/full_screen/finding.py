"""What the court found about a game, in one sentence: what best play leads to."""

from squarely.core.match.match import Match
from squarely.core.rules.game import Game


def describe_finding(game: Game) -> str:
    """Who wins with best play from the start. It may take a while: for a thread."""
    from squarely.solver.oracle import find_oracle

    if game.is_dealt:
        return "Who wins with best play depends on the deal. c: the court"
    match = Match.of(game)
    oracle = find_oracle(match)
    if oracle is None:
        return "Nobody knows yet who wins with best play. c: the court"
    value = oracle.value(match.start).describe(match.names)
    return f"With best play, {value}. c: the court"
