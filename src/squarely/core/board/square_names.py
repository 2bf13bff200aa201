"""What squares are called: `A1`, `(1,1)` or `(0,0)`. A game declares one of these as SQUARES."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from squarely.core.errors import IllegalMove, UnreadableMove
from squarely.core.text.notation import is_number

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = 4  # of a number that can be meant


class Shape(NamedTuple):
    """How many rows and columns a board has."""

    rows: int
    columns: int

    @property
    def squares(self) -> int:
        return self.rows * self.columns


class SquareNames:
    """A way to call squares."""

    first = 1  # what the first row is called
    axes: tuple[str, str] | None = None  # what the numbers across and down are called, where both have numbers

    def name(self, shape: Shape, square: int) -> str:
        raise NotImplementedError

    def write(self, shape: Shape, square: int) -> str:
        """A square as it is typed in a move."""
        return self.name(shape, square)

    def columns(self, shape: Shape) -> list[str]:
        """What the columns are called, from left to right."""
        return [str(column + self.first) for column in range(shape.columns)]

    def rows(self, shape: Shape) -> list[str]:
        """What the rows are called, from top to bottom."""
        return [str(row + self.first) for row in range(shape.rows)]

    def read(self, shape: Shape, words: Sequence[str]) -> list[int]:
        """The squares that these words name; IllegalMove where one is off the grid."""
        squares, found = self._by_name(shape), []
        for name in self._read_names(shape, words):
            if name not in squares:
                raise IllegalMove(f"{name} is off the grid. {self._say_range(shape)}")
            found.append(squares[name])
        return found

    @cache  # noqa: B019, there are a few of these for as long as the process lives
    def _by_name(self, shape: Shape) -> dict[str, int]:
        return {self.name(shape, square): square for square in range(shape.squares)}

    def _read_names(self, shape: Shape, words: Sequence[str]) -> Iterator[str]:
        """What squares would be called that are written like this; UnreadableMove where none is."""
        raise NotImplementedError

    def _say_range(self, shape: Shape) -> str:
        raise NotImplementedError


class LetterAndNumber(SquareNames):
    """`B3`, typed `b3` or `b 3`: a letter for the column, AA behind Z, and a number for the row, from 1 at the top."""

    def __init__(self, noun: str = "square") -> None:
        self.noun = noun

    def name(self, shape: Shape, square: int) -> str:
        row, column = divmod(square, shape.columns)
        return f"{_name_column(column)}{row + 1}"

    def columns(self, shape: Shape) -> list[str]:
        return [_name_column(column) for column in range(shape.columns)]

    def _read_names(self, shape: Shape, words: Sequence[str]) -> Iterator[str]:
        longest = len(_name_column(shape.columns - 1))
        joined = re.sub(r"\b([a-z]+) (?=[0-9]+\b)", r"\1", " ".join(words))  # `b 3` is `b3`
        for word in joined.split(" ") if words else ():
            found = re.fullmatch(f"([a-z]{{1,{longest}}})([0-9]{{1,{_DIGITS - 1}}})", word)
            if not found:
                raise UnreadableMove(f"Please enter a {self.noun} such as A1 or {self.name(shape, shape.squares - 1)}.")
            yield f"{found[1].upper()}{int(found[2])}"

    def _say_range(self, shape: Shape) -> str:
        return f"{self.noun.title()}s go from A1 to {self.name(shape, shape.squares - 1)}."


@cache
def _name_column(column: int) -> str:
    """A to Z, then AA, AB and so on."""
    before, letter = divmod(column, len(_LETTERS))
    return (_name_column(before - 1) if before else "") + _LETTERS[letter].upper()


class Coordinates(SquareNames):
    """`(2,3)`, typed `2 3`: row and column, counted from `first`; the column comes first where `x_first` says so."""

    def __init__(self, first: int = 1, x_first: bool = False) -> None:
        self.first, self.x_first = first, x_first
        self.axes = ("x", "y") if x_first else ("column", "row")

    def name(self, shape: Shape, square: int) -> str:
        return f"({self.write(shape, square).replace(' ', ',')})"

    def write(self, shape: Shape, square: int) -> str:
        row, column = (number + self.first for number in divmod(square, shape.columns))
        return f"{column} {row}" if self.x_first else f"{row} {column}"

    def _read_names(self, shape: Shape, words: Sequence[str]) -> Iterator[str]:
        if len(words) % 2 or not all(is_number(word, _DIGITS) for word in words):
            raise UnreadableMove(f"Please enter a row and a column, such as {self.write(shape, shape.squares - 1)}.")
        return (f"({int(one)},{int(other)})" for one, other in zip(words[::2], words[1::2], strict=True))

    def _say_range(self, shape: Shape) -> str:
        rows, columns = (f"from {self.first} to {each + self.first - 1}" for each in shape)
        return f"Rows and columns go {rows}." if rows == columns else f"Rows go {rows}, columns {columns}."
