"""What squares are called: `A1`, `(1,1)` or `(0,0)`. A game declares one of these as SQUARES."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from squarely.core.errors import IllegalMove, UnknownGame, UnreadableMove

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = 4  # of a number that somebody means


class Shape(NamedTuple):
    """How many rows and columns a board has."""

    rows: int
    columns: int

    @property
    def squares(self) -> int:
        return self.rows * self.columns


@lru_cache(maxsize=256, typed=True)  # laws of two games may be equal as tuples, and name their numbers otherwise
def shape_of(law: Any) -> Shape:
    """The shape of the board under a law, which has `rows` and `columns`, or `size` where they are equal."""
    fields = law._fields
    if "rows" in fields and "columns" in fields:
        return Shape(law.rows, law.columns)
    if "size" in fields:
        return Shape(law.size, law.size)
    raise UnknownGame("has a Law with neither `size` nor `rows` and `columns`, so that nobody knows its board")


class LetterAndNumber:
    """`B3`: a letter for the column, from A, AA behind Z, and a number for the row, from 1 at the top."""

    def __init__(self, noun: str = "square") -> None:
        self.noun = noun

    def name(self, shape: Shape, square: int) -> str:
        """What a square is called."""
        row, column = divmod(square, shape.columns)
        return f"{_name_column(column)}{row + 1}"

    def write(self, shape: Shape, square: int) -> str:
        """A square as it is typed in a move."""
        return self.name(shape, square)

    def columns(self, shape: Shape) -> list[str]:
        """What the columns are called, from left to right."""
        return [_name_column(column) for column in range(shape.columns)]

    def rows(self, shape: Shape) -> list[str]:
        """What the rows are called, from top to bottom."""
        return [str(row + 1) for row in range(shape.rows)]

    def read(self, shape: Shape, words: Sequence[str]) -> list[int]:
        """The squares that these words name, `b3` or `b 3`; IllegalMove where one is off the grid."""
        joined: list[str] = []
        for word in words:
            if word.isdigit() and joined and joined[-1].isalpha():
                joined[-1] += word
            else:
                joined.append(word)
        return [self._square(shape, word) for word in joined]

    def _square(self, shape: Shape, word: str) -> int:
        letters, last = word.rstrip("0123456789"), self.name(shape, shape.squares - 1)
        number = word[len(letters) :]
        fits = 0 < len(letters) <= len(_name_column(shape.columns - 1)) and 0 < len(number) < _DIGITS
        if not fits or not {*letters} <= {*_LETTERS}:
            raise UnreadableMove(f"Please enter a {self.noun} such as A1 or {last}.")
        column, row = _read_column(letters), int(number) - 1
        if column >= shape.columns or not 0 <= row < shape.rows:
            raise IllegalMove(f"{word.upper()} is off the grid. {self.noun.title()}s go from A1 to {last}.")
        return row * shape.columns + column


def _name_column(column: int) -> str:
    """A to Z, then AA, AB and so on."""
    before, letter = divmod(column, len(_LETTERS))
    return (_name_column(before - 1) if before else "") + _LETTERS[letter].upper()


def _read_column(letters: str) -> int:
    column = -1
    for letter in letters:
        column = (column + 1) * len(_LETTERS) + _LETTERS.index(letter)
    return column


class Coordinates:
    """`(2,3)`, typed `2 3`: row and column, counted from `first`; the column comes first where `x_first` says so."""

    def __init__(self, first: int = 1, x_first: bool = False) -> None:
        self.first, self.x_first = first, x_first

    def name(self, shape: Shape, square: int) -> str:
        """What a square is called."""
        return f"({','.join(self._numbers(shape, square))})"

    def write(self, shape: Shape, square: int) -> str:
        """A square as it is typed in a move."""
        return " ".join(self._numbers(shape, square))

    def columns(self, shape: Shape) -> list[str]:
        """What the columns are called, from left to right."""
        return [str(column + self.first) for column in range(shape.columns)]

    def rows(self, shape: Shape) -> list[str]:
        """What the rows are called, from top to bottom."""
        return [str(row + self.first) for row in range(shape.rows)]

    def read(self, shape: Shape, words: Sequence[str]) -> list[int]:
        """The squares that these words name, two numbers each; IllegalMove where one is off the grid."""
        plain = all(word.isascii() and word.isdigit() and len(word) <= _DIGITS for word in words)
        if not plain or len(words) % 2:
            raise UnreadableMove(f"Please enter a row and a column, such as {self.write(shape, shape.squares - 1)}.")
        numbers = [int(word) for word in words]
        return [self._square(shape, *pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]

    def _numbers(self, shape: Shape, square: int) -> list[str]:
        row, column = (number + self.first for number in divmod(square, shape.columns))
        return [str(column), str(row)] if self.x_first else [str(row), str(column)]

    def _square(self, shape: Shape, one: int, other: int) -> int:
        row, column = (other, one) if self.x_first else (one, other)
        at = Shape(row - self.first, column - self.first)
        if not (0 <= at.rows < shape.rows and 0 <= at.columns < shape.columns):
            raise IllegalMove(f"({one},{other}) is off the grid. {self._range(shape)}")
        return at.rows * shape.columns + at.columns

    def _range(self, shape: Shape) -> str:
        last = [each + self.first - 1 for each in shape]
        if shape.rows == shape.columns:
            return f"Rows and columns go from {self.first} to {last[0]}."
        return f"Rows go from {self.first} to {last[0]}, columns from {self.first} to {last[1]}."


SquareNames = LetterAndNumber | Coordinates
