"""A learner really learns: its exact skill rises from 0 to above 80."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.environments.skill import Skill
from squarely.review.grading import grade_match
from squarely.solver.oracle import Oracle

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "learner.py"


def test_the_example_learns_and_draws_how(tmp_path: Path) -> None:
    plot = tmp_path / "skill.svg"
    run = subprocess.run([sys.executable, EXAMPLE, plot], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    said = re.fullmatch(r"exact skill: (-?\d+) before, (\d+) after 102,400 moves\n", run.stdout)
    assert said
    assert int(said[1]) == 0
    assert int(said[2]) > 80
    dots = re.findall(r"[\d.]+,([\d.]+)", re.findall(r'points="([^"]+)"', plot.read_text(encoding="utf-8"))[0])
    heights = [120 - float(dot) for dot in dots]
    assert len(heights) == 40
    assert heights[0] == 0
    assert heights[-1] > 80
    assert heights[20] > heights[5] > heights[1]


def test_the_example_is_short_and_shown() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    assert f"```python\n{text}```\n" in (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def test_skill_is_100_for_truth_0_for_chance_and_less_for_malice() -> None:
    for name, options in (("snatchers", ""), ("showdown", ""), ("numbers", "size=2")):
        skill = Skill(registry.load(name, options))
        assert skill.of(-skill.costs) == 100
        assert skill.of(np.zeros_like(skill.costs)) == 0
        assert skill.of(skill.costs) < -50


def test_skill_is_the_accuracy_of_the_review_summed_over_positions() -> None:
    """The twin: one match a position, graded by the review, whose single move is the one liked best."""
    game = registry.load("snatchers", "size=3")
    skill, oracle = Skill(game), Oracle(game)
    liking = np.random.default_rng(1).random(skill.costs.shape)
    lost, by_chance = 0.0, 0.0
    for position, liked in zip(skill.positions, liking, strict=True):
        best = max(game.named_moves(position), key=lambda move: liked[int(move)])
        (grade,) = grade_match(Match.of(game, position).play(int(best)), oracle).grades
        assert grade.side == Side(position.mover)
        lost, by_chance = lost + grade.cost, by_chance + float(grade.random_cost)
    assert skill.of(liking) == pytest.approx(100 - 100 * lost / by_chance)


def test_a_game_too_large_to_be_looked_at_is_refused() -> None:
    with pytest.raises(SquarelyError, match="quad has more than 50,000 positions"):
        Skill(registry.load("quad"))
