"""Three Men's Morris.

Goal.    Have your three men in a line: across, down or diagonally.
Setup.   A board of 3x3 points, empty, and three men for each side. White and Black take turns; White begins.
Moving.  Put a man on an empty point. Once all six are on the board, move one of yours to an empty point next to it,
         across or down.
Winning. Whoever has three in a line wins at once. A player who cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, SQUARE, Game, MoveKind, Mover, Ruling
from squarely import SquareSet, Words, all_squares, count_squares, covers_any, lines, neighbour_sets, squares_in

MEN, MIDDLE, FULL = 3, 4, all_squares(3, 3)


class MorrisWords(Words["Morris"]):
    def reason(self, position: "Morris.Position") -> str:
        mover, other = self.game.players[position.mover], self.game.players[1 - position.mover]
        has_line = covers_any(position[1 - position.mover], self.game.lines)
        return f"{other} has three in a line" if has_line else f"{mover} cannot move"


class Morris(Game):
    title, goal = "Three Men's Morris", "Have your three men in a line."
    players, marks = ("White", "Black"), ("W", "B")
    moves = (PLACE, MoveKind("", SQUARE, SQUARE))  # a man is put down; a man moves
    symmetric, Words = True, MorrisWords

    steps = Ruling(
        "Men are moved differently from place to place.",
        straight="across or down to a point next to it",
        lines="along the lines of the board, which are also the two long diagonals",
        any="to a point next to it in any of eight directions",
        jump="to any empty point",
    )
    center = Ruling(
        "Where the first player always won, the center was closed to the first man.",
        allowed="the first man may stand on the center",
        barred="the first man may not stand on the center",
    )

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        straight, every = neighbour_sets(3, 3), neighbour_sets(3, 3, tuple(range(8)))
        along = tuple(every[point] if point % 2 == 0 else straight[point] for point in range(9))
        self.size, self.lines = 3, lines(3, 3, MEN)
        self.around = {"straight": straight, "lines": along, "any": every, "jump": (FULL,) * 9}[self.steps]
        self.opening = FULL & ~(1 << MIDDLE) if self.center == "barred" else FULL  # where the first man may stand

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        men = position.first if position.mover == FIRST else position.second
        other = position.second if position.mover == FIRST else position.first
        empty = FULL & ~(men | other)
        if covers_any(other, self.lines):
            return
        if count_squares(men) < MEN:
            for point in squares_in(empty & self.opening if empty == FULL else empty):
                yield point
        else:
            for man in squares_in(men):
                for point in squares_in(empty & self.around[man]):
                    yield 9 + man * 9 + point

    def play(self, position: Position, move: int) -> Position:
        changed = 1 << move % 9  # what is reached counts fastest, also where a man moves
        if move >= 9:
            changed |= 1 << move // 9 - 1
        if position.mover == FIRST:
            return self.Position(position.first ^ changed, position.second, SECOND)
        return self.Position(position.first, position.second ^ changed, FIRST)

    def outcome(self, position: Position) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
