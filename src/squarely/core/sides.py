"""The two sides as rules speak of them: whose a field is, and who wins. All of it runs interpreted and compiled."""

from typing import Protocol

from squarely.core.rules import FIRST, FIRST_WINS, SECOND_WINS


class TwoSided(Protocol):
    """A position in which each side has a field of its own."""

    @property
    def first(self) -> int:
        """What the first side has."""

    @property
    def second(self) -> int:
        """What the second side has."""

    @property
    def mover(self) -> int:
        """Whose turn it is."""


def own(position: TwoSided) -> int:
    """What the mover has, where `first` and `second` are the sides' own: its set of squares, its square, its points."""
    return position.first if position.mover == FIRST else position.second


def other(position: TwoSided) -> int:
    """What the side that is not to move has."""
    return position.second if position.mover == FIRST else position.first


def in_order(mover: int, own: int, other: int) -> tuple[int, int]:
    """What the first and what the second side has, from what the mover and the other side have."""
    return (own, other) if mover == FIRST else (other, own)


def win_of(side: int) -> int:
    """The outcome that this side has won."""
    return FIRST_WINS if side == FIRST else SECOND_WINS
