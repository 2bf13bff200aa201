"""Sets of squares: held against plain sets of pairs, interpreted and as machine code."""

from random import Random

import pytest

from squarely.core.board.grid import DOWN, LEFT, RIGHT, UP, UP_RIGHT
from squarely.core.board.square_sets import (
    all_squares,
    covers_any,
    edge,
    lines,
    neighbour_sets,
    place_patterns,
    spread,
    squares_in,
)

BOARDS = [(1, 1), (3, 3), (3, 5), (4, 2), (6, 7)]


def pairs(squares: int, columns: int) -> set[tuple[int, int]]:
    """A set of squares as rows and columns."""
    return {divmod(square, columns) for square in range(squares.bit_length()) if squares >> square & 1}


def drawn(squares: int, rows: int, columns: int) -> list[str]:
    inside = pairs(squares, columns)
    return ["".join("#" if (row, column) in inside else "." for column in range(columns)) for row in range(rows)]


def test_edges_are_where_a_step_leads_off() -> None:
    assert drawn(edge(3, 5, UP), 3, 5) == ["#####", ".....", "....."]
    assert drawn(edge(3, 5, DOWN), 3, 5) == [".....", ".....", "#####"]
    assert drawn(edge(3, 5, LEFT), 3, 5) == ["#....", "#....", "#...."]
    assert drawn(edge(3, 5, RIGHT), 3, 5) == ["....#", "....#", "....#"]


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
@pytest.mark.parametrize("length", [1, 3, 4])
def test_lines_are_all_straight_rows_of_neighbours(rows: int, columns: int, length: int) -> None:
    plain = {
        frozenset((row + down * step, column + right * step) for step in range(length))
        for row in range(rows)
        for column in range(columns)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    }
    inside = {line for line in plain if all(0 <= row < rows and 0 <= column < columns for row, column in line)}
    assert {frozenset(pairs(line, columns)) for line in lines(rows, columns, length)} == inside


def test_lines_of_some_ways_only() -> None:
    assert [drawn(line, 2, 3) for line in lines(2, 3, 3, (RIGHT,))] == [["###", "..."], ["...", "###"]]


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_neighbours_touch(rows: int, columns: int) -> None:
    for square, around in enumerate(neighbour_sets(rows, columns)):
        row, column = divmod(square, columns)
        near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        assert pairs(around, columns) == {(y, x) for y, x in near if 0 <= y < rows and 0 <= x < columns}
    assert drawn(neighbour_sets(3, 3, (UP_RIGHT,))[4], 3, 3) == ["..#", "...", "..."]


def test_sets_are_listed_covered_and_spread() -> None:
    chance, around = Random(5), neighbour_sets(4, 4)
    for _ in range(200):
        some, within = chance.getrandbits(16), chance.getrandbits(16)
        assert list(squares_in(some)) == sorted(square for square in range(16) if (some >> square) % 2)
        sets = tuple(chance.getrandbits(16) & chance.getrandbits(16) for _ in range(3))
        assert covers_any(some, sets) == any(pairs(each, 4) <= pairs(some, 4) for each in sets)
        reached = pairs(some, 4) & pairs(within, 4)
        while True:
            near = {(y, x) for y, x in pairs(within, 4) if any(abs(y - a) + abs(x - b) == 1 for a, b in reached)}
            if near <= reached:
                break
            reached |= near
        assert pairs(spread(some, within, around), 4) == reached
    assert (all_squares(3, 4), list(squares_in(0)), covers_any(7, ())) == (4095, [], False)


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_patterns_are_placed_wherever_they_fit(rows: int, columns: int) -> None:
    patterns = [{(0, 0), (0, 1), (1, 0)}, {(0, 0), (1, 2), (3, 1), (2, -1)}]
    plain = {
        frozenset((row + down, column + right) for down, right in pattern)
        for pattern in patterns
        for row in range(-4, rows + 4)
        for column in range(-4, columns + 4)
    }
    inside = {placed for placed in plain if all(0 <= row < rows and 0 <= column < columns for row, column in placed)}
    found = place_patterns(rows, columns, patterns)
    assert {frozenset(pairs(placed, columns)) for placed in found} == inside
    assert len(found) == len(inside)


def test_compiled_they_are_the_same() -> None:
    """In one function, as rules call them."""
    numba = pytest.importorskip("numba")
    compiled = {name: numba.njit(function) for name, function in (("squares_in", squares_in), ("spread", spread))}
    covers, listed, flooded = numba.njit(covers_any), compiled["squares_in"], compiled["spread"]

    @numba.njit  # type: ignore[untyped-decorator, unused-ignore]
    def told(some: int, within: int, around: tuple[int, ...]) -> tuple[int, int, bool]:
        total = 0
        for square in listed(some):
            total = total * 3 + square
        return total, flooded(some, within, around), covers(some, around)

    chance, around = Random(6), neighbour_sets(3, 3)
    for _ in range(50):
        some, within, total = chance.getrandbits(9), chance.getrandbits(9), 0
        for square in squares_in(some):
            total = total * 3 + square
        assert told(some, within, around) == (total, spread(some, within, around), covers_any(some, around))
