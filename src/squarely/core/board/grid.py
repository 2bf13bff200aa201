"""Squares, steps and symmetries of a grid.

Squares are numbered row by row from 0. `step`, `at`, `put`, `arrange_numbers`, `count_squares` and what transforms are
called by rules, so they run interpreted and compiled; the others are worked out once, when a game's options are built.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = range(8)
OFF = -1  # what lies beyond the edge

DIRECTIONS = ("up", "down", "left", "right")
EIGHT_DIRECTIONS = (*DIRECTIONS, "up-left", "up-right", "down-left", "down-right")
NO_DIRECTION = 4  # in a field of a position, where the diagonals follow it
_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))

# Rotations and reflections, as matrices on (row, column); the first leaves everything where it is.
_MATRICES = (
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip

Squares: TypeAlias = tuple[int, ...]

# What is on each of up to 36 squares, 0 to 31, packed into three numbers: compiled rules look squares up in numbers
# much faster than in tuples.
Board: TypeAlias = tuple[int, int, int]
EMPTY_BOARD: Board = (0, 0, 0)
BITS_PER_SQUARE, _CONTENT, PER_NUMBER = 5, 31, 12


def step(rows: int, columns: int, square: int, direction: int, spaces: int = 1) -> int:
    """The square `spaces` steps away, or OFF."""
    row, column = divmod(square, columns)
    if direction in (UP, UP_LEFT, UP_RIGHT):
        row -= spaces
    elif direction in (DOWN, DOWN_LEFT, DOWN_RIGHT):
        row += spaces
    if direction in (LEFT, UP_LEFT, DOWN_LEFT):
        column -= spaces
    elif direction in (RIGHT, UP_RIGHT, DOWN_RIGHT):
        column += spaces
    if row < 0 or row >= rows or column < 0 or column >= columns:
        return OFF
    return row * columns + column


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


def arrange_numbers(squares: int, orders: int, number: int) -> Board:
    """The numbers from 1 on, one on each square, in the given order of all orders; in order 0 they ascend."""
    board, placed = EMPTY_BOARD, 0
    for square in range(squares):
        orders //= squares - square
        skip, number = divmod(number, orders)
        value = 0
        while skip >= 0:  # over the numbers not placed yet, in order
            value += 1
            skip -= 1 - (placed >> value & 1)
        board, placed = put(board, square, value), placed | 1 << value
    return board


class Symmetry(NamedTuple):
    """A rotation or reflection of the grid: where every square goes, and which direction every direction becomes."""

    squares: Squares
    directions: Squares


class Symmetries(NamedTuple):
    """Several of them, the one that changes nothing first; compiled functions are given arrays in their place."""

    squares: tuple[Squares, ...]
    directions: tuple[Squares, ...]


def transform_set(squares: int, symmetry: Any) -> int:
    """Where the squares of a set go, one bit each."""
    transformed = 0
    for square in range(len(symmetry)):
        transformed |= (squares >> square & 1) << symmetry[square]
    return transformed


def transform_board(board: Board, symmetry: Any) -> Board:
    """Where everything on a board goes."""
    transformed = EMPTY_BOARD
    for square in range(len(symmetry)):
        transformed = put(transformed, symmetry[square], at(board, square))
    return transformed


def encode_direction(direction: int) -> int:
    """A direction as a field of a position has it: behind the four comes NO_DIRECTION, then the diagonals."""
    return direction if direction < NO_DIRECTION else direction + 1


def decode_direction(field: int) -> int:
    """The direction that a field has, if it has one."""
    return field if field < NO_DIRECTION else field - 1


def transform_direction(field: int, directions: Any) -> int:
    """What the direction in a field becomes; none stays none."""
    return field if field == NO_DIRECTION else encode_direction(directions[decode_direction(field)])


def count_squares(squares: int) -> int:
    """How many squares a set has."""
    count = 0
    while squares:
        squares &= squares - 1
        count += 1
    return count


def opposite(direction: int) -> int:
    """Straight back: up for down, left for right, up-left for down-right."""
    if direction >= UP_LEFT:
        return UP_LEFT + DOWN_RIGHT - direction
    return direction + 1 if direction in (UP, LEFT) else direction - 1


def flip(direction: int) -> int:
    """The direction in a mirror that has up for down: up-left for down-left, left for left."""
    if direction >= UP_LEFT:
        return direction ^ UP_LEFT ^ DOWN_LEFT
    return UP + DOWN - direction if direction in (UP, DOWN) else direction


def neighbours(rows: int, columns: int, directions: Squares) -> tuple[Squares, ...]:
    """For every square, what lies one step away in each of the directions: a square or OFF."""
    each = range(rows * columns)
    return tuple(tuple(step(rows, columns, square, direction) for direction in directions) for square in each)


def each_square(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Row and column of every square, in reading order."""
    return ((row, column) for row in range(rows) for column in range(columns))


def symmetries(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """The rotations and reflections that lay the grid onto itself, the one that changes nothing first.

    A square grid has eight; any other has the four that leave rows rows.
    """
    return tuple(_symmetry(rows, columns, *matrix) for matrix in _MATRICES if rows == columns or matrix[0])


def _symmetry(rows: int, columns: int, a: int, b: int, c: int, d: int) -> Symmetry:
    squares = []
    for row, column in each_square(rows, columns):
        y, x = 2 * row - (rows - 1), 2 * column - (columns - 1)
        squares.append((a * y + b * x + rows - 1) // 2 * columns + (c * y + d * x + columns - 1) // 2)
    return Symmetry(tuple(squares), tuple(_STEPS.index((a * y + b * x, c * y + d * x)) for y, x in _STEPS))
