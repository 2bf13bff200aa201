"""What a player wants to do in a match, why they may not, and what has happened."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Move, Side
from squarely.play.offers import OfferKind

ActKind: TypeAlias = Literal["move", "undo", "resign", "offer", "accept", "decline"]
EventKind: TypeAlias = Literal["move", "undo", "resign", "draw", "timeout"]


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


class Event(NamedTuple):
    """One thing that happened. Events are numbered from 1, and none is ever taken out again."""

    number: int
    side: Side
    kind: EventKind
    move: str = ""
    back: int = 0  # how many moves an undo takes back
    at: float = 0.0


def apply_event(match: Match, event: Event) -> Match:
    """The match after an event that was judged before."""
    match event.kind:
        case "move":
            return match.play(event.move)
        case "undo":
            for _ in range(event.back):
                match = match.undo()
            return match
        case "resign":
            return match.resign(event.side)
        case "draw":
            return match.agree_to_draw()
        case "timeout":
            return match.run_out_of_time()
