"""What tests of several rooms need: a desk of one's own, and the game from outside installed."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from squarely.core.rules import registry
from tests.quick import Measure, Quick
from tests.scheduling import Together, put_slow_files_first
from tests.terminal.driving import Desk

# What is ignored in a shell's background, or under nohup: whoever is started here inherits it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

OUTSIDE = Path(__file__).parent / "games" / "outside"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only what needs no compiler, browser or database")
    parser.addoption("--measure", action="store_true", help="run everything and write down which tests are slow")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("quick"):
        config.pluginmanager.register(Quick())
    if config.getoption("measure") and not hasattr(config, "workerinput"):  # whoever gathers the reports of all workers
        config.pluginmanager.register(Measure())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    put_slow_files_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Together | None:
    return Together(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.fixture(autouse=True)
def _given_back() -> Iterator[None]:
    """What a test has lent to this process is given back."""
    yield
    if os.environ.pop(registry.LENT, ""):
        registry.look_again()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A machine on which nobody has played yet."""
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
