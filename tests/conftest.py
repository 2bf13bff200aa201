"""What tests of several rooms need: a desk of one's own, and the game from outside installed."""

import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.terminal.driving import Desk

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background: whoever is started here inherits it
    signal.signal(signal.SIGINT, signal.default_int_handler)

OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A machine on which nobody has played yet."""
    return Desk(tmp_path)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with the package from outside installed in it."""
    folder = tmp_path_factory.mktemp("outside")
    options = ["--no-deps", "--quiet", "--disable-pip-version-check", "--target", str(folder)]
    if find_spec("hatchling"):
        options.append("--no-build-isolation")
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(OUTSIDE)], check=True)
    return str(folder)
