"""What Stable-Baselines3 takes for a picture, restated. It divides those by 255, and from such planes learns little."""

from typing import Any

import numpy as np
from gymnasium import spaces


def is_picture(space: spaces.Space[Any]) -> bool:
    """Three dimensions of bytes that go from 0 to 255 everywhere."""
    if not isinstance(space, spaces.Box) or len(space.shape) != 3 or space.dtype != np.uint8:
        return False
    return bool((space.low == 0).all() and (space.high == 255).all())
