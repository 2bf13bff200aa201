"""Openings: where a match of the arena begins."""

from random import Random

from squarely.arena.run.fixtures import Fixture
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Side
from squarely.review.grading import measure_cost
from squarely.solver.oracle import Oracle, find_oracle

_ATTEMPTS = 200


def draw_opening(game: Game, fixture: Fixture) -> Match:
    """A match that has just begun: the position of the plan, or the one that the seed draws.

    Drawn openings are a deal where the game is dealt, and up to so many random moves; where the truth is known,
    something is at stake after them: not every move is as good. The sides are called as the rulebook calls them, so
    that nobody can see who the other is.
    """
    if fixture.position:
        return Match.of(game, game.read_position(fixture.position))
    chance, match = Random(f"opening {fixture.seed}"), Match.of(game, game.start_for(fixture.seed))
    oracle, ongoing = find_oracle(match), match
    for _ in range(_ATTEMPTS):
        begun = match
        for _ in range(chance.randrange(fixture.opening_moves + 1)):
            begun = begun.play(chance.choice(begun.legal_moves)) if begun.legal_moves else begun
        if not begun.outcome:
            ongoing = begun
            if oracle is None or has_stakes(oracle, begun):
                return begun
    return ongoing


def has_stakes(oracle: Oracle, match: Match) -> bool:
    """Whether some legal move loses something."""
    value, mover = oracle.value(match.position), Side(match.position.mover)
    return any(measure_cost(value, judged.value, mover) for judged in oracle.value_moves(match.position))
