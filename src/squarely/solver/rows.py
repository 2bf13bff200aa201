"""A position as a row of whole numbers, so that thousands of them are one array."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from squarely.core.rules.fields import define_functions
from squarely.core.rules.game import Position


class RowFunctions(NamedTuple):
    """Functions between positions of one kind and rows of an array, to be compiled."""

    load: Callable[[Any, int], Position]  # from a row of the array
    store: Callable[[Position, Any, int], None]
    width: int


def write_row_functions(position: Position) -> RowFunctions:
    """The functions for positions of this kind; always the same ones for the same kind."""
    kind: Any = type(position)
    numbers = count()
    cells = re.sub(r"\d+", r"rows[at, \g<0>]", str(_number_fields(position, numbers))[1:-1])
    return _define_row_functions(kind, cells, next(numbers))


def _number_fields(field: Any, numbers: Iterator[int]) -> Any:
    """The tuples of a position, with the number of each of its numbers in place of that."""
    return tuple(_number_fields(part, numbers) for part in field) if isinstance(field, tuple) else next(numbers)


@cache
def _define_row_functions(kind: Any, cells: str, width: int) -> RowFunctions:
    """Written out, so that they compile to plain reads and writes: `rows[at, 0], (rows[at, 1], rows[at, 2])`."""
    source = f"def load(rows, at): return Position({cells})\ndef store(position, rows, at): {cells} = position\n"
    made = define_functions(source, Position=kind)
    return RowFunctions(made["load"], made["store"], width)
