"""Prose in lines of a width: broken between words, and what goes on below stands under where it began."""

import re
from textwrap import fill

WIDTH = 100  # of a line that is read with ease, where nothing else limits it
GLUE = "\N{NO-BREAK SPACE}"  # stands for a space at which no line is broken


def wrapped(text: str, width: int = WIDTH) -> str:
    """The text with every line that is too long broken between words; every other line as it is."""
    return "\n".join(_broken(line, width) for line in text.split("\n")).replace(GLUE, " ")


def _broken(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    hanging = " " * _hang(line, width)
    return fill(line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _hang(line: str, width: int) -> int:
    """Where the last column of a line begins, or where the line does; never beyond half of the width."""
    columns = [found.end() for found in re.finditer(r"^ *|(?<=\S) {2,}(?=\S)", line)]
    return max(column for column in columns if column <= max(width // 2, columns[0]))
