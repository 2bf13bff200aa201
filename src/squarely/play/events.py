"""What has happened in a match: moves, and whatever else changed it."""

from typing import Literal, NamedTuple, TypeAlias

from squarely.core.match.match import Match
from squarely.core.rules.game import Side

EventKind: TypeAlias = Literal["move", "undo", "resign", "draw", "timeout"]


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
