"""Ratings from who beat whom, with what is uncertain about them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from squarely.arena.run.match_result import MatchResult
from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Side


class Rating(NamedTuple):
    """A rating and its standard deviation."""

    player: str
    rating: float
    uncertainty: float


def estimate_ratings(matches: Iterable[MatchResult]) -> list[Rating]:
    """Every player's rating, the best first. A tie and a match that was not over are a half for each.

    The order of the matches matters to the method, so they are shuffled in a way that is always the same.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise SquarelyError("ratings need openskill; install the extra: pip install 'squarely[agents]'") from None
    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    counted = [played for played in matches if not played.fixture.is_control]
    for played in sorted(counted, key=lambda each: each.fixture.seed_for(Side.FIRST)):
        names = played.fixture.players
        before = [[ratings.get(name) or model.rating()] for name in names]
        after = model.rate(before, ranks=[1 - played.score(side) for side in Side])
        ratings |= {name: team[0] for name, team in zip(names, after, strict=True)}
    found = [Rating(name, round(float(each.mu), 2), round(float(each.sigma), 2)) for name, each in ratings.items()]
    return sorted(found, key=lambda each: (-each.rating, each.player))
