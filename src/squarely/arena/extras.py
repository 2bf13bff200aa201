"""What the arena needs besides the core, seen before anything is played."""

from importlib.util import find_spec

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_and

_NEEDED = ("numpy", "openskill")


def check_extras() -> None:
    """SquarelyError names what is missing and how to get it."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise SquarelyError(
            f"the arena needs {join_with_and(missing)}; install the extra: pip install 'squarely[agents]'"
        )
