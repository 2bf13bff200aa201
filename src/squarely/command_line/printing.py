"""Printing what may come from anybody: names, files and options reach the terminal without control characters."""

import click

from squarely.core.notation import strip_controls


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text to standard output, or to standard error."""
    click.echo(strip_controls(text), err=err, nl=nl)
