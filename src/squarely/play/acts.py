"""What somebody wants to do in a match, and why they may not."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Move
from squarely.play.offers import OfferKind

ActKind: TypeAlias = Literal["move", "undo", "resign", "offer", "accept", "decline"]


class Act(NamedTuple):
    """Something to be done. `number` is that of the event it is to become: one more than there are.

    A move is given as itself, in words or as the squares it points at, in the order in which they were touched.
    """

    number: int
    kind: ActKind
    move: str | Move = ""
    squares: Sequence[int] | None = None
    offer: OfferKind | None = None


class ActRefused(SquarelyError):
    """An act that was not done: `stale` if it was meant for another turn or offer, `illegal` if it is not allowed."""

    def __init__(self, message: str, code: Literal["illegal", "stale"] = "illegal") -> None:
        super().__init__(message)
        self.code = code
