"""Gymnasium: its own checks, unchanged, every move against the rules restated, and regret against plain values."""

import shlex
import sys
import tomllib
import warnings
from importlib.metadata import requires
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
from .twins import GAMES, followed, lead, results, winner

PROGRAM = Path(__file__).resolve().parent.parent.parent / "examples" / "player.py"
EACH = pytest.mark.parametrize("name", list(GAMES))


def made(name: str, **settings: Any) -> OneSeat:
    env = gymnasium.make(f"squarely/{name}-v0", **settings).unwrapped
    assert isinstance(env, OneSeat)
    return env


def some(env: OneSeat, luck: np.random.Generator) -> int:
    return int(luck.choice(np.flatnonzero(env.action_masks())))


@EACH
@pytest.mark.parametrize("seat", ["first", "second", "either"])
@pytest.mark.parametrize("reward", ["result", "regret"])
def test_gymnasium_finds_nothing_to_object_to(name: str, seat: str, reward: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name, seat=seat, reward=reward))


@EACH
@pytest.mark.parametrize("opponent", ["random", "perfect", "level:3"])
def test_every_match_goes_as_the_rules_say(name: str, opponent: str) -> None:
    env, luck = made(name, opponent=opponent, seat="either", max_turns=60), np.random.default_rng(5)
    seats = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        start = env.episode.game.write_position(env.episode.match.start)
        seats.add(info["seat"])
        over, reward = False, 0.0
        while not over:
            won, moves = GAMES[name](info["position"])
            assert not won
            assert info["action_mask"].sum() == len(moves)
            assert reward == 0.0
            _, reward, terminated, truncated, info = env.step(some(env, luck))
            assert info["position"] == followed(name, start, env.episode.match.moves)
            over = terminated or truncated
        first = winner(name, info["position"])
        assert terminated == (first is not None)
        assert truncated == (first is None)
        assert reward == (0.0 if first is None else 1.0 if ("first", "second")[first] == info["seat"] else -1.0)
        assert info["action_mask"].sum() == 0
    assert seats == {"first", "second"}


def test_regret_is_the_result_lost_where_there_are_no_points() -> None:
    rulebook = RULEBOOKS[711]  # the rulebook's game, with the same numbers of actions
    known, luck = results(rulebook), np.random.default_rng(2)
    states = {rulebook.line(state): state for state in known}
    costs = []
    for seat in ("first", "second"):
        env = made("showdown", seat=seat, reward="regret")
        for line, state in states.items():
            if rulebook.winner(state) is None and ("first", "second")[rulebook.mover(state)] == seat:
                env.reset(options={"position": line})
                action = some(env, luck)
                _, reward, _, _, _ = env.step(action)
                lost = known[rulebook.after(state, action)] != known[state]
                assert reward == (-1.0 if lost else 0.0)
                costs.append(lost)
    assert 0 < sum(costs) < len(costs)


def test_regret_is_the_points_lost_where_there_are_points() -> None:
    rulebook, luck, costs = RULEBOOKS[866], np.random.default_rng(3), []
    for seat, sign in (("first", 1), ("second", -1)):
        env = made("numbers", seat=seat, reward="regret")
        for seed in range(6):
            _, info = env.reset(seed=seed)
            known: dict[Any, int] = {}
            over = False
            while not over:
                board, mover, points = info["position"].split()
                first, second = map(int, points.split("-"))
                state = tuple(int(c.replace(".", "0")) for c in board.replace("/", "")), int(mover) - 1, (first, second)
                action = some(env, luck)
                after = rulebook.after(state, action // 16)  # the square; the rest says which neighbours go with it
                lost = sign * (lead(rulebook, state, known) - lead(rulebook, after, known))
                _, reward, over, _, info = env.step(action)
                assert reward == -lost
                costs.append(lost)
    assert min(costs) == 0 < max(costs)


def test_the_perfect_player_regrets_nothing() -> None:
    from squarely.players.perfect import Perfect

    env = made("center", opponent="perfect", reward="regret", seat="second")
    env.reset(seed=1)
    over = False
    while not over:
        _, reward, terminated, truncated, _ = env.step(int(Perfect(0).choose(env.episode.match)))
        assert reward == 0.0
        over = terminated or truncated
    assert terminated


@pytest.mark.parametrize(("reward", "worth"), [("result", -1.0), ("regret", -2.0)])
@pytest.mark.parametrize("action", [4, 81, 99, -1])
def test_an_action_that_is_no_legal_move_loses(reward: str, worth: float, action: int) -> None:
    env = made("center", reward=reward)
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


@pytest.mark.parametrize(("reward", "worth"), [("result", -1.0), ("regret", 0.0)])
def test_a_match_that_the_opponent_ends_at_once_is_lost_with_the_first_step(reward: str, worth: float) -> None:
    env = made("showdown", start="2-3", seat="second", opponent="perfect", reward=reward)
    _, info = env.reset(seed=0)
    assert info["action_mask"].sum() == 0
    assert env.step(0)[1:4] == (worth, True, False)
    with pytest.raises(IllegalMove, match=r"^the match is over; call reset to begin another\.$"):
        env.step(0)


def test_a_program_can_be_the_opponent() -> None:
    env = made("quad", opponent=f"program:{shlex.join([sys.executable, str(PROGRAM)])}")
    for _ in range(2):
        env.reset()
        assert env.step(0)[4]["position"] == "X.../..../..../...O X"  # it takes the last legal move
    env.close()


def test_the_same_seed_gives_the_same_match() -> None:
    def match(seed: int) -> list[str]:
        env, luck = made("numbers", seat="either"), np.random.default_rng(0)
        lines, over = [env.reset(seed=seed)[1]["position"]], False
        while not over:
            *_, terminated, truncated, info = env.step(some(env, luck))
            lines.append(info["position"])
            over = terminated or truncated
        return lines

    assert match(1) == match(1) != match(2)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = made("quad", render_mode="ansi")
    env.reset()
    assert str(env.render()).splitlines()[-1] == "..../..../..../.... X"
    assert capsys.readouterr().out == ""
    env = made("quad", render_mode="human")
    env.reset()
    assert capsys.readouterr().out.splitlines()[-1] == "..../..../..../.... X"
    assert env.render() is None


@pytest.mark.parametrize(
    ("settings", "error", "why"),
    [
        ({"sise": 4}, BadOption, "there is no option 'sise'; did you mean size"),
        ({"seat": "third"}, BadOption, "seat=third is not possible: seat is first, second or either"),
        ({"reward": "love"}, BadOption, "reward=love is not possible: reward is result or regret"),
        ({"max_turns": 0}, BadOption, "max_turns=0 is not possible"),
        ({"opponent": "human"}, BadPlayer, "a human cannot be the opponent"),
        ({"opponent": "prefect"}, BadPlayer, "there is no player 'prefect'; did you mean perfect"),
    ],
)
def test_what_cannot_be_is_refused_in_words(settings: dict[str, Any], error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        made("quad", **settings)


def test_a_position_that_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadPosition, match="nothing can be played from"):
        made("center").reset(options={"position": "A--/-B-/--- A"})


def test_a_game_from_outside_is_played_too() -> None:
    for reward in ("result", "regret"):
        env, luck = OneSeat(HOP, reward=reward, size=3), np.random.default_rng(1)
        env.reset(seed=1)
        over = False
        while not over:
            _, _, terminated, truncated, _ = env.step(some(env, luck))
            over = terminated or truncated
        assert terminated


def test_what_rllib_asks_for_is_enough() -> None:
    """RLlib wants one version of Gymnasium and no other; ours must admit it, or both cannot be installed together."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
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
