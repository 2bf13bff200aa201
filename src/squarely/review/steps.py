"""A match step by step, as pages show it: every position, and what is to be said about the move that led to it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Position
from squarely.review.claims import MoveClaim
from squarely.review.grading import MatchReview, list_headings
from squarely.solver.values import Value


class MatchStep(NamedTuple):
    """A position of a match: the squares that changed, the move that led to it, how it stands, and why."""

    position: Position
    changed: tuple[int, ...]
    said: str
    stands: str = ""
    because: str = ""
    cost: int = 0
    turning: bool = False
    value: Value | None = None


def replay(match: Match) -> list[MatchStep]:
    """Every position of a match, nothing judged."""
    tabletop = Tabletop(match.game)
    changes = [(), *(tabletop.changed_squares(old, new) for old, new in pairwise(match.positions))]
    return [MatchStep(*each) for each in zip(match.positions, changes, list_headings(match), strict=True)]


def judged_steps(review: MatchReview, claims: Sequence[MoveClaim]) -> list[MatchStep]:
    """Every position of a match with what it was worth; `claims` say why, one for each move."""
    names, (start, *moved) = review.match.names, replay(review.match)
    stands, *stood = review.standings
    return [
        start._replace(stands=stands, value=review.start),
        *(
            step._replace(
                stands=stands,
                because=claim.text(names),
                cost=grade.cost,
                turning=not grade.keeps_result,
                value=grade.after,
            )
            for step, stands, grade, claim in zip(moved, stood, review.grades, claims, strict=True)
        ),
    ]
