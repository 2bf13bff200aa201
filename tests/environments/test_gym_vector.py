"""The vector environment as Gymnasium's: its spaces, its way of beginning anew, and its own wrappers around it."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import squarely.environments.gym  # noqa: F401 - registers the games
from squarely.core.errors import BadOption, IllegalMove
from squarely.core.rules import registry
from squarely.environments.gym_vector import BothSeats
from squarely.environments.vector import Vector

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled steps")]

COUNT = 12
GAME = registry.load("snatchers", "up=screen")  # which tests/environments/test_vector.py has compiled, too


def test_it_is_made_by_its_name_with_options() -> None:
    env: Any = gymnasium.make_vec("squarely/snatchers-selfplay-v0", COUNT, up="screen")
    assert type(env) is BothSeats
    assert (env.num_envs, env.vector.game.options) == (COUNT, "up=screen")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    env.close()
    with pytest.raises(BadOption, match="did you mean reach"):
        gymnasium.make_vec("squarely/snatchers-selfplay-v0", COUNT, reech=1)
    with pytest.raises(gymnasium.error.Error, match="selfplay"):
        gymnasium.make("squarely/snatchers-selfplay-v0")


def test_everything_is_in_its_space_and_as_the_bare_one_says_it() -> None:
    env, bare = BothSeats(GAME, COUNT, max_turns=15), Vector(GAME, COUNT, max_turns=15)
    observations, infos = env.reset(seed=4)
    assert data_equivalence((observations, infos["action_mask"]), bare.reset(seed=4))
    assert observations in env.observation_space
    assert env.single_observation_space == Box(0, bare.encoding.high, dtype=np.uint8)
    for _ in range(40):
        actions = bare.random_actions().copy()
        observations, rewards, terminated, truncated, infos = env.step(actions)
        said = [observations, rewards, terminated, truncated, infos["action_mask"]]
        assert data_equivalence(said, [*bare.step(actions)])
        assert np.array_equal(infos["mover"], bare.movers)
        assert observations in env.observation_space
        assert observations[0] in env.single_observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (COUNT,)
        assert [each.dtype.name for each in (rewards, terminated, truncated)] == ["float32", "bool", "bool"]
        for at, mask in enumerate(infos["action_mask"]):
            assert mask[env.single_action_space.sample(mask)] == 1, at
    env.close()


def test_the_end_of_a_match_is_told_and_the_next_has_begun() -> None:
    env = BothSeats(GAME, COUNT, max_turns=9)
    env.reset(seed=2)
    start = env.vector.encoding.observe(GAME.start())
    seen = {"terminated": 0, "truncated": 0}
    for _ in range(60):
        observations, _, terminated, truncated, infos = env.step(env.vector.random_actions().copy())
        over = terminated | truncated
        assert over.any() == ("final_obs" in infos)
        if over.any():
            assert np.array_equal(infos["_final_obs"], over)
        for at, final in enumerate(infos.get("final_obs", [])):
            assert (final is not None) == over[at]
            if over[at]:
                assert np.array_equal(observations[at], start)
                assert not np.array_equal(final, start)
                assert np.array_equal(final[0], final[1]) == terminated[at], "captured"
                seen["terminated" if terminated[at] else "truncated"] += 1
    assert min(seen.values()) > 5


def test_boards_are_drawn_and_mistakes_named() -> None:
    env = BothSeats(GAME, 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == (f"{GAME.words.draw(GAME.start())}\n{GAME.write_position(GAME.start())}\n",) * 2
    with pytest.raises(BadOption, match=r"^'position' is no option of reset here; .* as starts="):
        env.reset(options={"position": "garbage"})
    with pytest.raises(IllegalMove, match="match 1: action 8 is out of range"):
        env.step(np.array([2, 8]))
