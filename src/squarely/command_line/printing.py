"""Printing what may come from anybody, in lines that fit: no control characters reach the terminal."""

import os
from typing import TextIO

import click

from squarely.core.text.notation import strip_controls
from squarely.core.text.wrapping import WIDTH, wrap


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text to standard output, or to standard error."""
    click.echo(strip_controls(text), err=err, nl=nl)


def fit(text: str, stream: TextIO) -> str:
    """Prose in lines that fit a terminal and are read with ease; for a pipe or a file as it is."""
    width = count_columns(stream)
    return wrap(text, min(width, WIDTH)) if width else text


def count_columns(stream: TextIO) -> int | None:
    """How many columns the terminal has; None if it does not say, or the stream is none."""
    return (os.get_terminal_size(stream.fileno()).columns or None) if stream.isatty() else None
