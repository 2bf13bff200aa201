"""A player that takes any legal move, each as likely as the others."""

from random import Random

from squarely.core.match.match import Match


class RandomMover:
    """Random, but the same for the same seed at the same turn."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, match: Match) -> int:
        """One of the legal moves."""
        return Random(f"move {self._seed} {len(match.moves)}").choice(match.legal_moves)
