"""`pytest --quick`: every test that needs no compiler, browser or database and is not slow.

Nobody keeps a list of the first three. In a quick run their packages cannot be imported: a test that asks for one is
skipped at that moment, and so is one that fails after a process it started has asked. What is slow is measured:
`pytest --measure` writes the names of tests that take longer than a third of a second on average to `slow_tests.txt`.
"""

import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.withheld.sitecustomize import ASKED, NEEDS, Withheld

SLOW = Path(__file__).parent / "slow_tests.txt"
_LONG = 0.35  # seconds, with three tests at a time on two cores
_WITHHELD = str(Path(__file__).parent / "withheld")


def environment() -> dict[str, str]:
    """What a process is to be started with: in a quick run it must do without, too."""
    return {name: os.environ[name] for name in (ASKED, "PYTHONPATH")} if ASKED in os.environ else {}


def slow_tests() -> set[str]:
    """The names of the tests that were slow when they were measured."""
    return set(SLOW.read_text(encoding="utf-8").split())


class Quick:
    """The plugin of a quick run."""

    def __init__(self) -> None:
        handle, self._asked = tempfile.mkstemp(prefix="squarely-quick-")
        os.close(handle)
        os.environ |= {ASKED: self._asked, "PYTHONPATH": _WITHHELD}
        sys.meta_path.insert(0, Withheld(_pass_over))

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what is slow."""
        slow = slow_tests()
        left_out = [item for item in items if name_test(item.nodeid) in slow]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if name_test(item.nodeid) not in slow]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """What was asked for before is no excuse."""
        self._just_asked()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """A failure of which the reason is that something is withheld is none."""
        report = yield
        if report.failed and (asked := self._just_asked()):
            report.outcome = "skipped"
            report.longrepr = (str(item.path), 0, f"Skipped: a process it starts needs {NEEDS[asked]}")
        return report

    def pytest_unconfigure(self) -> None:
        """Leave nothing behind."""
        Path(self._asked).unlink(missing_ok=True)

    def _just_asked(self) -> str | None:
        asked = Path(self._asked).read_text(encoding="utf-8").split()
        Path(self._asked).write_text("", encoding="utf-8")
        return asked[-1] if asked else None


class Measure:
    """The plugin that finds out what is slow, in a run of everything."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Each test is reported three times: prepared, done, cleared away."""
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write down those that are slow on average."""
        by_name = defaultdict(list)
        for test, seconds in self._seconds.items():
            if (name := name_test(test)).startswith("test_"):
                by_name[name].append(seconds)
        slow = [name for name, all_of_it in by_name.items() if sum(all_of_it) / len(all_of_it) > _LONG]
        SLOW.write_text("".join(f"{name}\n" for name in sorted(slow)), encoding="utf-8")


def name_test(test: str) -> str:
    """The name of a test without its file and what it is run with; most are sentences that stand once."""
    return test.partition("[")[0].rpartition("::")[2]


def _pass_over(name: str) -> None:
    pytest.skip(f"needs {NEEDS[name]}", allow_module_level=True)
