"""A position as a row of whole numbers, so that thousands of them are one array."""

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


def list_numbers(field: Any) -> Iterator[int]:
    """Every number of a position, in the order of its fields."""
    if isinstance(field, tuple):
        for part in field:
            yield from list_numbers(part)
    else:
        yield field


def write_row_functions(position: Position) -> RowFunctions:
    """The functions for positions of this kind; always the same ones for the same kind."""
    kind: Any = type(position)
    return _compile_row_functions(kind, tuple(_shape(field) for field in position))


@cache
def _compile_row_functions(kind: Any, shapes: tuple[Any, ...]) -> RowFunctions:
    """The functions for fields of these shapes, written out so that they compile to plain reads and writes."""
    numbers = count()
    loaded = ", ".join(_load_expression(shape, numbers) for shape in shapes)
    paths = [path for field, shape in enumerate(shapes) for path in _paths(f"position[{field}]", shape)]
    stored = "".join(f"    rows[at, {number}] = {path}\n" for number, path in enumerate(paths))
    source = f"def load(rows, at): return Position({loaded})\ndef store(position, rows, at):\n{stored}"
    made = define_functions(source, Position=kind)
    return RowFunctions(made["load"], made["store"], len(paths))


def _shape(field: Any) -> Any:
    """A tuple of the shapes of the parts; None for a number."""
    return tuple(_shape(part) for part in field) if isinstance(field, tuple) else None


def _load_expression(shape: Any, numbers: Iterator[int]) -> str:
    if shape is None:
        return f"rows[at, {next(numbers)}]"
    return f"({''.join(_load_expression(part, numbers) + ', ' for part in shape)})"


def _paths(path: str, shape: Any) -> Iterator[str]:
    if shape is None:
        yield path
    else:
        for at, part in enumerate(shape):
            yield from _paths(f"{path}[{at}]", part)
