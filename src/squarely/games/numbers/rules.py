"""Capture Squares.

Goal.    Capture numbered squares and have the higher total at the end.
Setup.   A 3x3 grid with the numbers 1 to 9 dealt at random, one to a square, seen by both. Player 1 begins.
Moving.  Select any square that is not captured yet. You capture it and every square next to it (up, down, left,
         right) whose number is less than the selected one. What you capture counts for you and leaves the grid.
Winning. When all squares are captured, the higher total wins.
"""

from collections.abc import Iterator
from math import factorial
from typing import NamedTuple

from squarely.core.errors import BadOption
from squarely.core.grid import DOWN, EMPTY_BOARD, LEFT, OFF, RIGHT, UP, Squares, Symmetry, at, neighbours, put
from squarely.core.move_kinds import SQUARE, MoveKind, NeighboursPart
from squarely.core.options import Dial, Options, Ruling
from squarely.core.position import Contents, Mover, Points
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

TITLE = "Capture Squares"
GOAL = "Capture numbered squares and have the higher total at the end."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")

OPTIONS = (
    Ruling(
        "capture",
        "all",
        {
            "all": "every smaller neighbour is captured, without asking",
            "choose": "the mover chooses which smaller neighbours to capture",
        },
        "The rulebook says that you may also capture smaller neighbours; its printed dialogue captures them "
        "without asking.",
    ),
    Dial("size", 3, 2, 4, "rows and columns of the grid; the numbers go from 1 to size x size"),
    Dial("komi", 0, 0, 45, "points given to Player 2 at the end"),
    Ruling(
        "deals",
        "any",
        {
            "any": "the numbers are dealt at random",
            "paired": "numbers on opposite squares add up to one more than the highest number, so that all such pairs "
            "are worth the same; the middle number lies in the middle",
        },
        "The rulebook deals the numbers at random, so that luck decides how fair a board is.",
    ),
    Dial("within", 0, 0, 15, "how much smaller a captured neighbour may be than the selected number; 0 for any"),
)

CAPTURED = 0
LISTED = (UP, LEFT, RIGHT, DOWN)  # the order in which the rulebook lists captured neighbours
SETS = 16  # sets of neighbours, one bit each
MOVES = (MoveKind("", SQUARE, NeighboursPart(LISTED)),)


class Law(NamedTuple):
    size: int
    squares: int
    total: int  # all the points there are
    komi: int
    choose: bool
    paired: bool
    within: int  # at most, or 0
    deals: int
    neighbours: tuple[Squares, ...]  # in listed order


class Position(NamedTuple):
    board: Contents  # the number on each square, or CAPTURED
    mover: Mover
    first: Points
    second: Points


def enact(options: Options) -> Law:
    size, komi = int(options["size"]), int(options["komi"])
    squares = size * size
    total, choose, paired = squares * (squares + 1) // 2, options["capture"] == "choose", options["deals"] == "paired"
    within, pairs = int(options["within"]), squares // 2
    if within >= squares - 1:
        raise BadOption(
            f"within={within} with size={size} makes no game of its own: no two numbers differ by more than "
            f"{squares - 1}"
        )
    ways = factorial(pairs) << pairs if paired else factorial(squares)  # which pair lies where, and which way round
    return Law(size, squares, total, komi, choose, paired, within, ways, neighbours(size, size, LISTED))


def start(law: Law) -> Position:
    return deal(law, 0)


def deals(law: Law) -> int:
    """How many ways there are to deal the numbers."""
    return law.deals


def deal(law: Law, number: int) -> Position:
    """The deal with this number; deal 0 has the numbers in order."""
    board, dealt, left, ways = EMPTY_BOARD, 0, law.squares, law.deals
    if law.paired and law.squares % 2 == 1:
        middle = law.squares // 2
        board, dealt, left = put(board, middle, middle + 1), 1 << middle + 1, left - 1
    for square in range(law.squares):
        if at(board, square) == CAPTURED:  # nothing lies there yet
            ways //= left
            skip, number = divmod(number, ways)
            value = 0
            while skip >= 0:  # over the numbers not dealt yet, in order
                value += 1
                skip -= 1 - (dealt >> value & 1)
            board, dealt, left = put(board, square, value), dealt | 1 << value, left - 1
            if law.paired:
                board = put(board, law.squares - 1 - square, law.squares + 1 - value)
                dealt, left = dealt | 1 << law.squares + 1 - value, left - 1
    return Position(board, FIRST, 0, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for square in range(law.squares):
        if at(position.board, square) != CAPTURED:
            eligible = smaller_neighbours(law, position, square)
            for taken in range(0 if law.choose else eligible, eligible + 1):
                if taken & ~eligible == 0:
                    yield square * SETS + taken


def play(law: Law, position: Position, move: int) -> Position:
    square, taken = divmod(move, SETS)
    scored = at(position.board, square)
    board = put(position.board, square, CAPTURED)
    for way in range(4):
        if taken >> way & 1:
            neighbour = law.neighbours[square][way]
            scored += at(board, neighbour)
            board = put(board, neighbour, CAPTURED)
    if position.mover == FIRST:
        return Position(board, 1 - position.mover, position.first + scored, position.second)
    return Position(board, 1 - position.mover, position.first, position.second + scored)


def outcome(law: Law, position: Position) -> int:
    if position.board != EMPTY_BOARD:
        return ONGOING
    if position.first == position.second + law.komi:
        return TIE
    return FIRST_WINS if position.first > position.second + law.komi else SECOND_WINS


def smaller_neighbours(law: Law, position: Position, square: int) -> int:
    """The neighbours that may be captured with a square, as a set of bits in listed order."""
    eligible, selected = 0, at(position.board, square)
    least = max(1, selected - law.within) if law.within > 0 else 1
    for way in range(4):
        neighbour = law.neighbours[square][way]
        if neighbour != OFF and least <= at(position.board, neighbour) < selected:
            eligible |= 1 << way
    return eligible


def points(law: Law, position: Position) -> tuple[int, int]:
    """What each side has, the points given to Player 2 included."""
    return position.first, position.second + law.komi


def maxima(law: Law) -> dict[str, int]:
    return {"board": law.squares, "first": law.total, "second": law.total}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True
