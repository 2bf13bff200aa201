"""The examples: short, shown in the documentation as they are, and running."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = "environments.md", "ggbench.md"
LAST_LINES = {
    "drop_in": "reward +1 for the last mover, terminated True, truncated False",
    "one_seat": "match 2: 0 points lost; all squares are captured, 29 to 16",
    "tree_search": "place 2 1; place 1 2; move 2 1 1 1; ---/-AB/--- B, turns left: 197 [1.0, -1.0]",
    "two_seats": "The match is over: X formed a square on A2, B2, A3 and B3.",
}
EACH = pytest.mark.parametrize("name", sorted(LAST_LINES))


@EACH
def test_an_example_runs_and_prints_what_it_should(name: str) -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "examples" / f"{name}.py"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip().splitlines()[-1] == LAST_LINES[name]


@EACH
def test_an_example_is_short_and_shown(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    shown = [(ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES]
    assert any(f"```python\n{text}```\n" in page for page in shown)
