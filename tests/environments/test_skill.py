"""How well a learner plays, exactly, held against the review."""

import numpy as np
import pytest

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.environments.skill import Skill
from squarely.review.grading import grade_match
from squarely.solver.oracle import Oracle

pytestmark = pytest.mark.slow


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
