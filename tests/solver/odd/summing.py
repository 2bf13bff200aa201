"""Nim with one heap, counted in a way that compiled rules do without."""

from tests.solver.odd.counting import *  # noqa: F403
from tests.solver.odd.counting import Law, Position


def left(law: Law, position: Position) -> int:
    return sum(part for part in (position.heap, 0))


def outcome(law: Law, position: Position) -> int:  # type: ignore[no-redef]
    return 0 if left(law, position) else 2 - position.mover
