"""Printing what may come from anybody, in lines that fit: no control characters reach the terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from squarely.core.text.notation import strip_controls
from squarely.core.text.wrapping import GLUE, WIDTH, wrap

_SOON = 0.5  # seconds; what is quicker shows no progress


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text to standard output, or to standard error."""
    click.echo(strip_controls(text), err=err, nl=nl)


def fit(text: str, stream: TextIO) -> str:
    """Prose in lines that fit a terminal and are read with ease; for a pipe or a file as it is."""
    width = count_columns(stream)
    return wrap(text, min(width, WIDTH)) if width else text.replace(GLUE, " ")


def count_columns(stream: TextIO) -> int | None:
    """How many columns the terminal has; None if it does not say, or the stream is none."""
    return (os.get_terminal_size(stream.fileno()).columns or None) if stream.isatty() else None


@contextmanager
def show_progress(noun: str = "positions") -> Iterator[Callable[[int], None] | None]:
    """A function to call with how many there are so far; None where nobody is watching. Its line is cleared."""
    if not sys.stderr.isatty():
        yield None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,} " + noun), TimeElapsedColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task("", total=None)
    timer = Timer(_SOON, progress.start)
    timer.start()
    try:
        yield lambda count: progress.update(task, completed=count)
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
