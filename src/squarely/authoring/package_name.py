"""What a new game may be called, and how large its board may be."""

import keyword
import re
from collections.abc import Collection
from importlib.util import find_spec
from typing import NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.notation import quote
from squarely.core.squares import Shape

SMALLEST, MOST_SQUARES = 3, 63
_LONGEST = 32
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_BOARD = re.compile(r"\s*(\d{1,4})\s*(?:[xX×*]\s*(\d{1,4})\s*)?")


class BadName(SquarelyError):
    """A name that no new game can have. The message says which it could."""


class BadBoard(SquarelyError):
    """A board that no game begins with. The message says which it could be."""


class PackageName(NamedTuple):
    """What a game is called, and its module."""

    game: str
    module: str

    @property
    def title(self) -> str:
        """The name as people write it."""
        return self.game.replace("-", " ").replace("_", " ").capitalize()


def read_name(typed: str, installed: Collection[str], commands: Collection[str] = ()) -> PackageName:
    """The name of a new game; BadName says why it cannot be called that."""
    if not _NAME.fullmatch(typed) or len(typed) > _LONGEST:
        raise BadName(f"a game cannot be called {quote(typed)}; {_describe_names(typed)}")
    if typed in installed:
        raise BadName(f"there is a game {quote(typed)} already; choose another name")
    if typed in commands or keyword.iskeyword(typed):
        whose = "Python" if keyword.iskeyword(typed) else "the command line"
        raise BadName(f"{quote(typed)} is a word of {whose}; choose another name")
    module = f"squarely_{typed.replace('-', '_')}"
    if find_spec(module) is not None:
        raise BadName(f"there is a module {module} already, from another package; choose another name")
    return PackageName(typed, module)


def read_board(typed: str) -> Shape:
    """The board that somebody wants, `4x4` or `3x5`: rows, then columns. BadBoard says why there is none."""
    found = _BOARD.fullmatch(typed)
    if not found:
        raise BadBoard(f"{quote(typed)} is not a board; write rows and columns, such as 4x4 or 3x5")
    rows, columns = int(found[1]), int(found[2] or found[1])
    if min(rows, columns) < SMALLEST:
        raise BadBoard(
            f"a board of {rows}x{columns} is too small; it has {SMALLEST} rows and {SMALLEST} columns at least"
        )
    if rows * columns > MOST_SQUARES:
        raise BadBoard(
            f"a board of {rows}x{columns} has {rows * columns} squares, and a set of squares takes {MOST_SQUARES}; "
            "7x9 is the largest that is nearly square"
        )
    return Shape(rows, columns)


def _describe_names(typed: str) -> str:
    """What a name is, and the nearest one to what was typed."""
    near = re.sub(r"[^a-z0-9]+", "-", typed.lower())[:_LONGEST].strip("-").lstrip("0123456789-")
    such = f", such as {near}" if _NAME.fullmatch(near) else ", such as corners"
    return f"a name has up to {_LONGEST} small letters and digits, with - or _ between words{such}"
