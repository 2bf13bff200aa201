"""The history of a match as an SVG chart: what is good for the first side above the middle, for the second below."""

from collections.abc import Sequence
from html import escape

from squarely.core.rules.game import Side
from squarely.review.grading import MatchReview
from squarely.solver.values import Value

MOST = 0.75  # the greatest height of a dot above the middle
_WIDTH, _HEIGHT, _EDGE = 360, 150, 22


def draw_chart(review: MatchReview) -> str:
    """A dot for every position, large where the result turned; dot n is in the group `dot-n`."""
    names, values = review.match.names, review.values
    turns = {grade.number for grade in review.turning_points}
    across = (_WIDTH - 2 * _EDGE) / max(len(values) - 1, 1)
    dots = [
        (_EDGE + number * across, _middle() * (1 - find_height(value, values))) for number, value in enumerate(values)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
    parts = [
        f'<svg id="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="chart-title chart-text">',
        '<title id="chart-title">How the match stood after each move</title>',
        f'<desc id="chart-text">{escape(_describe(review))}</desc>',
        f'<line class="middle" x1="{_EDGE}" y1="{_middle():g}" x2="{_WIDTH - _EDGE}" y2="{_middle():g}"/>',
        f'<text class="first" x="2" y="11">↑ {escape(names[0])} wins</text>',
        f'<text class="second" x="2" y="{_HEIGHT - 3}">↓ {escape(names[1])} wins</text>',
        f'<line id="cursor" x1="{_EDGE}" y1="14" x2="{_EDGE}" y2="{_HEIGHT - 14}"/>',
        f'<polyline points="{path}"/>',
    ]
    for number, (x, y) in enumerate(dots):
        look, radius = ("turn", 6) if number in turns else ("", min(3.5, max(1.5, across / 3)))
        said = escape(f"{_name_move(review, number)}: {values[number].describe(names)}")
        parts.append(
            f'<g id="dot-{number}" class="{look}"><title>{said}</title>'
            f'<rect class="reach" x="{x - across / 2:.1f}" y="0" width="{across:.1f}" height="{_HEIGHT}"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/></g>'
        )
    return "\n".join([*parts, "</svg>"])


def _middle() -> float:
    return _HEIGHT / 2


def find_height(value: Value, values: Sequence[Value]) -> float:
    """Between -MOST and MOST: by points where there are points, else the nearer the win the further out."""
    if value.winner is None:
        return 0
    if all(each.margin is not None for each in values):
        return MOST * value.lead(Side.FIRST) / max(abs(each.lead(Side.FIRST)) for each in values)
    longest = max(each.distance or 0 for each in values) + 1
    moves = longest if value.distance is None else value.distance
    return (MOST - 0.5 * moves / longest) * (1 if value.winner == Side.FIRST else -1)


def _name_move(review: MatchReview, number: int) -> str:
    return f"{number}. {review.match.moves[number - 1]}" if number else "Start"


def _describe(review: MatchReview) -> str:
    """The start and every turn in words, for whoever does not see the chart."""
    names = review.match.names
    turns = [f"after {_name_move(review, each.number)} {each.after.describe(names)}" for each in review.turning_points]
    return "; ".join([f"At the start {review.start.describe(names)}", *turns]) + "."
