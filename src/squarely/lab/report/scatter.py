"""Rule sets as points: how deep they are, and how even."""

from collections.abc import Sequence
from html import escape
from math import sqrt

from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import DEEP, FAIR, find_fair_share, list_unmet
from squarely.lab.report.table import AS_PRINTED, write_result, write_share

_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 20, 34, 52
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
_ROOM = 64  # for each number below, at least
_RADIUS, _LARGEST = 6.0, 12.0
_APART = 9.0  # points that are closer would hide each other
_TOLD = 12  # ranks of one point that are named


def draw_scatter(ranked: Sequence[Measures], width: int, height: int) -> str:
    """An SVG of this size: longest forced win to the right, the first seat's share upwards. Each point is a link to the
    row of the best rule set that lies there."""
    deepest = max([DEEP + 5, *(each.longest_win for each in ranked)])
    right, bottom = width - _RIGHT, height - _BOTTOM

    def place(depth: float, share: float) -> tuple[float, float]:
        return _LEFT + (right - _LEFT) * depth / deepest, _TOP + (bottom - _TOP) * (1 - share)

    (left, top), (_, low) = place(DEEP, FAIR), place(DEEP, 1 - FAIR)
    parts = [f'<rect class="field" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{low - top:.1f}"/>']
    parts.append(f'<text class="field" x="{right}" y="{top - 6:.1f}" text-anchor="end">deep and fair</text>')
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = place(0, share)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    step = next((step for step in _STEPS if deepest / step <= (right - _LEFT) / _ROOM), _STEPS[-1])
    for depth in range(0, deepest + 1, step):
        x, _ = place(depth, 0)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{depth}</text>')
    parts.append('<text x="4" y="16">what the first seat takes</text>')
    parts.append(f'<text x="{right}" y="{height - 8}" text-anchor="end">longest forced win, in moves →</text>')
    points: dict[tuple[int, int], list[int]] = {}  # one for the ranks that would hide each other
    for rank, each in enumerate(ranked, 1):
        x, y = place(each.longest_win, find_height(each))
        points.setdefault((round(x / _APART), round(y / _APART)), []).append(rank)
    for ranks in reversed(points.values()):  # the best on top
        best = ranked[ranks[0] - 1]
        is_printed = any(not ranked[rank - 1].options for rank in ranks)
        parts.append(_draw_point(*place(best.longest_win, find_height(best)), best, ranks, is_printed))
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group" '
        f'aria-label="Depth against balance, a point for each rule set">{"".join(parts)}</svg>'
    )


def find_height(measures: Measures) -> float:
    """The first seat's share: least even among levels 2 to 7, or where nobody played, what perfect play gives it."""
    if found := find_fair_share(measures):
        return found[1]
    return measures.first_share + (measures.tie_share + measures.endless_deals_share) / 2


def _draw_point(x: float, y: float, best: Measures, ranks: Sequence[int], is_printed: bool) -> str:
    """A disc, the larger the more rule sets lie there; a diamond where the best meets every criterion, so that nobody
    has to tell colours apart."""
    rank, *others = ranks
    says = f"{rank}. {best.options or AS_PRINTED}: {write_result(best)}, longest forced win {best.longest_win}, "
    says += f"first seat {write_share(find_height(best))}"
    if others:
        more = f" and {len(others) - _TOLD} more" if len(others) > _TOLD else ""
        printed = f" ({AS_PRINTED} among them)" if is_printed and best.options else ""
        says += f"; here too{printed}: {', '.join(map(str, others[:_TOLD]))}{more}"
    name, looks = escape(says, quote=True), "point printed" if is_printed else "point"
    r = min(_LARGEST, _RADIUS + 1.5 * sqrt(len(others)))
    mark, shape = "circle", f'class="{looks}" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"'
    if best.balance and not list_unmet(best):
        far, top = f"{r + 2:.1f}", f"{y - r - 2:.1f}"
        mark, shape = "path", f'class="{looks} good" d="M{x:.1f} {top}l{far} {far}l-{far} {far}l-{far} -{far}z"'
    return f'<a href="#rule-set-{rank}" aria-label="{name}"><{mark} {shape}><title>{name}</title></{mark}></a>'
