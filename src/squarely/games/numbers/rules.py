"""Capture Squares: the game that its rulebook prints."""

from collections.abc import Iterator
from math import factorial
from typing import NamedTuple

from squarely.core.board.grid import DOWN, EMPTY_BOARD, LEFT, OFF, RIGHT, UP, arrange_numbers, at, neighbours, put
from squarely.core.errors import BadPosition
from squarely.core.rules.fields import Contents, Mover, Points
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE, Game
from squarely.core.rules.moves import SQUARE, MoveKind, NeighboursPart
from squarely.core.rules.options import Dial
from squarely.games.numbers.words import SETS, NumbersWords

CAPTURED = 0  # what is on a square without a number
LISTED = (UP, LEFT, RIGHT, DOWN)  # the order in which the rulebook lists captured neighbours


class Numbers(Game):
    """Capture Squares.

    Goal.    Capture numbered squares and have the higher total at the end.
    Setup.   A 3x3 grid with the numbers 1 to 9 dealt at random, one to a square, seen by both. Player 1 begins.
    Moving.  Select any square that is not captured yet. You capture it and every square next to it (up, down, left,
             right) whose number is less than the selected one. What you capture counts for you and leaves the grid.
    Winning. When all squares are captured, the higher total wins.
    """

    title, subtitle = "Capture Squares", "Take the higher numbers"
    players, marks = ("Player 1", "Player 2"), ("1", "2")
    rule_sets = {"mended": "size=4,komi=19,within=6"}  # found by the lab: docs/mended.md
    mended_because = "With the printed rules, Player 1 can win on every board."
    field_names = {"board": "the number, 0 where captured", "second": "2's points, without komi"}
    moves = (MoveKind("", SQUARE, NeighboursPart(LISTED)),)  # the selected square, and what is captured with it
    symmetric, points_only_at_end, Words = True, True, NumbersWords
    variations_in = "squarely.games.numbers.variations"

    size = Dial(3, 2, 4, "rows and columns of the grid; the numbers go from 1 to size x size")

    class Position(NamedTuple):
        board: Contents  # the number on each square, or CAPTURED
        mover: Mover
        first: Points
        second: Points

    def set_up(self) -> None:
        self.squares = self.size * self.size
        self.total = self.squares * (self.squares + 1) // 2  # all the points there are
        self.orders, self.neighbours = factorial(self.squares), neighbours(self.size, self.size, LISTED)

    def start(self) -> Position:
        return self.deal(0)

    def deals(self) -> int:
        return self.orders

    def deal(self, number: int) -> Position:
        return self.Position(arrange_numbers(self.squares, self.orders, number), FIRST, 0, 0)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for square in range(self.squares):
            if at(position.board, square) != CAPTURED:
                eligible = self.smaller_neighbours(position, square)
                for taken in range(self.least_taken(eligible), eligible + 1):
                    if taken & ~eligible == 0:
                        yield square * SETS + taken

    def smaller_neighbours(self, position: Position, square: int) -> int:
        """The neighbours that may be captured with a square, as a set of bits in listed order."""
        eligible, selected = 0, at(position.board, square)
        for way in range(4):
            neighbour = self.neighbours[square][way]
            if neighbour != OFF and self.is_smaller(at(position.board, neighbour), selected):
                eligible |= 1 << way
        return eligible

    def is_smaller(self, number: int, selected: int) -> bool:  # and can be captured with it
        return CAPTURED < number < selected

    def least_taken(self, eligible: int) -> int:  # of the neighbours that may be: all of them
        return eligible

    def play(self, position: Position, move: int) -> Position:
        square, taken = divmod(move, SETS)
        scored, board = at(position.board, square), put(position.board, square, CAPTURED)
        for way in range(4):
            if taken >> way & 1:
                neighbour = self.neighbours[square][way]
                scored, board = scored + at(board, neighbour), put(board, neighbour, CAPTURED)
        if position.mover == FIRST:
            return position._replace(board=board, mover=SECOND, first=position.first + scored)
        return position._replace(board=board, mover=FIRST, second=position.second + scored)

    def outcome(self, position: Position) -> int:
        if position.board != EMPTY_BOARD:
            return ONGOING
        if position.first == position.second:
            return TIE
        return FIRST_WINS if position.first > position.second else SECOND_WINS

    def points(self, position: Position) -> tuple[int, int]:
        return position.first, position.second

    def maxima(self) -> dict[str, int]:
        return {"board": self.squares, "first": self.total, "second": self.total}

    def check(self, position: Position) -> None:
        """Refuse numbers that are there twice, and scores that the captured ones cannot give, or not at this turn."""
        left = [number for square in range(self.squares) if (number := at(position.board, square))]
        for number in left:
            if (times := left.count(number)) > 1:
                raise BadPosition(f"the number {number} is on the grid {times} times; each number is there once")
        captured = {*range(1, self.squares + 1)} - {*left}
        first, second = position.first, position.second
        if first + second != sum(captured):
            raise BadPosition(f"the scores add up to {first + second}, the captured squares to {sum(captured)}")
        sums = {(0, 0)}  # what Player 1 may have, and of how many squares
        for number in captured:
            sums |= {(number + so_far, squares + 1) for so_far, squares in sums}
        shares = [(squares, len(captured) - squares) for so_far, squares in sums if so_far == first]
        if not shares:
            raise BadPosition(f"the captured numbers cannot be shared out {first} to {second}")
        if position.mover == FIRST:  # each turn has captured a square at least
            could_alternate = any((ones > 0) == (twos > 0) for ones, twos in shares)
        else:
            could_alternate = any(ones >= (2 if twos else 1) for ones, twos in shares)
        if not could_alternate:
            raise BadPosition(
                f"with {first} to {second} points it cannot be Player {self.marks[position.mover]}'s turn: "
                "Player 1 begins, turns alternate and every turn scores"
            )
