"""What a game knows of its own start, however many positions there are, and the strategies that show it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from squarely.core.rules.game import Side


class Hold(NamedTuple):
    """How a side plays on, the other one being to move: whatever that takes of a pair, it takes the other square.

    It holds a goal but for one square, and takes that as soon as it may.
    """

    pairs: tuple[tuple[int, int], ...]
    goal: tuple[int, ...] = ()


class Argument(NamedTuple):
    """What the start is worth, and why; with nothing to advise, that nobody knows."""

    because: str
    winner: "Side | None" = None
    moves: int = 0  # of both sides until the end
    advise: "Callable[[Side, Any], int | Hold | None] | None" = None  # by side and position: a move, or how it holds
