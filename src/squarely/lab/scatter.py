"""Rule sets as points: how deep they are, and how even."""

from collections.abc import Sequence
from html import escape
from math import hypot, sqrt
from typing import NamedTuple

from squarely.lab.criteria import DEEP, FAIR, find_fair_share, list_unmet
from squarely.lab.label_places import Box, find_place
from squarely.lab.measures import Measures
from squarely.lab.table import AS_PRINTED, write_result, write_share

_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 20, 34, 52
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
_ROOM = 64  # for each number below, at least
_HEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
_RADIUS, _LARGEST = 6.0, 12.0
_APART = 9.0  # points that are closer would hide each other
_LINE, _LETTER = 15.0, 7.2  # how high a line of text is, and how wide a letter at most
_TOLD = 12  # ranks of one point that are named
_FIELD = "deep and fair"


class Point(NamedTuple):
    """Where rule sets are drawn: the best of them, and the ranks of all."""

    x: float
    y: float
    best: Measures
    ranks: tuple[int, ...] = ()
    is_printed: bool = False  # whether the rules as printed lie there

    @property
    def radius(self) -> float:
        """Where more rule sets are, the point is larger."""
        return min(_LARGEST, _RADIUS + 1.5 * sqrt(len(self.ranks) - 1))


class Scatter:
    """A picture of this size: longest forced win to the right, the first seat's share upwards."""

    def __init__(self, ranked: Sequence[Measures], width: int, height: int) -> None:
        self._ranked, self._width, self._height = ranked, width, height
        self._deepest = max([DEEP + 5, *(each.longest_win for each in ranked)])

    def draw(self) -> str:
        """The picture as an SVG. Each point is a link to the row of the best rule set that lies there."""
        points = self._gather()
        parts = [self._draw_field(), self._draw_axes()]
        parts += [_draw_point(point) for point in reversed(points)]  # the best on top
        parts += self._draw_labels(points)
        return (
            f'<svg viewBox="0 0 {self._width} {self._height}" width="{self._width}" height="{self._height}" '
            f'role="group" aria-label="Depth against balance, a point for each rule set">{"".join(parts)}</svg>'
        )

    def _gather(self) -> list[Point]:
        """The rule sets, the best first; one point for those that would hide each other."""
        points, nearby = list[Point](), dict[tuple[int, int], list[int]]()
        for rank, measures in enumerate(self._ranked, 1):
            x, y = self._x(measures.longest_win), self._y(find_height(measures))
            column, row = int(x / _APART), int(y / _APART)
            around = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
            close = (
                at
                for cell in around
                for at in nearby.get(cell, ())
                if hypot(points[at].x - x, points[at].y - y) < _APART
            )
            at = min(close, default=len(points))
            if at == len(points):
                points.append(Point(x, y, measures))
                nearby.setdefault((column, row), []).append(at)
            here = points[at]
            points[at] = here._replace(ranks=(*here.ranks, rank), is_printed=here.is_printed or not measures.options)
        return points

    def _draw_field(self) -> str:
        left, top, bottom = self._x(DEEP), self._y(FAIR), self._y(1 - FAIR)
        box = self._field_label()
        return (
            f'<rect class="field" x="{left:.1f}" y="{top:.1f}" width="{self._width - _RIGHT - left:.1f}" '
            f'height="{bottom - top:.1f}"/>'
            f'<text class="field" x="{box.left:.1f}" y="{box.bottom - 4:.1f}" text-anchor="start">{_FIELD}</text>'
        )

    def _field_label(self) -> Box:
        width = _LETTER * len(_FIELD)
        left = min(self._x(DEEP) + 6, self._width - _RIGHT - width)
        return Box(left, self._y(FAIR) - _LINE - 2, left + width, self._y(FAIR) - 2)

    def _draw_axes(self) -> str:
        right, bottom = self._width - _RIGHT, self._height - _BOTTOM
        most = max(1, (right - _LEFT) // _ROOM)
        step = next((step for step in _STEPS if self._deepest / step <= most), _STEPS[-1])
        parts = []
        for share in _HEIGHTS:
            y = self._y(share)
            parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
        for depth in range(0, self._deepest + 1, step):
            x = self._x(depth)
            parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>')
            parts.append(f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{depth}</text>')
        parts.append('<text x="4" y="16">what the first seat takes</text>')
        below = f'x="{right}" y="{self._height - 8}" text-anchor="end"'
        parts.append(f"<text {below}>longest forced win, in moves →</text>")
        return "".join(parts)

    def _draw_labels(self, points: Sequence[Point]) -> list[str]:
        """The ranks beside the points, where there is room: first of the rules as printed, then the best first.
        What has no label is told by its link."""
        taken = [Box(p.x - p.radius, p.y - p.radius, p.x + p.radius, p.y + p.radius) for p in points]
        taken.append(self._field_label())
        inside, parts = Box(_LEFT, _TOP, self._width, self._height - _BOTTOM), []
        for point in sorted(points, key=lambda point: not point.is_printed):
            text = _label(point)
            place = find_place(point.x, point.y, point.radius + 3, len(text) * _LETTER, _LINE, taken, inside)
            if place:
                taken.append(place)
                middle = (place.left + place.right) / 2
                parts.append(
                    f'<text class="rank" x="{middle:.1f}" y="{place.bottom - 4:.1f}" text-anchor="middle" '
                    f'aria-hidden="true">{text}</text>'
                )
        return parts

    def _x(self, depth: int) -> float:
        return _LEFT + (self._width - _LEFT - _RIGHT) * depth / self._deepest

    def _y(self, share: float) -> float:
        return _TOP + (self._height - _TOP - _BOTTOM) * (1 - share)


def find_height(measures: Measures) -> float:
    """The first seat's share: least even among levels 2 to 7, or where nobody played, what perfect play gives it."""
    if found := find_fair_share(measures):
        return found[1]
    return measures.first_share + (measures.tie_share + measures.endless_deals_share) / 2


def is_good(measures: Measures) -> bool:
    """Whether every criterion was measured and is met."""
    return bool(measures.balance) and not list_unmet(measures)


def _label(point: Point) -> str:
    rank, *others = point.ranks
    more = "" if not others else f", {others[0]}" if len(others) == 1 else f" +{len(others)}"
    return f"{rank}{more}" + (f" {AS_PRINTED}" if point.is_printed else "")


def _draw_point(point: Point) -> str:
    measures, (rank, *others) = point.best, point.ranks
    says = (
        f"{rank}. {measures.options or AS_PRINTED}: {write_result(measures)}, longest forced win "
        f"{measures.longest_win}, first seat {write_share(find_height(measures))}"
    )
    if others:
        more = f" and {len(others) - _TOLD} more" if len(others) > _TOLD else ""
        printed = f" ({AS_PRINTED} among them)" if point.is_printed and measures.options else ""
        says += f"; here too{printed}: {', '.join(map(str, others[:_TOLD]))}{more}"
    name, looks = escape(says, quote=True), "point printed" if point.is_printed else "point"
    return f'<a href="#rule-set-{rank}" aria-label="{name}">{_draw_mark(point, looks, f"<title>{name}</title>")}</a>'


def _draw_mark(point: Point, looks: str, title: str) -> str:
    """A disc; a diamond where the best meets every criterion, so that nobody has to tell colours apart."""
    x, y, r = point.x, point.y, point.radius
    if is_good(point.best):
        far = f"{r + 2:.1f}"
        outline = f"M{x:.1f} {y - r - 2:.1f}l{far} {far}l-{far} {far}l-{far} -{far}z"
        return f'<path class="{looks} good" d="{outline}">{title}</path>'
    return f'<circle class="{looks}" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}">{title}</circle>'
