"""Reading what anybody may have written: each function gives what it is named for, or ValueError."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

Read = TypeVar("Read")

_FRACTION = re.compile(r"\d{1,12}(/[1-9]\d{0,11})?", re.ASCII)
_MOST = 10**12


class FieldReader:
    """The fields of an object, each read with what it has to be."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def __call__(self, name: str, read: Callable[[Any], Read]) -> Read:
        """The field of that name; ValueError names it."""
        if name not in self._data:
            raise ValueError(f"it has no {name!r}")
        try:
            return read(self._data[name])
        except (ValueError, TypeError, LookupError, AttributeError):
            raise ValueError(f"its {name!r} is not what an arena writes") from None


def read_text(value: Any) -> str:
    """Text that can be printed."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError
    return value


def read_prose(value: Any) -> str:
    """Text that nobody prints: it may have any characters in it."""
    if not isinstance(value, str):
        raise ValueError
    return value


def read_texts(value: Any) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(map(read_text, read_list(value)))


def read_list(value: Any) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise ValueError
    return value


def read_count(value: Any) -> int:
    """A number that counts something."""
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ValueError
    return value


def read_number(value: Any) -> float:
    """A number that measures something."""
    if type(value) not in (int, float) or not 0 <= value <= _MOST:
        raise ValueError
    return float(value)


def read_fraction(value: Any) -> Fraction:
    """Such as `3/8`. Nothing else is understood: `1e999999999` would take for ever."""
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        raise ValueError
    return Fraction(value)


def read_one_of(values: Sequence[Read]) -> Callable[[Any], Read]:
    """Reads one of these, of its very type."""

    def read(value: Any) -> Read:
        for each in values:
            if type(each) is type(value) and each == value:
                return each
        raise ValueError

    return read


def read_optional(read: Callable[[Any], Read]) -> Callable[[Any], Read | None]:
    """Reads null, too."""
    return lambda value: None if value is None else read(value)
