"""A review as plain data, for JSON and for the page."""

from collections.abc import Sequence
from typing import Any

from squarely.game import Side
from squarely.review.claims import Claim
from squarely.review.grading import Grade, Review
from squarely.solver.values import Value


def as_data(review: Review, claims: Sequence[Claim]) -> dict[str, Any]:
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
        "value": value_data(review.start),
        "moves": [_move(review, grade, claim) for grade, claim in zip(review.grades, claims, strict=True)],
    }


def value_data(value: Value) -> dict[str, Any]:
    """Winner, ending, distance and margin."""
    winner = None if value.winner is None else str(value.winner)
    return {"winner": winner, "ending": value.ending, "distance": value.distance, "margin": value.margin}


def _move(review: Review, grade: Grade, claim: Claim) -> dict[str, Any]:
    return {
        "number": grade.number,
        "side": str(grade.side),
        "move": str(grade.move),
        "position": review.match.game.write_position(grade.reached),
        "before": value_data(grade.before),
        "after": value_data(grade.after),
        "kept": grade.kept,
        "points_lost": grade.points_lost,
        "better": [str(each.move) for each in grade.better],
        "because": claim.text(review.match.names),
        "kind": claim.kind,
        "line": [str(move) for move in claim.moves],
    }
