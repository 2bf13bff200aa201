"""Every test has a desk of its own."""

from pathlib import Path

import pytest

from ..terminal.driving import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A machine on which nobody has played yet."""
    return Desk(tmp_path)
