"""A new game.

Goal.    Be the first to bring a piece to the far row.
Setup.   A grid of 4 rows and 4 columns. Light's pieces fill the bottom row, Dark's the top row. Light begins.
Moving.  Step one square forward, straight or diagonally, onto an empty square. A diagonal step may also capture the
         piece of the other side that stands there.
Winning. The first player to reach the far row wins at once. A player who cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import DOWN, FIRST, FIRST_WINS, OFF, ONGOING, SECOND, SECOND_WINS, SQUARE, UP, Dial, Game, MoveKind, Mover
from squarely import SquareSet, StepPart, Symmetry, Words, edge, neighbours


class StarterWords(Words["Starter"]):
    def reason(self, position: "Starter.Position") -> str:
        mover, other = self.game.players[position.mover], self.game.players[1 - position.mover]
        has_arrived = position.first & self.game.top or position.second & self.game.bottom
        return f"{other} reached the far row" if has_arrived else f"{mover} cannot move"


class Starter(Game):
    title, players, marks = "A new game", ("Light", "Dark"), ("L", "D")
    moves, Words = (MoveKind("", SQUARE, StepPart(8)),), StarterWords  # a move is 8 * the square it leaves + the way

    rows = Dial(4, 2, 7, "rows of the grid")
    columns = Dial(4, 2, 9, "columns of the grid")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.top, self.bottom = edge(self.rows, self.columns, UP), edge(self.rows, self.columns, DOWN)
        self.around = neighbours(self.rows, self.columns, tuple(range(8)))  # where each way leads from each square

    def start(self) -> Position:
        return self.Position(self.bottom, self.top, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if not position.first & self.top and not position.second & self.bottom:
            for move in range(8 * self.rows * self.columns):
                if self.is_possible(position, move):
                    yield move

    def play(self, position: Position, move: int) -> Position:
        left, reached = 1 << move // 8, 1 << self.around[move // 8][move % 8]
        if position.mover == FIRST:
            return self.Position(position.first ^ left ^ reached, position.second & ~reached, SECOND)
        return self.Position(position.first & ~reached, position.second ^ left ^ reached, FIRST)

    def outcome(self, position: Position) -> int:
        if position.first & self.top:
            return FIRST_WINS
        if position.second & self.bottom:
            return SECOND_WINS
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def is_possible(self, position: Position, move: int) -> bool:
        own = position.first if position.mover == FIRST else position.second
        other = position.second if position.mover == FIRST else position.first
        way, reached = move % 8, self.around[move // 8][move % 8]
        forward = UP if position.mover == FIRST else DOWN
        ahead = way == forward or way // 2 == 2 + forward  # UP_LEFT and UP_RIGHT, or DOWN_LEFT and DOWN_RIGHT
        if not ahead or reached == OFF or own >> move // 8 & 1 == 0 or own >> reached & 1 == 1:
            return False
        return way != forward or other >> reached & 1 == 0

    def is_symmetry(self, symmetry: Symmetry) -> bool:
        return symmetry.directions[UP] == UP  # left for right
