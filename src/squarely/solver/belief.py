"""What a search believes of a position where nobody knows the truth, or what it proved on the way."""

from typing import NamedTuple

from squarely.core.rules.game import Side

TIED = 0.5  # the share of a tie, and of play without end


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
