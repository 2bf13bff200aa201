"""What the text forms of all games share: forgiving words, board rows, the fields of a position line."""

import re
from collections.abc import Sequence

from squarely.errors import BadPosition

_LONGEST_QUOTE = 40
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # all but tab and line end
_SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_JOINED = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")


def words(text: str) -> list[str]:
    """The words of what somebody typed: case, extra spaces, commas and brackets do not matter."""
    return re.sub(r"[\s,()]+", " ", text).strip().lower().split()


def numbers(text: str) -> list[int] | None:
    """The whole numbers somebody typed (`2 2`, `2,2`, `(2, 2)`), or None if there is anything else."""
    found = words(text)
    plain = all(word.isascii() and word.isdigit() and len(word) < 5 for word in found)
    return [int(word) for word in found] if found and plain else None


def is_printable(text: str) -> bool:
    """Whether this is one line that can be printed. The joiners of emoji and of some scripts may be between others."""
    return _JOINED.sub("", text).isprintable()


def quoted(text: str) -> str:
    """What somebody typed, short and printable enough to be said back to them."""
    shown = "".join(c if c.isprintable() else "?" for c in text.strip())
    return f"'{shown[:_LONGEST_QUOTE]}…'" if len(shown) > _LONGEST_QUOTE else f"'{shown}'"


def as_sentence(text: str) -> str:
    """The text with a full stop, where it does not end as a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def harmless(text: str) -> str:
    """The text without what would move a terminal's cursor, change its colours or turn its lines around."""
    return _CONTROLS.sub("?", text)


def spelled(number: int) -> str:
    """`one`, `two` and so on to `twelve`; figures from there on."""
    return _SPELLED[number] if number < len(_SPELLED) else str(number)


def choice(items: Sequence[str]) -> str:
    """`1`, `1 or 2`, `1, 2 or 3`."""
    return " or ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def listing(items: Sequence[str]) -> str:
    """`A1`, `A1 and B2`, `A1, B2 and C3`."""
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def fields(text: str, *names: str) -> list[str]:
    """The parts of a position line: the board first, then what else matters."""
    parts = text.split()
    if len(parts) != len(names):
        raise BadPosition(f"{quoted(text)} has {counted(len(parts), 'part')}; a position is {' '.join(names)}")
    return parts


def read_board(text: str, size: int, glyphs: str) -> str:
    """The squares of a board row by row, as one string without the slashes."""
    rows = text.split("/")
    if len(rows) != size:
        raise BadPosition(f"the board has {counted(len(rows), 'row')}; it needs {size}, joined by /")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadPosition(f"row {number} has {counted(len(row), 'square')}; it needs {size}")
        for glyph in row:
            if glyph not in glyphs:
                raise BadPosition(f"row {number} has {quoted(glyph)}; a square is one of {' '.join(glyphs)}")
    return "".join(rows)


def write_board(glyphs: str, size: int) -> str:
    """The board rows, top to bottom, joined by slashes."""
    return "/".join(glyphs[start : start + size] for start in range(0, size * size, size))


def read_mover(text: str, marks: Sequence[str]) -> int:
    """Which side is to move."""
    if text not in marks:
        raise BadPosition(f"the side to move is {choice(list(marks))}, not {quoted(text)}")
    return marks.index(text)


def counted(number: float, noun: str) -> str:
    """`1 turn`, `2 turns`, `0.5 seconds`."""
    shown = f"{number:g}" if isinstance(number, float) else str(number)
    return f"{shown} {noun}" if number == 1 else f"{shown} {noun}s"
