"""What a search believes of a position where nobody knows the truth, or what it proved on the way; in words too."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from squarely.core.rules.game import Side
from squarely.core.text.notation import with_verb
from squarely.solver.values import TIE, WIN, Kind, Value

BELIEVED = "percent of the points; a tie is half"  # said once beside shares
TIED = 0.5  # the share of a tie, and of play without end
_OPEN = 5  # percent: so near to a half nothing is likely
_LEAST = 0.01  # what is not proved is never told as nothing or everything

AnyKind: TypeAlias = Kind | Literal["likely", "open", "unlikely"]


class Belief(NamedTuple):
    """A share of the points, or a proved result. Not a `Value`: it has no distance and no margin.

    A proof is as true as a solution, under every rule of repetition. It says who wins, not how soon: how long the line
    is that a search found says nothing of the shortest one.
    """

    share: float  # of the points that the first side can expect: 1 all of them, 0 none; of a proved result exactly
    is_proved: bool = False
    winner: Side | None = None  # of a proved result; None for a proved tie, and where nothing is proved

    @classmethod
    def prove(cls, winner: Side | None) -> "Belief":
        """The belief in a proved win of this side, or in a proved tie."""
        return cls(TIED if winner is None else float(winner == Side.FIRST), True, winner)

    def share_of(self, side: Side) -> float:
        """The share of the points that this side can expect."""
        return self.share if side == Side.FIRST else 1 - self.share

    def appeal(self, side: Side) -> tuple[float, int, int]:
        """How much a side likes this, among values too: from 0, lost, over 2, a tie, to 3, won."""
        share = self.share_of(side)
        if not self.is_proved:
            share = min(max(share, _LEAST), 1 - _LEAST)
        return (4 * share if share < TIED else 1 + 2 * share), 0, 0

    def kind_for(self, side: Side) -> AnyKind:
        if self.is_proved:
            return "ties" if self.winner is None else "wins" if self.winner == side else "loses"
        share = self.share_of(side)
        is_open = abs(round(100 * share) - 50) <= _OPEN
        return "open" if is_open else "likely" if share > TIED else "unlikely"

    def describe(self, names: Sequence[str]) -> str:
        """`likely Ann, 71%`; `open, 52% for Ann`, near a half; `Ann wins (proved)`."""
        if self.is_proved:
            return f"{'a tie' if self.winner is None else with_verb(names[self.winner], 'wins')} (proved)"
        side = Side.FIRST if self.share >= TIED else Side.SECOND
        is_open, percent = self.kind_for(side) == "open", write_percent(self.share_of(side))
        return f"open, {percent} for {names[side]}" if is_open else f"likely {names[side]}, {percent}"

    def describe_for(self, side: Side) -> str:
        """`likely, 71%`, `open, 52%`, `unlikely, 23%`; `wins (proved)`."""
        return f"{self.kind_for(side)}{' (proved)' if self.is_proved else f', {write_percent(self.share_of(side))}'}"

    def describe_briefly(self, names: Sequence[str]) -> str:
        """The same: there is nothing to leave out."""
        return self.describe(names)

    def earlier(self) -> "Belief":
        """Itself: it counts no moves."""
        return self

    def as_data(self) -> dict[str, str | int | float | None]:
        """As a value has it, with the share; the ending is `believed` where nothing is proved."""
        ending = "believed" if not self.is_proved else TIE if self.winner is None else WIN
        return {**Value(self.winner, ending, None).as_data(), "share": round(self.share, 4)}


Worth: TypeAlias = Value | Belief


def find_share(worth: Worth, side: Side) -> float:
    """The share of the points that a side can expect: of a known result 1, 1/2 or 0."""
    if isinstance(worth, Belief):
        return worth.share_of(side)
    return TIED if worth.winner is None else float(worth.winner == side)


def is_known(worth: Worth) -> bool:
    """Whether the result is true, not believed."""
    return isinstance(worth, Value) or worth.is_proved


def has_same_result(one: Worth, other: Worth) -> bool:
    """Whether both mean the same result. What is believed means none, and so differs from nothing."""
    if isinstance(one, Value) and isinstance(other, Value):
        return one.has_same_result(other)
    return not (is_known(one) and is_known(other)) or one.winner == other.winner


def write_percent(share: float) -> str:
    """`71%`; never 0% or 100%."""
    return f"{min(max(share, _LEAST), 1 - _LEAST):.0%}"
