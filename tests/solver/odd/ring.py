"""Ring: a token on a ring of squares is moved left or right, or taken off by taking the prize under it.

Squares that were taken cannot be taken again, and play can go round for ever. Who has more when all are taken wins.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.fields import Points
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.core.rules.options import Dial
from tests.solver.odd.words import Odd

LEFT, RIGHT, TAKE = range(3)


class Ring(Odd):
    size = Dial(4, 2, 6, "squares")
    toll = Dial(0, 0, 1, "points that a step to the left costs")
    points_only_at_end = True

    class Position(NamedTuple):
        taken: int
        token: int
        mover: int
        first: Points
        second: Points

    def start(self) -> Any:
        return self.Position(0, 0, FIRST, 0, 0)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            yield LEFT
            yield RIGHT
            if position.taken >> position.token & 1 == 0:
                yield TAKE

    def play(self, position: Any, move: int) -> Any:
        taken, token, scored = position.taken, position.token, 0
        if move == LEFT:
            token, scored = (token - 1) % self.size, -self.toll
        elif move == RIGHT:
            token = (token + 1) % self.size
        else:
            taken, scored = taken | 1 << token, token + 1
        if position.mover == FIRST:
            return self.Position(taken, token, 1 - position.mover, position.first + scored, position.second)
        return self.Position(taken, token, 1 - position.mover, position.first, position.second + scored)

    def outcome(self, position: Any) -> int:
        if position.taken != (1 << self.size) - 1:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def maxima(self) -> dict[str, int]:
        return {"first": 21, "second": 21}
