"""Hex.

Goal.    Join your two edges by a chain of your stones.
Setup.   A board of 4x4 hexagons, empty, each row half a hexagon further right than the one above it. The top and the
         bottom edge are Red's, the left and the right edge Blue's. Red begins.
Moving.  Put a stone on an empty hexagon. Hexagons touch those left and right of them, above and above to the right,
         below and below to the left.
Winning. Whoever joins both own edges by a chain of touching stones wins at once. One of the two always does.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import DOWN, DOWN_LEFT, FIRST, FIRST_WINS, LEFT, ONGOING, PLACE, RIGHT, SECOND, SECOND_WINS, UP, UP_RIGHT
from squarely import (
    Dial,
    Game,
    Mover,
    SquareSet,
    Symmetry,
    Words,
    all_squares,
    edge,
    neighbour_sets,
    spread,
    squares_in,
)


class HexWords(Words["Hex"]):
    def reason(self, position: "Hex.Position") -> str:
        winner = 1 - position.mover
        return f"{self.game.players[winner]} joined {('top and bottom', 'left and right')[winner]}"

    def draw(self, position: "Hex.Position") -> str:
        columns, *rows = super().draw(position).split("\n")
        return "\n".join([columns, *(" " * at + row for at, row in enumerate(rows))])


class Hex(Game):
    title, players, marks = "Hex", ("Red", "Blue"), ("R", "B")
    moves, Words = (PLACE,), HexWords

    size = Dial(4, 2, 5, "rows and columns of the board")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.full = all_squares(self.size, self.size)
        self.top, self.bottom, self.left, self.right = (
            edge(self.size, self.size, way) for way in (UP, DOWN, LEFT, RIGHT)
        )
        self.around = neighbour_sets(self.size, self.size, (UP, DOWN, LEFT, RIGHT, UP_RIGHT, DOWN_LEFT))

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            for square in squares_in(self.full & ~(position.first | position.second)):
                yield square

    def play(self, position: Position, move: int) -> Position:
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, SECOND)
        return self.Position(position.first, position.second | 1 << move, FIRST)

    def outcome(self, position: Position) -> int:
        if position.mover == SECOND:  # only whoever moved last can have joined anything
            return FIRST_WINS if spread(self.top, position.first, self.around) & self.bottom else ONGOING
        return SECOND_WINS if spread(self.left, position.second, self.around) & self.right else ONGOING

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.squares[0] == self.size**2 - 1 and symmetry.directions[UP] == DOWN  # turned upside down
