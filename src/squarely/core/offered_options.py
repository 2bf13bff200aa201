"""The options that an author declares, looked through: each has a name of its own and a default that it can take."""

import re
from collections.abc import Mapping
from typing import Any

from squarely.core.errors import UnknownGame
from squarely.core.options import MOST_OF_A_DIAL, Dial, Option, Place, Ruling, check_names


def check_options(options: Any) -> None:
    """Refuse what are no options, with what would be."""
    if isinstance(options, Dial | Ruling | Place) or not isinstance(options, tuple | list):
        raise UnknownGame("has OPTIONS that are no tuple; a tuple of one ends with a comma: OPTIONS = (Dial(...),)")
    for option in options:
        if not isinstance(option, Dial | Ruling | Place):
            raise UnknownGame(f"has {option!r} among its OPTIONS; an option is a Dial, a Ruling or a Place")
        if not isinstance(option.name, str) or not re.fullmatch("[a-z][a-z0-9_]*", option.name):
            raise UnknownGame(f"has an option called {option.name!r}; a name has small letters, such as size")
        _check_option(option)
    check_names(options)


def _check_option(option: Option) -> None:
    """Whether the default of an option is one of its settings."""
    if not isinstance(option.says, str):
        raise UnknownGame(f"has an option {option.name} that says {option.says!r}, which is no text")
    if isinstance(option, Dial):
        numbers = (option.default, option.low, option.high)
        if any(type(number) is int and abs(number) > MOST_OF_A_DIAL for number in numbers):
            raise UnknownGame(f"has an option {option.name} beyond {MOST_OF_A_DIAL:,}, the most that can be set")
        if any(type(number) is not int for number in numbers) or not option.low <= option.default <= option.high:
            raise UnknownGame(
                f"has an option {option.name} of {option.default!r}, from {option.low!r} to {option.high!r}: a Dial "
                "has a name, a default, the least and the greatest number, in this order"
            )
    elif isinstance(option, Ruling):
        _check_ruling(option)
    elif not isinstance(option.default, str) or not option.default.strip():
        raise UnknownGame(f"has a place {option.name} with the default {option.default!r}; it is a word or row-column")


def _check_ruling(ruling: Ruling) -> None:
    readings = ruling.readings
    if not isinstance(readings, Mapping) or not all(
        isinstance(part, str) and part.strip() for pair in readings.items() for part in pair
    ):
        raise UnknownGame(f"has an option {ruling.name} whose readings are no dict of names and what they mean")
    if odd := next((name for name in readings if not re.fullmatch("[A-Za-z0-9_-]+", name)), ""):
        raise UnknownGame(f"has a reading {odd!r} of its option {ruling.name}; a reading is one word, such as play_on")
    if ruling.default not in readings:
        raise UnknownGame(
            f"has an option {ruling.name} with the default {ruling.default!r}, which is none of its readings: "
            f"{', '.join(readings)}"
        )
