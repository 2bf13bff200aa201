"""Reading ahead by the rules alone, a few moves deep: for games that are too large for the oracle."""

from math import log

from squarely.game import Game, Position, Side
from squarely.solver.graph import lead
from squarely.solver.values import TIE, WIN, Value

_EFFORT = 1500  # positions looked at for one move, about
_DEEPEST = 8


class Reading:
    """What can be told about the moves of one position by reading ahead as far as the effort allows."""

    def __init__(self, game: Game, position: Position) -> None:
        moves = max(2, len(game.legal_moves(position)))
        self._game = game
        self._depth = min(_DEEPEST, max(2, int(log(_EFFORT, moves))))
        self._known: dict[tuple[Position, int], Value | None] = {}

    def value(self, position: Position, after: int) -> Value | None:
        """What a position is worth that lies this many moves ahead; None if no end was read that decides it."""
        return self._read(position, self._depth - after)

    def _read(self, position: Position, depth: int) -> Value | None:
        key = (position, depth)
        if key not in self._known:
            self._known[key] = self._worked_out(position, depth)
        return self._known[key]

    def _worked_out(self, position: Position, depth: int) -> Value | None:
        rules, law = self._game.rules, self._game.law
        if outcome := self._game.outcome(position):
            margin = abs(lead(self._game, position)) if self._game.points(position) else None
            return Value(outcome.winner, TIE if outcome.winner is None else WIN, 0, margin)
        if depth <= 0:
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
