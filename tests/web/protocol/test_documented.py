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


def test_the_match_with_curl_prints_what_the_page_says(base: str) -> None:
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block("shell")],
        env={"BASE": base, "PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    assert run.stdout.strip() == block("printed").replace("TODAY", today)


def test_the_client_plays_a_whole_match(base: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", block("client"), base], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert run.stdout.startswith("all squares are captured, ")
