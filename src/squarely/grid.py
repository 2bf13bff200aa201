"""Squares, steps and turns of a square grid.

Squares are numbered row by row from 0. `step`, `at`, `put` and `turned_set` are called by rules, so they run
interpreted and compiled; the others are worked out once, when a game's options are built.
"""

from collections.abc import Iterator
from typing import TypeAlias

UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = range(8)
OFF = -1  # what lies beyond the edge

DIRECTIONS = ("up", "down", "left", "right")
_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))

# The eight ways to lay a square board on the table, as matrices on (row, column); the first leaves it as it is.
_TURNS = (
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip

Squares: TypeAlias = tuple[int, ...]

# What is on each of up to 36 squares, 0 to 31, packed into three numbers: compiled rules look squares up in numbers
# much faster than in tuples.
Board: TypeAlias = tuple[int, int, int]
EMPTY_BOARD: Board = (0, 0, 0)
BITS_PER_SQUARE, _CONTENT, PER_NUMBER = 5, 31, 12


def step(size: int, square: int, direction: int, spaces: int = 1) -> int:
    """The square `spaces` steps away, or OFF. Only up, down, left and right."""
    row, column = divmod(square, size)
    if direction == UP:
        row -= spaces
    elif direction == DOWN:
        row += spaces
    elif direction == LEFT:
        column -= spaces
    else:
        column += spaces
    if row < 0 or row >= size or column < 0 or column >= size:
        return OFF
    return row * size + column


def at(board: Board, square: int) -> int:
    """What is on a square of a board."""
    return board[square // PER_NUMBER] >> square % PER_NUMBER * BITS_PER_SQUARE & _CONTENT


def put(board: Board, square: int, content: int) -> Board:
    """The same board with something else on one square."""
    number, shift = square // PER_NUMBER, square % PER_NUMBER * BITS_PER_SQUARE
    changed = board[number] & ~(_CONTENT << shift) | content << shift
    return (
        changed if number == 0 else board[0],
        changed if number == 1 else board[1],
        changed if number == 2 else board[2],
    )


def turned_set(squares: int, turn: Squares) -> int:
    """A set of squares, one bit each, laid on the table another way."""
    turned = 0
    for square in range(len(turn)):
        turned |= (squares >> square & 1) << turn[square]
    return turned


def opposite(direction: int) -> int:
    """Straight back: up for down, left for right."""
    return direction + 1 if direction in (UP, LEFT) else direction - 1


def neighbours(size: int, directions: Squares) -> tuple[Squares, ...]:
    """For every square, what lies one step away in each of the directions: a square or OFF."""
    return tuple(
        tuple(_at(size, row + _STEPS[d][0], column + _STEPS[d][1]) for d in directions)
        for row, column in each_square(size)
    )


def each_square(size: int) -> Iterator[tuple[int, int]]:
    """Row and column of every square, in reading order."""
    return ((row, column) for row in range(size) for column in range(size))


def turns(size: int) -> tuple[Squares, ...]:
    """The eight rotations and reflections: for each, where every square goes. The first moves nothing."""
    edge = size - 1

    def turned(turn: Squares, row: int, column: int) -> int:
        a, b, c, d = turn
        y, x = 2 * row - edge, 2 * column - edge
        return (a * y + b * x + edge) // 2 * size + (c * y + d * x + edge) // 2

    return tuple(tuple(turned(turn, *square) for square in each_square(size)) for turn in _TURNS)


def bearings() -> tuple[Squares, ...]:
    """For each of the eight turns, which direction every direction becomes."""
    return tuple(tuple(_STEPS.index((a * y + b * x, c * y + d * x)) for y, x in _STEPS) for a, b, c, d in _TURNS)


def _at(size: int, row: int, column: int) -> int:
    return row * size + column if 0 <= row < size and 0 <= column < size else OFF
