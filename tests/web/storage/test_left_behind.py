"""Nothing is left of a database server that tests have started, however they are interrupted."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import wait_until

pytestmark = pytest.mark.slow

TESTING = """
from tests.web.postgres import PostgreSQL
server = PostgreSQL()
print(server.folder, flush=True)
server.start()
print((server.folder / "data" / "postmaster.pid").read_text().split()[0], flush=True)
input()
"""


def test_whoever_tests_is_killed() -> None:
    signals = [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
    testing = [
        subprocess.Popen(
            [sys.executable, "-c", TESTING],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in signals
    ]
    left = [Path(read_line(each)) for each in testing]
    testing[0].send_signal(signals[0])  # while its server is being started
    left += [Path("/proc", read_line(each)) for each in testing[1:]]
    assert all(each.is_dir() for each in left[1:])
    for each, how in zip(testing, signals, strict=True):
        each.send_signal(how)
        each.communicate()
    wait_until(lambda: not any(each.exists() for each in left))


def read_line(testing: "subprocess.Popen[str]") -> str:
    assert testing.stdout
    return testing.stdout.readline().strip()
