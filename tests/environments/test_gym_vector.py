"""The vector environment as Gymnasium's: its spaces, its way of beginning anew, and its own wrappers around it."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import vector as wrappers

import squarely.environments.gym  # noqa: F401 - registers the games
from squarely.core.errors import BadOption, IllegalMove
from squarely.environments.gym_vector import BothSeats
from squarely.environments.vector import Vector
from tests.environments.pictures import is_picture

COUNT = 12


def test_it_is_made_by_its_name_with_options() -> None:
    env: Any = gymnasium.make_vec("squarely/snatchers-selfplay-v0", COUNT, up="screen")
    assert type(env) is BothSeats
    assert issubclass(BothSeats, VectorEnv)
    assert (env.num_envs, env.vector.game.options) == (COUNT, "up=screen")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    env.close()
    with pytest.raises(BadOption, match="did you mean reach"):
        gymnasium.make_vec("squarely/snatchers-selfplay-v0", COUNT, reech=1)


def test_one_name_is_one_problem() -> None:
    """What make and make_vec make of a name are the same seat against the same opponent."""
    settings: dict[str, Any] = {"seat": "either", "opponent": "level:2", "max_turns": 12}
    together = gymnasium.make_vec("squarely/snatchers-v0", 3, vector_kwargs={"autoreset_mode": "Disabled"}, **settings)
    alone = [gymnasium.make("squarely/snatchers-v0", **settings) for _ in range(3)]
    seen, infos = together.reset(seed=5)
    for at, env in enumerate(alone):
        first, info = env.reset(seed=5 + at)
        assert np.array_equal(first, seen[at])
        assert info["seat"] == infos["seat"][at]
    for _ in range(4):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in infos["action_mask"]]
        seen, rewards, terminated, truncated, infos = together.step(np.array(actions))
        over = False
        for at, (env, action) in enumerate(zip(alone, actions, strict=True)):
            one, reward, *ended, info = env.step(action)
            assert np.array_equal(one, seen[at])
            assert (reward, *ended) == (rewards[at], terminated[at], truncated[at])
            assert info["position"] == infos["position"][at]
            over |= any(ended)
        if over:
            break
    with pytest.raises(gymnasium.error.Error, match="selfplay"):
        gymnasium.make("squarely/snatchers-selfplay-v0")


def told(seed: int) -> list[object]:
    """All that an environment says in forty steps of its own random actions."""
    env = BothSeats("snatchers", COUNT, max_turns=15)
    observations, infos = env.reset(seed=seed)
    assert observations in env.observation_space
    everything: list[object] = [observations, infos]
    for _ in range(40):
        observations, rewards, terminated, truncated, infos = env.step(env.vector.random_actions().copy())
        assert observations in env.observation_space
        assert observations[0] in env.single_observation_space
        assert not is_picture(env.single_observation_space)
        assert rewards.shape == terminated.shape == truncated.shape == (COUNT,)
        assert [each.dtype.name for each in (rewards, terminated, truncated)] == ["float32", "bool", "bool"]
        for at, mask in enumerate(infos["action_mask"]):
            assert mask[env.single_action_space.sample(mask)] == 1, at
        everything += [observations, rewards, terminated, truncated, infos["action_mask"], infos["mover"]]
    env.close()
    return everything


def test_everything_is_in_its_space_and_the_same_again_with_the_same_seed() -> None:
    assert data_equivalence(told(4), told(4))
    assert not data_equivalence(told(4), told(5))


def test_the_end_of_a_match_is_told_and_the_next_has_begun() -> None:
    env = BothSeats("snatchers", COUNT, max_turns=9)
    env.reset(seed=2)
    seen = {"terminated": 0, "truncated": 0}
    for _ in range(60):
        observations, _, terminated, truncated, infos = env.step(env.vector.random_actions().copy())
        over = terminated | truncated
        assert over.any() == ("final_obs" in infos)
        if over.any():
            assert np.array_equal(infos["_final_obs"], over)
            start = env.vector.encoding.observe(env.vector.game.start())
            for at in range(COUNT):
                assert (infos["final_obs"][at] is not None) == over[at]
                if over[at]:
                    assert np.array_equal(observations[at], start)
                    assert not np.array_equal(infos["final_obs"][at], start)
                    captured = np.array_equal(infos["final_obs"][at][0], infos["final_obs"][at][1])
                    assert captured == terminated[at]
        seen["terminated"] += int(terminated.sum())
        seen["truncated"] += int(truncated.sum())
    assert min(seen.values()) > 5


def test_what_was_returned_stays_as_it_was() -> None:
    env = BothSeats("snatchers", COUNT)
    observations, infos = env.reset(seed=1)
    kept = observations.copy(), infos["action_mask"].copy()
    env.step(env.vector.random_actions())
    assert data_equivalence((observations, infos["action_mask"]), kept)


def test_gymnasium_s_wrappers_work_around_it() -> None:
    counting = wrappers.RecordEpisodeStatistics(BothSeats("snatchers", COUNT, max_turns=6))
    counting.reset(seed=1)
    inner = counting.unwrapped
    assert isinstance(inner, BothSeats)
    lengths = []
    for _ in range(30):
        *_, infos = counting.step(inner.vector.random_actions().copy())
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 30
    assert max(lengths) <= 6


def test_boards_are_drawn_and_mistakes_named() -> None:
    env = BothSeats("snatchers", 2, render_mode="ansi")
    env.reset(seed=1)
    game = env.vector.game
    assert env.render() == (f"{game.words.draw(game.start())}\n{game.write_position(game.start())}\n",) * 2
    with pytest.raises(BadOption, match=r"^'position' is no option of reset here; .* as starts="):
        env.reset(options={"position": "garbage"})
    with pytest.raises(IllegalMove, match="match 1: action 8 is out of range"):
        env.step(np.array([0, 8]))


def test_it_plays_as_the_bare_one_does() -> None:
    env, bare = BothSeats("snatchers", COUNT), Vector("snatchers", COUNT)
    env.reset(seed=9)
    bare.reset(seed=9)
    for _ in range(30):
        actions = bare.random_actions().copy()
        mine, other = env.step(actions), bare.step(actions)
        for at in range(4):
            assert np.array_equal(np.asarray(mine[at]), other[at])
        assert np.array_equal(mine[4]["action_mask"], other[4])
