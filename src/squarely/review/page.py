"""A match step by step, its review as plain data, and as one HTML file that needs nothing else."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Any, NamedTuple

from squarely.core.match.last_move import describe_captures, find_remains
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Position, Side
from squarely.core.text.notation import as_sentence, capitalise
from squarely.review.drawing.board import draw_position, see_board, write_shapes
from squarely.review.drawing.svg import Scale, element, picture, text, title, write_style
from squarely.review.explain import Explanation
from squarely.review.grading import AnyGrade, MatchReview
from squarely.review.report import describe_accuracy, describe_match
from squarely.solver.belief import Belief, Worth, find_share
from squarely.solver.values import Value

MOST = 0.75  # the greatest height of a dot of the chart above the middle
_WIDTH, _HEIGHT, _EDGE = 360, 150, 22  # of the chart
_GROUND = '<use href="#ground"/>'  # the bare squares, drawn once


class MatchStep(NamedTuple):
    """A position of a match: the squares that changed, the move that led to it, how it stands, and why."""

    position: Position
    changed: tuple[int, ...]
    said: str
    stands: str = ""
    because: str = ""
    cost: int = 0
    turning: bool = False
    value: Worth | None = None


def replay(match: Match) -> list[MatchStep]:
    """Every position of a match, nothing judged: `Start.`, then `1. Ann: B2.` for every move."""
    tabletop, steps = Tabletop(match.game), [MatchStep(match.start, (), "Start.")]
    for (old, new), move in zip(pairwise(match.positions), match.moves, strict=True):
        said = f"{len(steps)}. {match.names[old.mover]}: {move}."
        steps.append(MatchStep(new, tabletop.changed_squares(old, new), said))
    return steps


def judged_steps(review: MatchReview, claims: Sequence[Explanation]) -> list[MatchStep]:
    """Every position of a match with what it was worth, and why: `claims` has a reason for each move."""
    names, (start, *moved) = review.match.names, replay(review.match)
    steps = [start._replace(stands=review.start.describe(names), value=review.start)]
    for step, grade, claim in zip(moved, review.grades, claims, strict=True):
        # `after it`: the move itself is not counted in
        judged = step._replace(stands=f"after it: {grade.after.describe(names)}", because=claim.text)
        steps.append(judged._replace(cost=grade.cost, turning=not grade.keeps_result, value=grade.after))
    return steps


def review_data(review: MatchReview, claims: Sequence[Explanation]) -> dict[str, Any]:
    """Everything a review knows, in lists, texts and numbers."""
    match, outcome, game = review.match, review.match.outcome, review.match.game
    accuracy = {str(side): review.accuracy(side) for side in Side}

    def move_data(grade: AnyGrade, claim: Explanation) -> dict[str, Any]:
        better = grade.flawless if grade.cost else ()
        made = {"number": grade.number, "side": str(grade.side), "move": str(grade.move)}
        made |= {"position": game.write_position(grade.reached)}
        worth = {"before": grade.before.as_data(), "after": grade.after.as_data(), "kept": grade.keeps_result}
        lost = {"points_lost": grade.points_lost, "better": [str(each.move) for each in better]}
        why = {"because": claim.text, "kind": claim.kind, "line": [str(move) for move in claim.moves]}
        return {**made, **worth, **lost, **why}

    return {
        **{"game": game.name, "options": game.options, "first": match.names[0], "second": match.names[1]},
        "winner": str(outcome.winner) if outcome and outcome.winner is not None else None,
        "reason": outcome.reason if outcome else None,
        "accuracy": {side: None if found is None else round(float(found), 1) for side, found in accuracy.items()},
        "turning_points": [grade.number for grade in review.turning_points],
        "believed": review.believed,
        **{"start": game.write_position(match.start), "value": review.start.as_data()},
        "moves": list(map(move_data, review.grades, claims)),
    }


def render_review(review: MatchReview, claims: Sequence[Explanation]) -> str:
    """The page. Everything in it was worked out here: its script only shows one step or another."""
    match, names = review.match, review.match.names
    heading, ended = describe_match(match)
    accuracies = (f'<b class="{side}">{escape(names[side])}</b> {describe_accuracy(review, side)}' for side in Side)
    parts = {
        "title": escape(heading),
        "options": escape(f"Rules: {match.game.rules_name}" if match.game.options else ""),
        "ended": escape(f"{ended}. {review.seam}".rstrip(". ")),
        "accuracies": "".join(f"<li>{each}</li>" for each in accuracies),
        "chart": draw_chart(review),
        "ground": element("symbol", write_shapes(see_board(match.game, match.start).list_ground()), id="ground"),
        "steps": "\n".join(_draw_step(match, *each) for each in enumerate(judged_steps(review, claims))),
        "moves": "\n".join(map(_list_move, review.grades, claims, range(1, len(claims) + 1), [names] * len(claims))),
        "style": write_style(),
    }
    template = files("squarely.review").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _draw_step(match: Match, at: int, step: MatchStep) -> str:
    """The board at a step, what stands beside it, and what is said about the move that led there."""
    then = match.rewind(at)
    drawn = draw_position(match.game, step.position, step.changed, find_remains(then), _GROUND)
    beside = " ".join(filter(None, [*match.game.words.beside(step.position, match.names), describe_captures(then)]))
    said = [step.said, as_sentence(capitalise(step.stands)), step.because]
    sentences = "".join(f"<p>{escape(each)}</p>" for each in said if each)
    return (
        f'<article data-at="{at}"><figure>{drawn}<figcaption>{escape(beside)}</figcaption></figure>'
        f'<div class="said">{sentences}</div></article>'
    )


def _list_move(grade: AnyGrade, claim: Explanation, at: int, names: Sequence[str]) -> str:
    """A move in the list: a button that leads to it and, where it lost something, why."""
    who = f'<span class="{grade.side}">{escape(names[grade.side])}</span>'
    why = f"<p>{escape(claim.text)}</p>" if grade.cost else ""
    look = "" if not grade.cost else ' class="costs"' if grade.keeps_result else ' class="turns"'
    said = f"<span>{grade.number}. {who}</span> <b>{escape(str(grade.move))}</b>"
    return f'<li{look}><button type="button" data-step="{at}">{said}</button>{why}</li>'


def draw_chart(review: MatchReview) -> str:
    """The history of a match: what is good for the first side above the middle, for the second below.

    A dot for every position, large where the result turned; dot n is in the group `dot-n`.
    """
    names, values = review.match.names, review.values
    moves = ["Start", *(f"{each.number}. {each.move}" for each in review.grades)]
    said = [value.describe(names) for value in values]
    turns = [at for at, each in enumerate(review.grades, 1) if not each.keeps_result]
    told = "; ".join([f"At the start {said[0]}", *(f"after {moves[at]} {said[at]}" for at in turns)])
    across, up = Scale(0, max(len(values) - 1, 1), _EDGE, _WIDTH - _EDGE), Scale(1, -1, 0, _HEIGHT)
    step = across.at(1) - across.at(0)
    dots = [(across.at(at), up.at(find_height(value, values))) for at, value in enumerate(values)]
    middle = {"x1": _EDGE, "x2": _WIDTH - _EDGE, "y1": up.at(0), "y2": up.at(0), "stroke_dasharray": "4 4"}
    cursor = {"x1": _EDGE, "x2": _EDGE, "y1": 14, "y2": _HEIGHT - 14, "stroke_width": 2}
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
    up_says, down_says = describe_directions(values, names)
    parts = [
        element("title", "How the match stood after each move", id="chart-title"),
        element("desc", escape(f"{told}."), id="chart-text"),
        element("line", class_="middle", stroke="edge", **middle),
        text(2, 11, up_says, class_="first", fill="first"),
        text(2, _HEIGHT - 3, down_says, class_="second", fill="second"),
        element("line", id="cursor", stroke="focus", **cursor),
        element("polyline", fill="none", stroke="ink", stroke_width=1.5, points=path),
    ]
    for at, (x, y) in enumerate(dots):
        reach = element("rect", class_="reach", fill="transparent", x=x - step / 2, y=0, width=step, height=_HEIGHT)
        look, color, r = ("turn", "bad", 6.0) if at in turns else ("", "ink", min(3.5, max(1.5, step / 3)))
        dot = element("circle", fill=color, cx=x, cy=y, r=r)
        parts.append(element("g", title(f"{moves[at]}: {said[at]}"), reach, dot, id=f"dot-{at}", class_=look))
    return picture(_WIDTH, _HEIGHT, parts, id="chart", aria_labelledby="chart-title chart-text", font_size=11)


def describe_directions(values: Sequence[Worth], names: Sequence[str]) -> tuple[str, str]:
    """What up and down in the chart mean."""
    means = "{} wins" if all(isinstance(each, Value) for each in values) else "better for {}"
    return f"↑ {means.format(names[0])}", f"↓ {means.format(names[1])}"


def find_height(value: Worth, values: Sequence[Worth]) -> float:
    """Between -MOST and MOST: by points where there are points, else the nearer the win the further out; where
    something is believed, by shares.
    """
    exact = [each for each in values if isinstance(each, Value)]
    if isinstance(value, Belief) or len(exact) < len(values):
        return MOST * (2 * find_share(value, Side.FIRST) - 1)
    if value.winner is None:
        return 0
    if all(each.margin is not None for each in exact):
        return MOST * value.lead(Side.FIRST) / max(abs(each.lead(Side.FIRST)) for each in exact)
    longest = max(each.distance or 0 for each in exact) + 1
    moves = longest if value.distance is None else value.distance
    return (MOST - 0.5 * moves / longest) * (1 if value.winner == Side.FIRST else -1)
