"""Whoever is killed leaves no child behind, however the child was started."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from squarely.core.child_process import end_with_parent
from tests.patience import PATIENCE

CHILD = f"""
import os, signal, sys, time
from squarely.core.child_process import end_with_parent

def work(*follow):
    end_with_parent(*follow)
    signal.raise_signal(signal.SIGINT)
    print("child", os.getpid(), flush=True)
    time.sleep({2 * PATIENCE})
"""
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


@pytest.mark.slow
@pytest.mark.parametrize("program", [BY_MULTIPROCESSING, BY_A_PIPE], ids=["multiprocessing", "a pipe"])
def test_a_killed_parent_takes_its_child_along(program: str, tmp_path: Path) -> None:
    """Both write to one pipe, which ends when the last of them has ended. An interrupt before was not the child's."""
    (tmp_path / "child.py").write_text(CHILD, encoding="utf-8")
    (tmp_path / "parent.py").write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "parent.py"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        assert parent.stdout.readline().startswith("child ")
        assert parent.poll() is None
        parent.send_signal(signal.SIGKILL)
        assert parent.communicate(timeout=PATIENCE)[0] == ""


def test_whose_parent_is_unknown_says_so() -> None:
    with pytest.raises(RuntimeError, match="say how to follow its parent"):
        end_with_parent()
