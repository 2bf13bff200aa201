"""A quick run does without compiler, browser and database, and fails for everything else that a whole run fails for."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests import quick

TESTS = Path(__file__).parent
PLUGIN = """
from tests.quick import Quick

def pytest_configure(config):
    config.pluginmanager.register(Quick())
"""
STARTS = "import subprocess, sys\ndef test_it():\n    subprocess.run([sys.executable, '-c', {!r}], check=True)\n"
SOURCES = {
    "file_compiles": ("import numba\ndef test_it(): pass\n", "skipped"),
    "file_browses": ("from playwright.sync_api import expect\ndef test_it(): pass\n", "skipped"),
    "test_compiles": ("def test_it():\n    import numba.core\n", "skipped"),
    "test_asks_a_database": ("def test_it():\n    import psycopg\n", "skipped"),
    "something_it_calls_compiles": (
        "def test_it():\n    try:\n        import numba\n    except Exception:\n        pass\n    assert False\n",
        "skipped",
    ),
    "process_compiles": (STARTS.format("import numba"), "skipped"),
    "process_does_without": (STARTS.format("try:\n    import numba\nexcept ImportError:\n    pass"), "passed"),
    "process_fails": (STARTS.format("1 / 0"), "failure"),
    "nothing_such": ("def test_it():\n    import nothing_such\n", "failure"),
    "only_looks": ("from importlib.util import find_spec\ndef test_it():\n    assert find_spec('numba')\n", "passed"),
    "slow": (f"def {min(quick.slow_tests())}(): pass\n", None),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """How each of these files comes out of a quick run."""
    folder = tmp_path_factory.mktemp("quick")
    (folder / "conftest.py").write_text(PLUGIN)
    for name, (source, _) in SOURCES.items():
        (folder / f"test_{name}.py").write_text(source)
    told = folder / "told.xml"
    options = ["-p", "no:cacheprovider", f"--rootdir={folder}", f"--junitxml={told}", str(folder)]
    subprocess.run([sys.executable, "-m", "pytest", *options], cwd=TESTS.parent, capture_output=True, check=False)
    cases = ElementTree.parse(told).iter("testcase")
    named = {(case.get("classname") or case.get("name") or ""): [part.tag for part in case] for case in cases}
    return {name.removeprefix("test_"): (tags or ["passed"])[0] for name, tags in named.items()}


@pytest.mark.parametrize("name", SOURCES)
def test_only_what_needs_something_withheld_is_passed_over(outcomes: dict[str, str], name: str) -> None:
    assert outcomes.get(name) == SOURCES[name][1]


def test_every_slow_test_exists() -> None:
    files = "".join(file.read_text(encoding="utf-8") for file in TESTS.rglob("test_*.py"))
    names = set(re.findall(r"\bdef (test_\w+)\(", files))
    assert quick.slow_tests() - names == set(), "gone or renamed: take them out of slow_tests.txt, or: make measure"
