"""Dots and Boxes.

Goal.    Close the most boxes.
Setup.   Dots that make 2 rows and 2 columns of boxes, no line drawn. Ann and Bob take turns; Ann begins.
Moving.  Draw a line between two dots next to each other: B1 lies between the dots A1 and C1. Whoever draws the fourth
         side of a box closes it, has a point and draws again.
Winning. When all lines are drawn, whoever has closed more boxes wins; as many each is a tie.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND_WINS, TIE, Dial, Game, Mover, Points, SquareSet, Squares
from squarely import Words, each_square, neighbour_sets, squares_in


class BoxesWords(Words["Boxes"]):
    def reason(self, position: "Boxes.Position") -> str:
        return f"all lines are drawn, and the boxes are {position.first} to {position.second}"

    def captured_squares(self, before: "Boxes.Position", after: "Boxes.Position") -> Squares:
        boxes = zip(self.game.middles, self.game.boxes, strict=True)
        return tuple(middle for middle, box in boxes if after.drawn & box == box != before.drawn & box)

    def shown(self, position: "Boxes.Position") -> list[str]:
        rows, columns = self.game.shape
        return ["—|"[at // columns % 2] if position.drawn >> at & 1 else "" for at in range(rows * columns)]

    def draw(self, position: "Boxes.Position") -> str:
        rows, columns = self.game.shape
        dots = [row % 2 == 0 == column % 2 for row, column in each_square(rows, columns)]
        looks = [text or " +"[dot] for text, dot in zip(self.shown(position), dots, strict=True)]
        lines = ["".join(looks[at * columns : (at + 1) * columns]) for at in range(rows)]
        return "\n".join(["  " + "ABCDEFG"[:columns], *(f"{at} {line}" for at, line in enumerate(lines, 1))])

    def phrases(self) -> dict[str, str]:
        return {"2 rows": f"{self.game.height} rows", "2 columns": f"{self.game.width} columns"}


class Boxes(Game):
    title, players, marks = "Dots and Boxes", ("Ann", "Bob"), ("A", "B")
    moves, pieces, Words = (PLACE,), {"drawn": "#"}, BoxesWords
    symmetric, points_only_at_end = True, True

    height = Dial(2, 1, 3, "rows of boxes")
    width = Dial(2, 1, 3, "columns of boxes")

    class Position(NamedTuple):
        drawn: SquareSet
        first: Points
        second: Points
        mover: Mover

    def set_up(self) -> None:  # a grid of squares that are dots, lines and boxes: A1 is a dot, B1 a line, B2 a box
        self.rows, self.columns = 2 * self.height + 1, 2 * self.width + 1
        squares = [(row * self.columns + column, row, column) for row, column in each_square(self.rows, self.columns)]
        self.sides = sum(1 << at for at, row, column in squares if (row + column) % 2)
        self.middles = tuple(at for at, row, column in squares if row % 2 and column % 2)
        around = neighbour_sets(self.rows, self.columns)
        self.boxes = tuple(around[middle] for middle in self.middles)  # the four lines of each, as a set of bits

    def start(self) -> Position:
        return self.Position(0, 0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for side in squares_in(self.sides & ~position.drawn):
            yield side

    def play(self, position: Position, move: int) -> Position:
        drawn, closed = position.drawn | 1 << move, 0
        for box in self.boxes:
            if box >> move & 1 and drawn & box == box:
                closed += 1
        after = self.Position(drawn, position.first, position.second, position.mover if closed else 1 - position.mover)
        if position.mover == FIRST:
            return after._replace(first=position.first + closed)
        return after._replace(second=position.second + closed)

    def outcome(self, position: Position) -> int:
        if position.drawn != self.sides:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def maxima(self) -> dict[str, int]:
        return {"first": len(self.boxes), "second": len(self.boxes)}
