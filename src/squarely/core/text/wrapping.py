"""Prose wrapped to a width, with hanging indents."""

import re
from textwrap import fill

WIDTH = 100  # of a line that is read with ease, where nothing else limits it
GLUE = "\N{NO-BREAK SPACE}"  # stands for a space at which no line is broken


def wrap(text: str, width: int = WIDTH, hang: int | None = None) -> str:
    """The text with every line that is too long broken between words; every other line as it is.

    Continuation lines are indented by `hang`, or as the line itself shows: under its last column.
    """
    return "\n".join(_break_line(line, width, hang) for line in text.split("\n")).replace(GLUE, " ")


def _break_line(line: str, width: int, hang: int | None) -> str:
    end = line[len(line.rstrip()) :]  # a question ends in a space, and its answer begins on the same row
    room = width - len(end) - 1 if end else width
    if len(line) - len(end) <= room:
        return line
    longest = max(map(len, line.split(" ")))  # what cannot be broken begins further left rather than be too long
    hanging = " " * max(0, min(_find_indent(line, room) if hang is None else hang, room - longest))
    return fill(line, room, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False) + end


def _find_indent(line: str, width: int) -> int:
    """Where the last column of a line begins, or where the line does; never beyond half of the width."""
    columns = [found.end() for found in re.finditer(r"^ *|(?<=\S) {2,}(?=\S)", line)]
    return max(column for column in columns if column <= max(width // 2, columns[0]))
