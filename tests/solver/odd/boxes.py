"""Games that score, and whose points need not say who wins: Dots and Boxes, and prizes on a ring."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from squarely.core.rules.fields import Points
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.core.rules.options import Dial, Ruling
from tests.solver.odd.words import Odd

MOST, FEWEST, LAST, MOON, UNEVEN, RACE = range(6)
WINNING = {
    "most": "the most boxes",
    "fewest": "the fewest boxes",
    "last": "whoever draws the last edge; boxes are merely shown",
    "moon": "the most boxes, but all of them lose",
    "uneven": "the most boxes, by two at least; else it is a tie",
    "race": "whoever has two boxes first, at once",
}


class Boxes(Odd):
    """Draw an edge; whoever closes a box has a point and draws again. Who wins, the options say."""

    rows = Dial(1, 1, 4, "rows of boxes")
    columns = Dial(2, 1, 4, "columns of boxes")
    wins = Ruling("who wins", **WINNING)

    class Position(NamedTuple):
        drawn: int
        mover: int
        first: Points
        second: Points

    @property
    def points_only_at_end(self) -> bool:  # type: ignore[override]
        return self.wins != "race"

    def set_up(self) -> None:
        flat = (self.rows + 1) * self.columns
        self.edges, self.goal_is = flat + self.rows * (self.columns + 1), list(WINNING).index(self.wins)
        self.boxes = tuple(  # the edges of each, as a set of bits
            1 << row * self.columns + column
            | 1 << (row + 1) * self.columns + column
            | 1 << flat + row * (self.columns + 1) + column
            | 1 << flat + row * (self.columns + 1) + column + 1
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def start(self) -> Any:
        return self.Position(0, FIRST, 0, 0)

    def legal_moves(self, position: Any) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for edge in range(self.edges):
                if position.drawn >> edge & 1 == 0:
                    yield edge

    def play(self, position: Any, move: int) -> Any:
        drawn, closed = position.drawn | 1 << move, 0
        for box in self.boxes:
            if drawn & box == box and position.drawn & box != box:
                closed += 1
        mover = position.mover if closed > 0 else 1 - position.mover
        if position.mover == FIRST:
            return self.Position(drawn, mover, position.first + closed, position.second)
        return self.Position(drawn, mover, position.first, position.second + closed)

    def outcome(self, position: Any) -> int:
        first, second = position.first, position.second
        if self.goal_is == RACE and (first >= 2 or second >= 2):
            return FIRST_WINS if first >= 2 else SECOND_WINS
        if position.drawn != (1 << self.edges) - 1:
            return ONGOING
        if self.goal_is == LAST:
            return SECOND_WINS if position.mover == FIRST else FIRST_WINS
        if first == second or (self.goal_is == UNEVEN and -2 < first - second < 2):
            return TIE
        ahead = first > second
        if self.goal_is == FEWEST or (self.goal_is == MOON and (first == len(self.boxes) or second == len(self.boxes))):
            ahead = not ahead
        return FIRST_WINS if ahead else SECOND_WINS

    def maxima(self) -> dict[str, int]:
        return {"first": len(self.boxes), "second": len(self.boxes)}


LEFT, RIGHT, TAKE = range(3)


class Ring(Odd):
    """A token on a ring of squares is moved left or right, or the prize under it taken, for whoever has more wins.

    What was taken cannot be taken again, and play can go round for ever.
    """

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
            return self.Position(taken, token, 1, position.first + scored, position.second)
        return self.Position(taken, token, 0, position.first, position.second + scored)

    def outcome(self, position: Any) -> int:
        if position.taken != (1 << self.size) - 1:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def maxima(self) -> dict[str, int]:
        return {"first": 21, "second": 21}
