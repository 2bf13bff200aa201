"""How much is tried: a quarter in `make test`, everything in `make soak`."""

import os

IS_THOROUGH = "SQUARELY_THOROUGH" in os.environ


def many(count: int) -> int:
    """So many where everything is tried, else a quarter of them."""
    return count if IS_THOROUGH else count // 4
