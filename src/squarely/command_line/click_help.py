"""Commands whose help leads with examples, and files that they read and write."""

import os
from functools import partial
from pathlib import Path
from typing import Any

import click

from squarely.core.errors import SquarelyError
from squarely.files import output_file

InFile = partial(click.Path, exists=True, dir_okay=False, path_type=Path)  # a file to read


class CommandWithExamples(click.Command):
    """A command with examples, shown before anything else."""

    def __init__(self, *args: Any, examples: str = "", **more: Any) -> None:
        more.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*args, **more)
        self.examples = examples

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, then what click would say."""
        write_examples(formatter, self.examples)
        super().format_help(ctx, formatter)


class OutFile(click.Path):
    """A file to write; refused at once, not after the work, if something of its kind cannot be written there."""

    def __init__(self, kind: output_file.Kind | None = None) -> None:
        super().__init__(path_type=Path)
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        try:
            path = output_file.read_name(os.fspath(value))
            if self._kind:
                output_file.check_writable(path, self._kind)
        except SquarelyError as error:
            self.fail(f"{error}.", param, ctx)
        return path


def write_examples(formatter: click.HelpFormatter, examples: str) -> None:
    """The examples, a line each: the command, and behind some spaces what it does."""
    lines = (line.partition("  ") for line in examples.strip().splitlines())
    with formatter.section("Examples"):
        formatter.write_dl([(command, says.strip()) for command, _, says in lines], col_max=formatter.width // 2)
    formatter.write_paragraph()
