"""Lookahead: a search by the rules alone, a few moves deep, for games that are too large for the oracle."""

from contextlib import suppress
from math import inf

from squarely.core.rules.game import Game, Position, Side
from squarely.solver.scoring import end_value
from squarely.solver.values import Value

_EFFORT = 1500  # positions searched for one move
_TO_SEE_REPLIES = 150_000  # the same at depths 1 and 2, so that every reply is seen
_DEEPEST = 8


class _EffortSpent(Exception):
    """The effort is used up."""


class Lookahead:
    """What a search of limited effort tells about the moves of one position.

    It deepens iteratively and stops in the middle of a depth when the effort is spent: the branching further on cannot
    be known in advance. The effort is counted in positions, not in seconds, so that the same is seen on every machine.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._known: dict[tuple[Position, int], Value | None] = {}
        self._depth = 0
        self._looked_at = 0
        self._most: float = _TO_SEE_REPLIES
        after = [game.play(position, move) for move in game.legal_moves(position)]
        with suppress(_EffortSpent):
            for depth in range(1, _DEEPEST + 1):
                self._most = _TO_SEE_REPLIES if depth <= 2 else _EFFORT
                told = [self._search(later, depth - 1) for later in after]
                self._depth = depth
                if None not in told:
                    break
        self._most = inf  # what is asked for later has been read, or is one look at an end

    def value(self, position: Position, after: int) -> Value | None:
        """What a position is worth that lies this many moves ahead; None if no end was read that decides it."""
        return self._search(position, self._depth - after)

    def _search(self, position: Position, depth: int) -> Value | None:
        key = (position, max(0, depth))
        if key not in self._known:
            self._known[key] = self._work_out(*key)
        return self._known[key]

    def _work_out(self, position: Position, depth: int) -> Value | None:
        self._looked_at += 1
        if self._looked_at > self._most:
            raise _EffortSpent
        ended = end_value(self._game, position)
        if ended or not depth:
            return ended
        mover = Side(position.mover)
        replies = [
            self._search(self._game.play(position, move), depth - 1) for move in self._game.legal_moves(position)
        ]
        known = [value for value in replies if value is not None]
        if not known:
            return None
        best = max(known, key=lambda value: value.appeal(mover))
        if len(known) < len(replies) and best.winner != mover:
            return None
        return best._replace(distance=(best.distance or 0) + 1)
