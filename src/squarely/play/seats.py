"""Who sits where."""

from typing import NamedTuple

from squarely.core.rules.game import Side


class Seats(NamedTuple):
    """The two seats of a match: a computer player by its name, or None for a person."""

    computers: tuple[str | None, str | None] = (None, None)
    are_apart: bool = False  # two people, each at a screen of their own: what one wants, the other is asked about
    is_study: bool = False  # one person moves for both sides, to see what is true

    @property
    def between_people(self) -> bool:
        """Whether two people play against each other."""
        return self.computers == (None, None) and not self.is_study

    @property
    def only_person(self) -> Side | None:
        """The side of the person, where a person plays a computer; None where two people play, or two computers."""
        people = [side for side in Side if self.computers[side] is None]
        return people[0] if len(people) == 1 else None

    def moved_by(self, side: Side) -> tuple[Side, ...]:
        """The sides that the player of this one moves for: at one screen, both."""
        return (side,) if self.are_apart or self.computers != (None, None) else tuple(Side)
