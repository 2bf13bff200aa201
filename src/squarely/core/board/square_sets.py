"""Sets of squares of a grid, one bit each: lines, edges and neighbours, and what rules ask of them.

`squares_in`, `covers_any` and `spread` are called by rules, so they run interpreted and compiled, and so does
`count_squares` of `grid`; the others are worked out once, when a game's options are built.
"""

from collections.abc import Iterable, Iterator

from squarely.core.board.grid import DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, OFF, RIGHT, UP, Squares, each_square, step

STRAIGHT: Squares = (UP, DOWN, LEFT, RIGHT)
EVERY_WAY: Squares = (RIGHT, DOWN, DOWN_RIGHT, DOWN_LEFT)  # of a line: across, down and both diagonals


def all_squares(rows: int, columns: int) -> int:
    """Every square of a grid."""
    return (1 << rows * columns) - 1


def edge(rows: int, columns: int, direction: int) -> int:
    """The squares from which one step up, down, left or right leads off the grid."""
    return _bits(square for square in range(rows * columns) if step(rows, columns, square, direction) == OFF)


def lines(rows: int, columns: int, length: int, ways: Squares = EVERY_WAY) -> Squares:
    """Every straight line of that many squares, each as a set, in the order of their first squares."""
    found = []
    for square in range(rows * columns):
        for way in ways:
            line = [step(rows, columns, square, way, spaces) for spaces in range(length)]
            if OFF not in line:
                found.append(_bits(line))
    return tuple(found)


def place_patterns(rows: int, columns: int, patterns: Iterable[set[tuple[int, int]]]) -> Squares:
    """Every set of squares that has one of these patterns, wherever it fits; they count rows and columns from 0."""
    found = {
        _bits((row + down) * columns + column + right for down, right in pattern)
        for pattern in patterns
        for row, column in each_square(rows, columns)
        if all(0 <= row + down < rows and 0 <= column + right < columns for down, right in pattern)
    }
    return tuple(sorted(found))


def neighbour_sets(rows: int, columns: int, directions: Squares = STRAIGHT) -> Squares:
    """For every square, the set of those one step away in any of the directions."""
    each = range(rows * columns)
    return tuple(_bits({step(rows, columns, square, way) for way in directions} - {OFF}) for square in each)


def squares_in(squares: int) -> Iterator[int]:
    """The numbers of the squares of a set, in ascending order."""
    square = 0
    while squares >> square:
        if squares >> square & 1:
            yield square
        square += 1


def covers_any(squares: int, sets: Squares) -> bool:
    """Whether a set has all squares of at least one of the others: of a line, say."""
    for each in sets:
        if squares & each == each:
            return True
    return False


def spread(squares: int, within: int, around: Squares) -> int:
    """Everything within a set that is connected to some of its squares; `around` has the neighbours of each square."""
    reached, before = squares & within, 0
    while reached != before:
        before = reached
        for square in range(len(around)):
            if before >> square & 1:
                reached |= around[square] & within
    return reached


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)
