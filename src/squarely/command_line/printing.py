"""Printing untrusted text, in lines that fit: no control characters reach the terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Timer
from typing import TextIO

import click

from squarely.core.text.notation import strip_controls
from squarely.core.text.wrapping import GLUE, WIDTH, wrap

_SOON = 0.5  # seconds; what is quicker shows no progress


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text to standard output, or to standard error."""
    click.echo(strip_controls(text), err=err, nl=nl)


def echo_json(data: object, indent: int | None = None) -> None:
    import json  # which no first prompt waits for

    echo(json.dumps(data, indent=indent, ensure_ascii=False))


def fit(text: str, stream: TextIO) -> str:
    """Prose in lines that fit a terminal and are read with ease; for a pipe or a file as it is."""
    width = count_columns(stream)
    return wrap(text, min(width, WIDTH)) if width else text.replace(GLUE, " ")


def count_columns(stream: TextIO) -> int | None:
    """How many columns the terminal has; None if it does not say, or the stream is none."""
    return (os.get_terminal_size(stream.fileno()).columns or None) if stream.isatty() else None


def make_progress_line() -> Callable[[str, int, int], None]:
    """Shows a line on standard error, with how many of how many are done: on a terminal each is written over the one
    before, elsewhere there is one for every tenth."""
    shown = -1

    def show(line: str, done: int, planned: int) -> None:
        nonlocal shown
        if sys.stderr.isatty():
            columns = count_columns(sys.stderr) or len(line) + 1  # a line that is broken could not be written over
            sys.stderr.write(f"\r\x1b[K{line[: columns - 1]}" + ("\n" if done == planned else ""))
            sys.stderr.flush()
        elif (tenth := 10 * done // max(1, planned)) > shown:
            shown = tenth
            echo(line, err=True)

    return show


class ShownProgress:
    """A line that is written again and again: call it with how many there are so far."""

    def __init__(self, update: Callable[..., None]) -> None:
        self._update = update

    def __call__(self, count: int) -> None:
        self._update(completed=count)

    def expect(self, what: str) -> None:
        """Show what is to be expected: how many there will be, and how long it will take."""
        self._update(description=what)


@contextmanager
def show_progress(noun: str = "positions") -> Iterator[ShownProgress | None]:
    """A function to call with how many there are so far; None without a terminal. Its line is cleared."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    done = TextColumn("{task.completed:,} " + noun + "{task.description}")
    columns = (SpinnerColumn(), done, TimeElapsedColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task("", total=None)
    timer = Timer(_SOON, progress.start)
    timer.start()
    try:
        yield ShownProgress(partial(progress.update, task))
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
