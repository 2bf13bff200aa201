"""A review as plain data, for JSON and for the page."""

from collections.abc import Sequence
from typing import Any

from squarely.core.rules.game import Side
from squarely.review.claims import MoveClaim
from squarely.review.grading import Grade, MatchReview


def review_data(review: MatchReview, claims: Sequence[MoveClaim]) -> dict[str, Any]:
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
        "moves": [_move_data(review, grade, claim) for grade, claim in zip(review.grades, claims, strict=True)],
    }


def _move_data(review: MatchReview, grade: Grade, claim: MoveClaim) -> dict[str, Any]:
    return {
        "number": grade.number,
        "side": str(grade.side),
        "move": str(grade.move),
        "position": review.match.game.write_position(grade.reached),
        "before": grade.before.as_data(),
        "after": grade.after.as_data(),
        "kept": grade.keeps_result,
        "points_lost": grade.points_lost,
        "better": [str(each.move) for each in grade.better],
        "because": claim.text(review.match.names),
        "kind": claim.kind,
        "line": [str(move) for move in claim.moves],
    }
