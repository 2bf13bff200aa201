"""Nothing is left of a database server that tests have started, however they are interrupted."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import wait_until

TESTING = """
from tests.web.postgres import PostgreSQL
server = PostgreSQL()
print(server.folder, flush=True)
server.start()
print((server.folder / "data" / "postmaster.pid").read_text().split()[0], flush=True)
input()
"""


@pytest.mark.soak
def test_whoever_tests_is_killed() -> None:
    """The first while its server is being started."""
    for lines, how in enumerate((signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)):
        command, pipe = [sys.executable, "-c", TESTING], subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as testing:
            assert testing.stdout
            left = [Path("/proc", testing.stdout.readline().strip()) for _ in range(1 + bool(lines))]
            assert not lines or left[1].is_dir()
            testing.send_signal(how)
            testing.communicate()
        wait_until(lambda left=left: not any(each.exists() for each in left))  # type: ignore[misc]
