"""The documentation of the server, run: every command in docs/api.md, and what it prints."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

API = Path(__file__).resolve().parents[3] / "docs" / "api.md"


def block(kind: str) -> str:
    return API.read_text(encoding="utf-8").partition(f"```{kind}\n")[2].partition("\n```")[0]


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_match_with_curl_prints_what_the_page_says_and_the_client_plays_a_whole_one(base: str) -> None:
    path = "/usr/local/bin:/usr/bin:/bin"
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    printed = run("bash", "-euo", "pipefail", "-c", block("shell"), BASE=base, PATH=path)
    assert printed == block("printed").replace("TODAY", today)
    assert run(sys.executable, "-c", block("client"), base, PATH=path).startswith("all squares are captured, ")
