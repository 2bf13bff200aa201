"""Whoever is killed leaves no child behind, however the child was started."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from squarely.core.child_process import end_with_parent

PATIENCE = 60  # seconds; what has not happened by then does not happen

CHILD = """
import os, signal, sys, time
from squarely.core.child_process import end_with_parent

def work(*follow):
    end_with_parent(*follow)
    signal.raise_signal(signal.SIGINT)
    print("child", os.getpid(), flush=True)
    time.sleep(PATIENCE)
""".replace("PATIENCE", str(2 * PATIENCE))

BY_MULTIPROCESSING = """
import multiprocessing, child
if __name__ == "__main__":
    multiprocessing.get_context("spawn").Process(target=child.work).start()
"""
BY_A_PIPE = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import sys, child; child.work(sys.stdin.read)"], stdin=subprocess.PIPE)
child.wait()
"""


@pytest.fixture(params=[BY_MULTIPROCESSING, BY_A_PIPE], ids=["multiprocessing", "a pipe"])
def parent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process with a child; both write to the same pipe."""
    (tmp_path / "child.py").write_text(CHILD, encoding="utf-8")
    (tmp_path / "parent.py").write_text(str(request.param), encoding="utf-8")
    command = [sys.executable, "parent.py"]
    with subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def test_a_killed_parent_takes_its_child_along(parent: "subprocess.Popen[str]") -> None:
    """The pipe ends when the last of those who hold it has ended. An interrupt before that was not the child's."""
    assert parent.stdout
    assert parent.stdout.readline().startswith("child ")
    assert parent.poll() is None
    parent.send_signal(signal.SIGKILL)
    assert parent.communicate(timeout=PATIENCE)[0] == ""


def test_whose_parent_is_unknown_says_so() -> None:
    with pytest.raises(RuntimeError, match="say how to follow its parent"):
        end_with_parent()
