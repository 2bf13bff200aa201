"""Keys heard one by one, where nobody is asked for a line."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


@contextmanager
def hear_keys(terminal: TextIO) -> Iterator[bool]:
    """Meanwhile a key can be read as soon as it is pressed, and is not shown; False where that cannot be had."""
    try:
        import termios
        import tty
    except ImportError:  # Windows has no such terminals
        yield False
        return
    stdin = terminal.fileno()
    try:
        before = termios.tcgetattr(stdin)
        tty.setcbreak(stdin, termios.TCSANOW)
    except termios.error:  # the terminal has gone away
        yield False
        return
    try:
        yield True
    finally:
        with suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSANOW, before)
