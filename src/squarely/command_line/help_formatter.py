"""Help in lines that fit the terminal, however narrow it is, and in which no word is cut."""

import re
import sys
from collections.abc import Iterable

import click

from squarely.command_line.printing import count_columns
from squarely.core.text.wrapping import wrap

_WIDEST = 80
_NARROW = 60  # below it, what an option does stands under the option
_NARROWEST = 20


class HelpFormatter(click.HelpFormatter):
    """Click's own, but for where lines end."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(indent_increment, width, max_width)
        if columns := count_columns(sys.stdout):
            self.width = max(_NARROWEST, min(columns, max_width or _WIDEST) - 2)

    def write_text(self, text: str) -> None:
        """Paragraphs, each wrapped."""
        indent = " " * self.current_indent
        paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip())]
        wrapped = [wrap(f"{indent}{paragraph}", self.width, hang=len(indent)) for paragraph in paragraphs]
        self.write("\n\n".join(wrapped) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Options or commands with what each does."""
        listed = list(rows)
        widest = min(col_max, 12) if self.width < _NARROW else col_max
        column = min(max(len(name) for name, _ in listed), widest) + col_spacing
        room, hang = self.width - self.current_indent - column, self.current_indent + column
        for name, says in listed:
            self.write(f"{'':>{self.current_indent}}{name}")
            beside = len(name) <= column - col_spacing
            plain = re.sub(r"\b0<=x<=\d{10,}", "x>=0", " ".join(says.split()))  # a limit of the machine, not of people
            text = wrap(plain, room, hang=0).replace("\n", "\n" + " " * hang)
            if text:
                self.write((" " * (column - len(name)) if beside else "\n" + " " * hang) + text)
            self.write("\n")

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """How the command is called."""
        line = f"{prefix or 'Usage: '}{prog} {args}".rstrip()
        self.write(wrap(line, self.width, hang=min(len(prefix or "Usage: "), self.width // 4)) + "\n")


class Context(click.Context):
    """A context that writes its help so."""

    formatter_class = HelpFormatter
