"""Which tests the same process runs, one after the other, and in which order: what takes longest is not begun last."""

from collections import Counter
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.quick import name_test, slow_tests

# The plain twins of whole games and the findings of the court; the compiled steps of a game.
SHARING = (
    ("tests/review/",),
    (
        "tests/environments/test_vector.py",
        "tests/environments/test_gym_vector.py",
        "tests/environments/test_reset_options.py",
    ),
)


def find_scope(nodeid: str) -> str:
    """What a test belongs to: its file, or the files that share something with it."""
    return next((files[0] for files in SHARING if nodeid.startswith(files)), nodeid.partition("::")[0])


def put_slow_files_first(items: list[pytest.Item]) -> None:
    """Order the files by how many slow tests they have, the most first."""
    slow = slow_tests()
    counts = Counter(find_scope(item.nodeid) for item in items if name_test(item.nodeid) in slow)
    items.sort(key=lambda item: -counts[find_scope(item.nodeid)])


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """As `--dist loadfile`, in the order in which the tests were collected; files that share something count as one."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return find_scope(nodeid)
