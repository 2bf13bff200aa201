"""What squares are called, and read as."""

import pytest

from squarely.core.board.square_names import LetterAndNumber, Shape
from squarely.core.errors import BadMove


@pytest.mark.parametrize("shape", [Shape(1, 1), Shape(3, 26), Shape(2, 27), Shape(1, 63), Shape(2, 703)])
def test_every_square_is_read_by_its_name_and_no_two_have_one(shape: Shape) -> None:
    squares = LetterAndNumber()
    names = [squares.write(shape, square) for square in range(shape.squares)]
    assert len({*names}) == shape.squares
    assert squares.read(shape, [name.lower() for name in names]) == [*range(shape.squares)]
    assert all(name.isalnum() for name in names)


def test_behind_z_comes_aa() -> None:
    assert LetterAndNumber().columns(Shape(1, 703))[24:29] == ["Y", "Z", "AA", "AB", "AC"]
    assert LetterAndNumber().columns(Shape(1, 703))[-2:] == ["ZZ", "AAA"]


@pytest.mark.parametrize("word", ["aa1", "a", "1", "a0", "a4", "d1", "a1b", "[1", "ä1", "a١", "", "a1234"])
def test_what_names_no_square_is_refused(word: str) -> None:
    with pytest.raises(BadMove):
        LetterAndNumber().read(Shape(3, 3), [word])
