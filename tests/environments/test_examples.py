"""The examples: short, shown in the documentation as they are, and running; a learner really learns, by its skill."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.driving import Desk

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
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", LAST_LINES)
def test_an_example_runs_and_prints_what_it_should(desk: Desk, name: str) -> None:
    args = ["center"] if name == "mcp_client" else []
    assert run(desk, name, *args).strip().splitlines()[-1] == LAST_LINES[name]


def test_every_example_is_short_and_shown() -> None:
    shown = [(ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES]
    for name in (*LAST_LINES, "learner"):
        text = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
        assert len(text.splitlines()) < 40, name
        assert any(f"```python\n{text}```\n" in page for page in shown), name


@pytest.mark.slow
def test_the_learner_learns_and_draws_how(desk: Desk) -> None:
    plot = desk.here / "skill.svg"
    said = re.fullmatch(r"exact skill: (-?\d+) before, (\d+) after 102,400 moves\n", run(desk, "learner", str(plot)))
    assert said
    assert int(said[1]) == 0
    assert int(said[2]) > 80
    dots = re.findall(r"[\d.]+,([\d.]+)", re.findall(r'points="([^"]+)"', plot.read_text(encoding="utf-8"))[0])
    heights = [120 - float(dot) for dot in dots]
    assert len(heights) == 40
    assert heights[0] == 0
    assert heights[-1] > 80
    assert heights[20] > heights[5] > heights[1]
