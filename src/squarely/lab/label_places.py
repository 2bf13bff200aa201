"""Where a label fits beside a point, over nothing that is there already."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

_WAYS = ((1, 0), (0, -1), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1))  # right and above before left and below


class Box(NamedTuple):
    """A part of a picture, upright."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        """Whether both have something in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: "Box") -> bool:
        """Whether all of the other lies in it."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


def find_place(
    x: float, y: float, away: float, width: float, height: float, taken: Sequence[Box], inside: Box
) -> Box | None:
    """The first box of this size, so far away from the point or twice as far, that overlaps nothing; None if there is
    none."""
    for far, (right, down) in product((away, 2 * away), _WAYS):
        reach = far * (0.7 if right and down else 1)
        middle_x, middle_y = x + right * (reach + width / 2), y + down * (reach + height / 2)
        box = Box(middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2)
        if inside.holds(box) and not any(box.overlaps(each) for each in taken):
            return box
    return None
