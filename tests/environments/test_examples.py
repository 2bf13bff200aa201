"""The examples: short, shown in the documentation as they are, and running; a learner really learns, by its skill."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.driving import Desk

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
PAGES = "environments.md", "ggbench.md", "mcp.md"
LAST_LINES = {
    "drop_in": "reward +1 for the last mover, terminated True, truncated False",
    "one_seat": "match 2: 0 points lost; all squares are captured, 29 to 16",
    "tree_search": "place 2 1; place 1 2; move 2 1 1 1; ---/-AB/--- B, turns left: 197 [1.0, -1.0]",
    "two_seats": "The match is over: X formed a square on A2, B2, A3 and B3.",
    "mcp_client": "first wins: A captured the center square",
}


def run(desk: Desk, name: str, *args: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / f"{name}.py"), *args]
    done = subprocess.run(command, env=desk.environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip().splitlines()[-1]


def test_every_example_is_short_and_shown_runs_and_prints_what_it_should(desk: Desk) -> None:
    shown = "\n".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES)
    for name in (*LAST_LINES, "learner"):
        text = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
        assert len(text.splitlines()) < 40, name
        assert f"```python\n{text}```\n" in shown, name
    for name, last in LAST_LINES.items():
        assert run(desk, name, *(["center"] if name == "mcp_client" else [])) == last


def test_the_learner_learns_and_draws_how(desk: Desk) -> None:
    plot = desk.here / "skill.svg"
    said = re.fullmatch(r"exact skill: 0 before, (\d+) after 102,400 moves", run(desk, "learner", str(plot)))
    assert said
    assert int(said[1]) > 80
    dots = re.findall(r"[\d.]+,([\d.]+)", re.findall(r'points="([^"]+)"', plot.read_text(encoding="utf-8"))[0])
    heights = [120 - float(dot) for dot in dots]
    assert (len(heights), heights[0]) == (40, 0)
    assert heights[-1] > 80
    assert heights[20] > heights[5] > heights[1]
