"""Rule sets as points: how deep they are, and how even."""

from collections.abc import Sequence
from html import escape

from squarely.lab.criteria import DEEP, FAIR, find_fair_share, list_unmet
from squarely.lab.measures import Measures
from squarely.lab.table import AS_PRINTED, describe_result, write_share

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 16, 16, 52
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
_MARKS = 8  # on the axis, at most


def draw_scatter(ranked: Sequence[Measures]) -> str:
    """An SVG: longest forced win to the right, the first seat's share upwards; each point a link to its row."""
    deepest = max([DEEP + 1, *(each.longest_win for each in ranked)])
    step = next((step for step in _STEPS if deepest / step <= _MARKS), _STEPS[-1])
    parts = [_draw_zone(deepest), *(_draw_height(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0))]
    parts += [_draw_depth(depth, deepest) for depth in range(0, deepest + 1, step)]
    parts.append(
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2:.0f}" y="{_HEIGHT - 6}" text-anchor="middle">'
        "longest forced win, in moves of both sides</text>"
    )
    points = list(enumerate(ranked, 1))
    parts += [_draw_point(number, each, deepest) for number, each in reversed(points)]  # the best on top
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" aria-label="Depth against balance, a point a rule set">'
        f"{''.join(parts)}</svg>"
    )


def find_height(measures: Measures) -> float:
    """The first seat's share: least even among levels 2 to 7, or where nobody played, what perfect play gives it."""
    if found := find_fair_share(measures):
        return found[1]
    return measures.first_share + (measures.tie_share + measures.endless_deals_share) / 2


def _draw_point(number: int, measures: Measures, deepest: int) -> str:
    share = find_height(measures)
    good = ' class="good"' if measures.balance and not list_unmet(measures) else ""
    name = escape(
        f"{number}. {measures.options or AS_PRINTED}: {describe_result(measures)}, longest forced win "
        f"{measures.longest_win}, first seat {write_share(share)}",
        quote=True,
    )
    return (
        f'<a href="#rule-set-{number}" aria-label="{name}"><circle cx="{_x(measures.longest_win, deepest):.1f}" '
        f'cy="{_y(share):.1f}" r="7"{good}><title>{name}</title></circle></a>'
    )


def _draw_zone(deepest: int) -> str:
    left, top, bottom = _x(DEEP, deepest), _y(FAIR), _y(1 - FAIR)
    return (
        f'<rect class="zone" x="{left:.1f}" y="{top:.1f}" width="{_WIDTH - _RIGHT - left:.1f}" '
        f'height="{bottom - top:.1f}"/>'
    )


def _draw_height(share: float) -> str:
    y = _y(share)
    return (
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    )


def _draw_depth(depth: int, deepest: int) -> str:
    x = _x(depth, deepest)
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>'
        f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 22}" text-anchor="middle">{depth}</text>'
    )


def _x(depth: int, deepest: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * depth / deepest


def _y(share: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share)
