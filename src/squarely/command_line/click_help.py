"""Commands whose help leads with examples, and files that they write."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from squarely.command_line.help_formatter import Context
from squarely.command_line.printing import count_columns
from squarely.core.errors import SquarelyError
from squarely.core.text.wrapping import WIDTH, wrap
from squarely.files import output_file


class CommandWithExamples(click.Command):
    """A command with examples, shown before anything else."""

    context_class = Context

    def __init__(self, *args: Any, examples: str = "", **more: Any) -> None:
        more.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **more)
        self.examples = examples

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, then what click would say."""
        write_examples(formatter, self.examples)
        super().format_help(ctx, formatter)


class InFile(click.Path):
    """A file to read. Whoever reads it says what is wrong with it; this one only asks for a name."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path."""
        if not os.fspath(value):
            self.fail("a file needs a name.", param, ctx)
        return super().convert(value, param, ctx)


class OutFile(click.Path):
    """A file to write; refused at once, not after the work, if something of its kind cannot be written there."""

    def __init__(self, kind: output_file.Kind | None = None) -> None:
        super().__init__(path_type=Path)
        self._kind = kind

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path, looked at unless whoever asked does that."""
        text = os.fspath(value)
        if ctx and any(text in each.opts for each in ctx.command.get_params(ctx)):
            self.fail(f"a file needs a name; {text} is an option. A file that is called so: ./{text}", param, ctx)
        try:
            path = output_file.read_name(text)
            if self._kind:
                output_file.check_writable(path, self._kind)
        except SquarelyError as error:
            self.fail(f"{error}.", param, ctx)
        return path


def write_examples(formatter: click.HelpFormatter, examples: str) -> None:
    """The examples, a line each."""
    with formatter.section("Examples"):
        formatter.write("".join(f"{_fit_example(line)}\n" for line in examples.strip().splitlines()) + "\n")


def _fit_example(line: str) -> str:
    """An example in rows that fit; what it does on rows of its own, where there is no room beside it."""
    columns = count_columns(sys.stdout)
    columns = columns and min(columns, WIDTH)
    if columns is None or len(line) + 2 <= columns:
        return f"  {line}"
    command, _, says = line.partition("   ")
    rows = [wrap(f"  {command.strip()}", columns, hang=4), *([wrap(f"      {says.strip()}", columns)] if says else [])]
    return "\n".join(rows)
