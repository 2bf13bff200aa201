"""What squares are called and read as; and sets of them, held against plain sets of pairs."""

from random import Random

from squarely.core.board.grid import DOWN, LEFT, RIGHT, UP, UP_RIGHT
from squarely.core.board.square_names import Coordinates, LetterAndNumber, Shape, SquareNames
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
from squarely.core.errors import BadMove, IllegalMove, UnreadableMove
from tests.boards import refusal

BOARDS = [(1, 1), (3, 3), (3, 5), (4, 2), (6, 7)]


def test_squares_are_named_and_found_again_and_no_two_have_one_name() -> None:
    schemes: list[tuple[SquareNames, Shape, str]] = [
        (LetterAndNumber(), Shape(2, 3), "A1 B1 C1 A2 B2 C2"),
        (Coordinates(1), Shape(2, 3), "(1,1) (1,2) (1,3) (2,1) (2,2) (2,3)"),
        (Coordinates(0), Shape(2, 2), "(0,0) (0,1) (1,0) (1,1)"),
        (Coordinates(1, x_first=True), Shape(2, 3), "(1,1) (2,1) (3,1) (1,2) (2,2) (3,2)"),
    ]
    for scheme, shape, names in schemes:
        assert [scheme.name(shape, square) for square in range(shape.squares)] == names.split()
        for square in range(shape.squares):
            assert scheme.read(shape, scheme.write(shape, square).lower().split()) == [square]
    assert Coordinates(1, x_first=True).read(Shape(2, 3), ["3", "2"]) == [5]
    for shape in (Shape(1, 1), Shape(3, 26), Shape(2, 27), Shape(1, 63), Shape(2, 703)):
        written = [LetterAndNumber().write(shape, square) for square in range(shape.squares)]
        assert len({*written}) == shape.squares
        assert LetterAndNumber().read(shape, [name.lower() for name in written]) == [*range(shape.squares)]
        assert all(name.isalnum() for name in written)
    columns = LetterAndNumber().columns(Shape(1, 703))
    assert (columns[24:29], columns[-2:]) == (["Y", "Z", "AA", "AB", "AC"], ["ZZ", "AAA"])


def test_what_names_no_square_is_refused_in_words() -> None:
    refused: list[tuple[SquareNames, str, type[BadMove], str]] = [
        (LetterAndNumber(), "d1", IllegalMove, "D1 is off the grid. Squares go from A1 to C2."),
        (LetterAndNumber("cell"), "a3", IllegalMove, "A3 is off the grid. Cells go from A1 to C2."),
        (LetterAndNumber(), "a0", IllegalMove, "A0 is off the grid. Squares go from A1 to C2."),
        (LetterAndNumber(), "11", UnreadableMove, "Please enter a square such as A1 or C2."),
        (Coordinates(1), "3 1", IllegalMove, "(3,1) is off the grid. Rows go from 1 to 2, columns from 1 to 3."),
        (Coordinates(0), "0 3", IllegalMove, "(0,3) is off the grid. Rows go from 0 to 1, columns from 0 to 2."),
        (Coordinates(1), "1", UnreadableMove, "Please enter a row and a column, such as 2 3."),
    ]
    for scheme, words, error, why in refused:
        assert refusal(error, scheme.read, Shape(2, 3), words.split()) == why
    for word in ("aa1", "a", "1", "a1b", "[1", "ä1", "a١", "", "a1234"):
        refusal(UnreadableMove, LetterAndNumber().read, Shape(3, 3), [word])


def pairs(squares: int, columns: int) -> set[tuple[int, int]]:
    """A set of squares as rows and columns."""
    return {divmod(square, columns) for square in range(squares.bit_length()) if squares >> square & 1}


def drawn(squares: int, rows: int, columns: int) -> str:
    inside = pairs(squares, columns)
    return "/".join("".join(".#"[(row, column) in inside] for column in range(columns)) for row in range(rows))


def test_edges_are_where_a_step_leads_off_and_neighbours_touch() -> None:
    edges = {UP: "#####/...../.....", DOWN: "...../...../#####", LEFT: "#..../#..../#....", RIGHT: "....#/....#/....#"}
    assert {way: drawn(edge(3, 5, way), 3, 5) for way in edges} == edges
    for rows, columns in BOARDS:
        for square, around in enumerate(neighbour_sets(rows, columns)):
            row, column = divmod(square, columns)
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            assert pairs(around, columns) == {(y, x) for y, x in near if 0 <= y < rows and 0 <= x < columns}
    assert drawn(neighbour_sets(3, 3, (UP_RIGHT,))[4], 3, 3) == "..#/.../..."


def test_lines_are_all_straight_rows_of_neighbours_and_patterns_are_placed_wherever_they_fit() -> None:
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    lengths = {n: [{(down * i, right * i) for i in range(n)} for down, right in ways] for n in (1, 3, 4)}
    patterns = [{(0, 0), (0, 1), (1, 0)}, {(0, 0), (1, 2), (3, 1), (2, -1)}]
    for rows, columns in BOARDS:
        for length, shapes in [*lengths.items(), (0, patterns)]:
            plain = {
                frozenset((row + down, column + right) for down, right in shape)
                for shape in shapes
                for row in range(-4, rows + 4)
                for column in range(-4, columns + 4)
            }
            inside = {each for each in plain if all(0 <= row < rows and 0 <= column < columns for row, column in each)}
            found = lines(rows, columns, length) if length else place_patterns(rows, columns, patterns)
            assert {frozenset(pairs(each, columns)) for each in found} == inside, (rows, columns, length)
            assert len(found) == len(inside) or length == 1
    assert [drawn(line, 2, 3) for line in lines(2, 3, 3, (RIGHT,))] == ["###/...", ".../###"]


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
