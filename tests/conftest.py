"""What tests of several rooms need: a desk of one's own, and the game from outside installed."""

import fcntl
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from squarely.core.rules import registry
from tests.terminal.driving import Desk

# What is ignored in a shell's background, or under nohup: whoever is started here inherits it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

OUTSIDE = Path(__file__).parent / "games" / "outside"


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups after it
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep a file in one process unless it names a group, and begin with what takes longest."""
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    groups = Counter(_find_group(item) for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -groups[_find_group(item)])


def _find_group(item: pytest.Item) -> str:
    marker = item.get_closest_marker("xdist_group")
    assert marker is not None
    return str(marker.args[0])


@pytest.fixture(autouse=True)
def _given_back() -> Iterator[None]:
    """What a test has lent to this process is given back."""
    yield
    if os.environ.pop(registry.LENT, ""):
        registry.look_again()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with the package from outside installed in it, once for all processes that test."""
    shared = tmp_path_factory.getbasetemp()
    folder = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "outside"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _install(folder)
    return str(folder)


def _install(folder: Path) -> None:
    options = ["--no-deps", "--quiet", "--disable-pip-version-check", "--target", str(folder)]
    if find_spec("hatchling"):
        options.append("--no-build-isolation")
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(OUTSIDE)], check=True)
