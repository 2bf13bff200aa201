"""A case before the court: what the oracle says of a game."""

from functools import cached_property

from squarely.core.case import Case, Opening
from squarely.core.game import Move
from squarely.core.reachable import Step
from squarely.core.rules import Position
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

_OPENINGS = 100  # boards whose first moves are judged


class SolvedCase(Case):
    """One game and what can be found out about it."""

    @cached_property
    def _oracle(self) -> Oracle:
        """Asked about the start first, so that it knows all that follows."""
        oracle = Oracle(self.game)
        for start in self.starts:
            oracle.value(start)
        return oracle

    def value(self, position: Position) -> Value:
        return self._oracle.value(position)

    def ranked_moves(self, position: Position) -> list[Move]:
        return [judged.move for judged in self._oracle.value_moves(position)]

    @cached_property
    def openings(self) -> list[Opening]:
        return [self._opening(self.game.start(seed)) for seed in range(_OPENINGS)]

    def _opening(self, start: Position) -> Opening:
        oracle = Oracle(self.game)  # its own: what it knows of one board is of no use on the next
        value, moves = oracle.value(start), oracle.value_moves(start)
        return Opening(start, value, {Step(start, move, after): worth for move, after, worth in moves})
