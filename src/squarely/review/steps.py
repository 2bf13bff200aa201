"""A match step by step, as pages show it, and its review as plain data."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Position, Side
from squarely.review.explain import Explanation
from squarely.review.grading import MatchReview
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
    """Every position of a match, nothing judged: `Start.`, then `1. Ann: B2.` for every move."""
    tabletop, moves = Tabletop(match.game), enumerate(zip(pairwise(match.positions), match.moves, strict=True), 1)
    steps = [MatchStep(match.start, (), "Start.")]
    for number, ((old, new), move) in moves:
        changed = tabletop.changed_squares(old, new)
        steps.append(MatchStep(new, changed, f"{number}. {match.names[old.mover]}: {move}."))
    return steps


def judged_steps(review: MatchReview, claims: Sequence[Explanation]) -> list[MatchStep]:
    """Every position of a match with what it was worth; `claims` say why, one for each move.

    `after it` says that the move itself is not counted in.
    """
    names, (start, *moved) = review.match.names, replay(review.match)
    steps = [start._replace(stands=review.start.describe(names), value=review.start)]
    for step, grade, claim in zip(moved, review.grades, claims, strict=True):
        judged = step._replace(stands=f"after it: {grade.after.describe(names)}", because=claim.text)
        steps.append(judged._replace(cost=grade.cost, turning=not grade.keeps_result, value=grade.after))
    return steps


def review_data(review: MatchReview, claims: Sequence[Explanation]) -> dict[str, Any]:
    """Everything a review knows, in lists, texts and numbers."""
    match, outcome = review.match, review.match.outcome
    accuracy = {str(side): review.accuracy(side) for side in Side}
    return {
        "game": match.game.name,
        "options": match.game.options,
        "first": match.names[0],
        "second": match.names[1],
        "winner": str(outcome.winner) if outcome and outcome.winner is not None else None,
        "reason": outcome.reason if outcome else None,
        "accuracy": {side: None if found is None else round(float(found), 1) for side, found in accuracy.items()},
        "turning_points": [grade.number for grade in review.turning_points],
        "start": match.game.write_position(match.start),
        "value": review.start.as_data(),
        "moves": [
            {
                "number": grade.number,
                "side": str(grade.side),
                "move": str(grade.move),
                "position": match.game.write_position(grade.reached),
                "before": grade.before.as_data(),
                "after": grade.after.as_data(),
                "kept": grade.keeps_result,
                "points_lost": grade.points_lost,
                "better": [str(each.move) for each in grade.better],
                "because": claim.text,
                "kind": claim.kind,
                "line": [str(move) for move in claim.moves],
            }
            for grade, claim in zip(review.grades, claims, strict=True)
        ],
    }
