"""Regret: what a move loses, by the exact values of the positions before and after it."""

from squarely.core.rules.game import Game, Position, Side
from squarely.review.grading import measure_cost
from squarely.solver.oracle import Oracle


class Regret:
    """Knows what moves of one game cost: points where there are points, else 1 for losing the result."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._oracle = Oracle(game, patient=True)

    def begin(self, start: Position) -> None:
        """Be ready for a match from here. What was known about other deals is let go."""
        if self._game.is_dealt:
            self._oracle = Oracle(self._game, patient=True)
        self._oracle.value(start)  # asked first, so that one solution holds the whole match

    def of(self, before: Position, after: Position) -> int:
        """What the mover lost by going from one position to the next."""
        return measure_cost(self._oracle.value(before), self._oracle.value(after), Side(before.mover))

    def worst_cost(self, position: Position) -> int:
        """What the worst legal move here would lose."""
        return max(self.of(position, self._game.play(position, move)) for move in self._game.legal_moves(position))
