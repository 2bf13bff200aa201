"""Konane, or Hawaiian checkers.

Goal.    Be the last who can jump.
Setup.   A board of 4 rows and 4 columns, full of stones, black and white in turn; A1 is black. Black begins.
Moving.  Black first takes away one of the own stones in a corner or in the middle of the board, and White one of the
         own stones next to the gap. After that jump: over a stone of the other side next to yours, onto the empty
         square behind it, which takes the jumped stone away. You may jump on with the same stone, straight ahead.
Winning. A player who cannot jump loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, SQUARE, Dial, Game, MoveKind, Mover
from squarely import SquareSet, Symmetry, Words, all_squares, neighbour_sets, squares_in


class KonaneWords(Words["Konane"]):
    def reason(self, position: "Konane.Position") -> str:
        return f"{self.game.players[position.mover]} cannot jump"


class Konane(Game):
    title, players, marks = "Konane", ("Black", "White"), ("B", "W")
    moves, Words = (PLACE, MoveKind("", SQUARE, SQUARE)), KonaneWords  # a stone is taken away; a stone jumps

    rows = Dial(4, 3, 6, "rows of the board")
    columns = Dial(4, 3, 6, "columns of the board")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        rows, columns, self.squares = self.rows, self.columns, self.rows * self.columns
        off = [
            (abs(2 * (at // columns) - rows + 1), abs(2 * (at % columns) - columns + 1)) for at in range(self.squares)
        ]
        self.black = sum(1 << at for at in range(self.squares) if (at // columns + at % columns) % 2 == 0)
        self.opening = self.black & sum(1 << at for at, each in enumerate(off) if max(each) <= 1 or each == off[0])
        self.full, self.around = all_squares(rows, columns), neighbour_sets(rows, columns)

    def start(self) -> Position:
        return self.Position(self.black, self.full & ~self.black, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        gaps = self.full & ~(position.first | position.second)
        for stone in squares_in(position.first if position.mover == FIRST else position.second):
            if gaps & gaps - 1 == 0:  # at most one
                if self.opening >> stone & 1 if gaps == 0 else self.around[stone] & gaps:
                    yield stone
            else:
                for target in squares_in(gaps):
                    if self.jumped(position, stone, target):
                        yield self.squares + stone * self.squares + target

    def play(self, position: Position, move: int) -> Position:
        stone, square = divmod(move, self.squares)
        moved, jumped = 1 << square, 0  # a stone taken away, or where one jumps to
        if stone > 0:
            moved, jumped = moved | 1 << stone - 1, self.jumped(position, stone - 1, square)
        if position.mover == FIRST:
            return self.Position(position.first ^ moved, position.second ^ jumped, SECOND)
        return self.Position(position.first ^ jumped, position.second ^ moved, FIRST)

    def outcome(self, position: Position) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def jumped(self, position: Position, stone: int, target: int) -> int:
        """The stones over which a jump leads, as a set of bits; none if there is no such jump."""
        other = position.second if position.mover == FIRST else position.first
        down, right = target // self.columns - stone // self.columns, target % self.columns - stone % self.columns
        if (down != 0 and right != 0) or (down + right) % 2 == 1:
            return 0
        ahead, found = (1 if down == 0 else self.columns) * (1 if target > stone else -1), 0
        while stone != target:
            found |= 1 << stone + ahead
            stone += 2 * ahead
            if other & found != found or (position.first | position.second) >> stone & 1:
                return 0
        return found

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return self.black >> symmetry.squares[0] & 1 == 1  # black squares stay black
