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

from squarely.core.errors import BadOption, BadPlayer, BadPosition, IllegalMove
from squarely.environments.gym import OneSeat
from tests.games.outside_games import HOP

from .rulebooks import RULEBOOKS
from .twins import FOLLOW, followed, lead, results, winner

ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("name", FOLLOW)
SEATS = ("first", "second")


def made(name: str, **settings: Any) -> OneSeat:
    env = gymnasium.make(f"squarely/{name}-v0", **settings).unwrapped
    assert isinstance(env, OneSeat)
    return env


def some(env: OneSeat, luck: np.random.Generator) -> int:
    return int(luck.choice(np.flatnonzero(env.action_masks())))


@pytest.mark.slow
@EACH
def test_gymnasium_finds_nothing_to_object_to(name: str) -> None:
    for seat, reward in product((*SEATS, "either"), ("result", "regret")):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(made(name, seat=seat, reward=reward))


@pytest.mark.slow
@EACH
def test_every_match_goes_as_the_rules_say(name: str) -> None:
    for opponent in ("random", "perfect", "level:3"):
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
        assert seats == {*SEATS}, opponent


def test_regret_is_the_result_lost_where_there_are_no_points() -> None:
    rulebook = RULEBOOKS[711]  # the rulebook's game, with the same numbers of actions
    known, luck = results(rulebook), np.random.default_rng(2)
    costs = []
    for line in known:
        if rulebook.winner(line) is None:
            env = made("showdown", seat=SEATS[rulebook.mover(line)], reward="regret")
            env.reset(options={"position": line})
            action = some(env, luck)
            lost = known[rulebook.after(line)[action]] != known[line]
            assert env.step(action)[1] == (-1.0 if lost else 0.0)
            costs.append(lost)
    assert 0 < sum(costs) < len(costs)


def test_regret_is_the_points_lost_where_there_are_points() -> None:
    rulebook, luck, costs = RULEBOOKS[866], np.random.default_rng(3), []
    for seat, sign in (("first", 1), ("second", -1)):
        env = made("numbers", seat=seat, reward="regret")
        for seed in range(6):
            _, info = env.reset(seed=seed)
            known: dict[str, int] = {}
            over = False
            while not over:
                line, action = info["position"], some(env, luck)
                after = rulebook.after(line)[action // 16]  # the square; the rest says which neighbours go with it
                lost = sign * (lead(rulebook, line, known) - lead(rulebook, after, known))
                _, reward, over, _, info = env.step(action)
                assert reward == -lost
                costs.append(lost)
    assert min(costs) == 0 < max(costs)


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


def test_a_turn_limit_truncates() -> None:
    env = made("snatchers", max_turns=3, opponent="perfect")
    env.reset(seed=0)
    assert env.step(0)[1:4] == (0.0, False, False)
    assert env.step(0)[1:4] == (0.0, False, True)


def test_a_match_that_the_opponent_ends_at_once_is_lost_with_the_first_step() -> None:
    for reward, worth in (("result", -1.0), ("regret", 0.0)):
        env = made("showdown", start="2-3", seat="second", opponent="perfect", reward=reward)
        _, info = env.reset(seed=0)
        assert info["action_mask"].sum() == 0
        assert env.step(0)[1:4] == (worth, True, False)
        with pytest.raises(IllegalMove, match=r"^the match is over"):
            env.step(0)


def test_a_program_can_be_the_opponent() -> None:
    env = made("quad", opponent=f"program:{shlex.join([sys.executable, str(ROOT / 'examples' / 'player.py')])}")
    for _ in range(2):
        env.reset()
        assert env.step(0)[4]["position"] == "X.../..../..../...O X"  # it takes the last legal move
    env.close()


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, printed in (("ansi", 0), ("human", 1)):
        env = made("quad", render_mode=mode)
        env.reset()
        assert capsys.readouterr().out.count("..../..../..../.... X\n") == printed
        drawn = env.render()
        assert (drawn is None) == bool(printed)
        assert (drawn or capsys.readouterr().out).splitlines()[-1] == "..../..../..../.... X"


def test_what_cannot_be_is_refused_in_words() -> None:
    settings: dict[str, Any]
    for settings, error, why in (
        ({"sise": 4}, BadOption, "there is no option 'sise'; did you mean size"),
        ({"seat": "third"}, BadOption, "seat=third is not possible: seat is first, second or either"),
        ({"reward": "love"}, BadOption, "reward=love is not possible: reward is result or regret"),
        ({"max_turns": 0}, BadOption, "max_turns=0 is not possible"),
        ({"opponent": "human"}, BadPlayer, "a human cannot be the opponent"),
    ):
        with pytest.raises(error, match=why):
            made("quad", **settings)
    with pytest.raises(BadPosition, match="nothing can be played from"):
        made("center").reset(options={"position": "A--/-B-/--- A"})


def test_a_game_from_outside_is_played_too() -> None:
    for reward in ("result", "regret"):
        env, luck = OneSeat(HOP, reward=reward, size=3), np.random.default_rng(1)
        env.reset(seed=1)
        terminated = truncated = False
        while not (terminated or truncated):
            _, _, terminated, truncated, _ = env.step(some(env, luck))
        assert terminated


def test_what_rllib_asks_for_is_enough() -> None:
    """RLlib wants one version of Gymnasium and no other; ours must admit it, or both cannot be installed together."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = {Requirement(line).name: Requirement(line) for line in project["optional-dependencies"]["agents"]}
    theirs = [Requirement(line) for line in requires("ray") or ()]
    pinned = {
        spec.version
        for each in theirs
        if each.name == "gymnasium" and each.marker and each.marker.evaluate({"extra": "rllib"})
        for spec in each.specifier
        if spec.operator == "=="
    }
    assert pinned
    assert all(ours["gymnasium"].specifier.contains(version) for version in pinned)
