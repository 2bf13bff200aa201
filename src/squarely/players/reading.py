"""Reading ahead by the rules alone, a few moves deep: for games that are too large for the oracle."""

from contextlib import suppress
from math import inf

from squarely.game import Game, Position, Side
from squarely.solver.scoring import margin
from squarely.solver.values import TIE, WIN, Value

_EFFORT = 1500  # positions looked at for one move
_TO_SEE_REPLIES = 150_000  # the same, while not even every reply has been looked at
_DEEPEST = 8


class _Spent(Exception):
    """The effort is used up."""


class Reading:
    """What can be told about the moves of one position by reading ahead as far as the effort allows.

    It reads one move deeper each time, by iterative deepening, and stops in the middle of what would be too much: how
    many moves there will be further on cannot be known from how many there are now. The effort is counted in
    positions, not in seconds, so that the same is seen on every machine.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._known: dict[tuple[Position, int], Value | None] = {}
        self._depth = 0
        self._looked_at = 0
        self._most: float = _TO_SEE_REPLIES
        after = [game.play(position, move) for move in game.rules.legal_moves(game.law, position)]
        with suppress(_Spent):
            for depth in range(1, _DEEPEST + 1):
                self._most = _TO_SEE_REPLIES if depth <= 2 else _EFFORT
                told = [self._read(later, depth - 1) for later in after]
                self._depth = depth
                if None not in told:
                    break
        self._most = inf  # what is asked for later has been read, or is one look at an end

    def value(self, position: Position, after: int) -> Value | None:
        """What a position is worth that lies this many moves ahead; None if no end was read that decides it."""
        return self._read(position, self._depth - after)

    def _read(self, position: Position, depth: int) -> Value | None:
        key = (position, max(0, depth))
        if key not in self._known:
            self._known[key] = self._worked_out(*key)
        return self._known[key]

    def _worked_out(self, position: Position, depth: int) -> Value | None:
        self._looked_at += 1
        if self._looked_at > self._most:
            raise _Spent
        rules, law = self._game.rules, self._game.law
        if outcome := self._game.outcome(position):
            return Value(outcome.winner, TIE if outcome.winner is None else WIN, 0, margin(self._game, position))
        if not depth:
            return None
        mover = Side(position.mover)
        replies = [self._read(rules.play(law, position, move), depth - 1) for move in rules.legal_moves(law, position)]
        known = [value for value in replies if value is not None]
        if not known:
            return None
        best = max(known, key=lambda value: value.appeal(mover))
        if len(known) < len(replies) and best.winner != mover:
            return None
        return best._replace(distance=(best.distance or 0) + 1)
