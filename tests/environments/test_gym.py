"""Gymnasium: its own checks, unchanged, every move against the rules restated, and regret against plain values."""

import shlex
import sys
import tomllib
import warnings
from importlib.metadata import requires
from itertools import product
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from packaging.requirements import Requirement

from squarely.core.errors import BadOption, BadPlayer, IllegalMove
from squarely.core.rules.game import Side
from squarely.environments.gym import OneSeat
from tests.review.plain import plain_from

from .twins import FOLLOW, followed, winner

ROOT = Path(__file__).parents[2]
SEATS = ("first", "second")


def made(name: str, **settings: Any) -> OneSeat:
    env = gymnasium.make(f"squarely/{name}-v0", **settings).unwrapped
    assert isinstance(env, OneSeat)
    return env


def some(env: OneSeat, luck: np.random.Generator) -> int:
    return int(luck.choice(np.flatnonzero(env.action_masks())))


@pytest.mark.slow
def test_gymnasium_finds_nothing_to_object_to() -> None:
    for name, seat, reward in (*((name, "either", "result") for name in FOLLOW), ("showdown", "second", "regret")):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(made(name, seat=seat, reward=reward))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "opponent"),
    [("center", "level:3"), ("numbers", "perfect"), ("showdown", "level:3"), ("snatchers", "random")],
)
def test_every_match_goes_as_the_rules_say(name: str, opponent: str) -> None:
    env, luck = made(name, opponent=opponent, seat="either", max_turns=60), np.random.default_rng(5)
    seats = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        start = env.episode.game.write_position(env.episode.match.start)
        seats.add(info["seat"])
        over, reward = False, 0.0
        while not over:
            won, moves = FOLLOW[name](info["position"])
            assert not won
            assert info["action_mask"].sum() == len(moves)
            assert reward == 0.0
            _, reward, terminated, truncated, info = env.step(some(env, luck))
            assert info["position"] == followed(name, start, env.episode.match.moves)
            over = terminated or truncated
        first = winner(name, info["position"])
        assert (terminated, truncated) == (first is not None, first is None)
        assert reward == (0.0 if first is None else 1.0 if SEATS[first] == info["seat"] else -1.0)
        assert info["action_mask"].sum() == 0
    assert seats == {*SEATS}


@pytest.mark.slow
def test_regret_is_what_is_lost_by_brute_force_points_or_else_the_result() -> None:
    luck, costs = np.random.default_rng(3), {"numbers": set[int](), "showdown": set[int]()}
    for name, side, seed in product(costs, Side, range(6)):
        env = made(name, seat=SEATS[side], reward="regret")
        env.reset(seed=seed)
        plain, over = plain_from(env.episode.game, env.episode.match.start), False
        while not over:
            here, action = env.episode.position, some(env, luck)
            truths = [plain.truth(each) for each in (here, env.episode.game.play(here, action))]
            leads = [(truth.points or 0) * (1 if truth.winner == side else -1) for truth in truths]
            kept = truths[0][:2] == truths[1][:2]
            lost = leads[0] - leads[1] if name == "numbers" else int(not kept)
            _, reward, terminated, truncated, _ = env.step(action)
            assert reward == -lost
            costs[name].add(lost)
            over = terminated or truncated
    assert costs["showdown"] == {0, 1}
    assert min(costs["numbers"]) == 0 < 2 < max(costs["numbers"])


def test_an_action_that_is_no_legal_move_loses() -> None:
    envs = (made("center", reward="result"), -1.0), (made("center", reward="regret"), -2.0)
    for (env, worth), action in product(envs, (4, 81, 99, -1)):
        _, before = env.reset()
        _, told, terminated, truncated, info = env.step(action)
        assert (told, terminated, truncated) == (worth, True, False)
        assert info["position"] == before["position"]
        assert str(action) in info["illegal"]
        with pytest.raises(IllegalMove, match=r"^the match is over; call reset to begin another\.$"):
            env.step(0)


def test_a_turn_limit_truncates_and_a_match_that_the_opponent_ends_at_once_is_lost_with_the_first_step() -> None:
    env = made("snatchers", max_turns=3, opponent="perfect")
    env.reset(seed=0)
    assert [env.step(0)[1:4] for _ in range(2)] == [(0.0, False, False), (0.0, False, True)]
    for reward, worth in (("result", -1.0), ("regret", 0.0)):
        env = made("showdown", start="2-3", seat="second", opponent="perfect", reward=reward)
        _, info = env.reset(seed=0)
        assert info["action_mask"].sum() == 0
        assert env.step(0)[1:4] == (worth, True, False)
        with pytest.raises(IllegalMove, match=r"^the match is over"):
            env.step(0)


def test_a_program_can_be_the_opponent_and_boards_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    program = f"program:{shlex.join([sys.executable, str(ROOT / 'examples' / 'player.py')])}"
    first, second = "..../..../..../.... X", "X.../..../..../...O X"  # it takes the last legal move
    for mode, printed in (("ansi", []), ("human", [first, second, first, second, second])):
        env = made("quad", opponent=program, render_mode=mode)
        for _ in range(2):
            env.reset()
            assert env.step(0)[4]["position"] == second
        assert ((env.render() or "").splitlines()[-1:] == [second]) == (mode == "ansi")
        assert [line for line in capsys.readouterr().out.splitlines() if "/" in line] == printed
        env.close()


def test_what_cannot_be_is_refused_in_words() -> None:
    settings: dict[str, Any]
    for settings, error, why in (
        ({"seat": "third"}, BadOption, "seat=third is not possible: seat is first, second or either"),
        ({"reward": "love"}, BadOption, "reward=love is not possible: reward is result or regret"),
        ({"opponent": "human"}, BadPlayer, "a human cannot be the opponent"),
    ):
        with pytest.raises(error, match=why):
            made("quad", **settings)


def test_what_rllib_asks_for_is_enough() -> None:
    """RLlib wants one version of Gymnasium and no other; ours must admit it, or both cannot be installed together."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (ours,) = [Requirement(line) for line in project["optional-dependencies"]["agents"] if line.startswith("gymnasium")]
    theirs = [Requirement(line) for line in requires("ray") or () if line.startswith("gymnasium")]
    wanted = [each for each in theirs if each.marker and each.marker.evaluate({"extra": "rllib"})]
    pinned = {spec.version for each in wanted for spec in each.specifier if spec.operator == "=="}
    assert pinned
    assert all(ours.specifier.contains(version) for version in pinned)
