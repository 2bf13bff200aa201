"""Shapes to be filled: each is convex, so that every line across it goes in once and out once."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple, Protocol


class Shape(Protocol):
    """Something to be filled: from where to where it reaches, and where a line across it is inside."""

    @property
    def top(self) -> float: ...

    @property
    def bottom(self) -> float: ...

    def span(self, y: float) -> tuple[float, float] | None:
        """Where the line at this height enters and leaves, or None where it passes by."""


class Disc(NamedTuple):
    """All around a point."""

    x: float
    y: float
    radius: float

    @property
    def top(self) -> float:
        return self.y - self.radius

    @property
    def bottom(self) -> float:
        return self.y + self.radius

    def span(self, y: float) -> tuple[float, float] | None:
        square = self.radius**2 - (y - self.y) ** 2
        if square <= 0:
            return None
        return self.x - sqrt(square), self.x + sqrt(square)


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0

    @property
    def top(self) -> float:
        return self.y

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def span(self, y: float) -> tuple[float, float] | None:
        if not self.y < y < self.y + self.height:
            return None
        into = max(self.y + self.radius - y, y - (self.y + self.height - self.radius), 0)
        inset = self.radius - sqrt(max(self.radius**2 - into**2, 0))
        return self.x + inset, self.x + self.width - inset

    def shrink(self, by: float) -> "Box":
        """The same with so much less on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by, max(self.radius - by, 0))


class Stroke(NamedTuple):
    """A line as a round pen draws it."""

    x: float
    y: float
    to_x: float
    to_y: float
    radius: float

    @property
    def top(self) -> float:
        return min(self.y, self.to_y) - self.radius

    @property
    def bottom(self) -> float:
        return max(self.y, self.to_y) + self.radius

    def span(self, y: float) -> tuple[float, float] | None:
        ends = (Disc(self.x, self.y, self.radius).span(y), Disc(self.to_x, self.to_y, self.radius).span(y))
        found = [each for each in (*ends, self._between(y)) if each]
        return (min(left for left, _ in found), max(right for _, right in found)) if found else None

    def _between(self, y: float) -> tuple[float, float] | None:
        """Where the line is beside the stroke itself, not its ends."""
        across, down = self.to_x - self.x, self.to_y - self.y
        length, below = sqrt(across**2 + down**2), y - self.y
        if not length:
            return None
        sideways = _solve(down, -below * across, self.radius * length, -self.radius * length)
        along = _solve(across, below * down, 0, length**2)
        if not (sideways and along):
            return None
        left, right = max(sideways[0], along[0]), min(sideways[1], along[1])
        return (self.x + left, self.x + right) if left < right else None


def _solve(slope: float, offset: float, one: float, other: float) -> tuple[float, float] | None:
    """The x for which `slope * x + offset` lies between these."""
    low, high = min(one, other), max(one, other)
    if abs(slope) < 1e-9:
        return (-1e9, 1e9) if low <= offset <= high else None
    ends = (low - offset) / slope, (high - offset) / slope
    return min(ends), max(ends)


def join_spans(shapes: Sequence[Shape], y: float) -> list[tuple[float, float]]:
    """Where a line is inside any of these, from left to right, without overlaps."""
    joined: list[tuple[float, float]] = []
    for left, right in sorted(found for shape in shapes if (found := shape.span(y))):
        if joined and left <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(right, joined[-1][1])
        else:
            joined.append((left, right))
    return joined
