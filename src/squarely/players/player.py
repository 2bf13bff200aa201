"""What every computer player has, and the simplest of them."""

from abc import ABC, abstractmethod
from random import Random

from squarely.core.match.match import Match


class Player(ABC):
    """A computer player. Its choice depends on the match alone, so that a resumed match goes on as it would have."""

    @abstractmethod
    def choose(self, match: Match) -> int:
        """One of the legal moves; BadPlayer if it has none to offer."""

    @property
    def settings(self) -> str:
        """What decides how it plays besides its name, as one line and without secrets."""
        return ""

    def check(self, match: Match) -> None:  # noqa: ARG002
        """BadPlayer if it cannot play this match, with what helps."""
        return

    def note(self, match: Match) -> str:  # noqa: ARG002
        """What people should know about it before the match, in a sentence; or nothing."""
        return ""

    def close(self) -> None:
        """Free what it holds until the match is over. A player that is asked again takes hold of it again."""
        return


class RandomMover(Player):
    """Any legal move, each as likely as the others, but the same for the same seed at the same turn."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, match: Match) -> int:
        return Random(f"move {self._seed} {len(match.moves)}").choice(match.legal_moves)
