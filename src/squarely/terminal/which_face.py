"""Whether a command may open the full-screen app: on a terminal that can show it, with the extra `screen` installed."""

import os
import sys
from importlib.util import find_spec

from squarely.core.errors import SquarelyError

INSTALL = "pip install 'squarely[screen]'"


def can_open_screen(plain: bool = False) -> bool:
    """Whether the app can be shown, and nobody has asked for lines."""
    return not plain and is_on_screen() and has_extra()


def require_screen(plain: bool = False, **given: object) -> None:
    """SquarelyError says why the app cannot be opened, and what helps; what else is given must be nothing."""
    for name, value in given.items():
        if value:
            raise SquarelyError(f"--{name} and --screen do not go together; give one of them")
    if plain:
        raise SquarelyError("--plain goes line by line and --screen opens the full-screen app; give one of them")
    if not is_on_screen():
        raise SquarelyError("--screen needs a terminal that can move its cursor; without it, play goes line by line")
    if not has_extra():
        raise SquarelyError(f"--screen needs textual; install it with: {INSTALL}")


def is_on_screen() -> bool:
    """Whether all three streams are a terminal that can be written to in any place."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") not in ("", "dumb")


def has_extra() -> bool:
    """Whether what the app is made with is installed; it is not loaded by this."""
    return find_spec("textual") is not None
