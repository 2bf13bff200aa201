"""PettingZoo: its own tests, unchanged, and every move against the rules restated."""

from functools import partial

import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import squarely.environments.petting_zoo
from squarely.core.errors import BadOption, IllegalMove
from squarely.environments.petting_zoo import BothSeats
from tests.games.outside_games import HOP

from .twins import FOLLOW, followed, winner

PLAYERS = ["player_1", "player_2"]


def made(name: str, **settings: object) -> BothSeats:
    env = pettingzoo.make("aec", f"squarely/{name}-v0", **settings)
    assert isinstance(env.unwrapped, BothSeats)
    return env.unwrapped


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Observation")
def test_the_tests_of_pettingzoo_pass() -> None:
    tested: tuple[tuple[str, dict[str, object]], ...] = (("numbers", {"komi": 5}), ("snatchers", {"max_turns": 5}))
    for name, settings in tested:
        constructor = partial(pettingzoo.make, "aec", f"squarely/{name}-v0", **settings)
        api_test(constructor(), num_cycles=200)
        seed_test(constructor, num_cycles=50)
        render_test(constructor)
    env = squarely.environments.petting_zoo.env(HOP, size=3)
    assert env.unwrapped.episode.game.options == "size=3"
    api_test(env, num_cycles=100)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["center", "numbers", "showdown"])
def test_every_match_goes_as_the_rules_say(name: str) -> None:
    env = made(name)
    for seed in range(8):
        env.reset(seed=seed)
        env.action_space("player_1").seed(seed)
        line = start = env.episode.game.write_position(env.episode.position)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            won, moves = FOLLOW[name](line)
            assert not won
            here, there = env.agent_selection, PLAYERS[1 - PLAYERS.index(env.agent_selection)]
            mask = env.observe(here)["action_mask"]
            assert mask.sum() == len(moves)
            assert env.observe(there)["action_mask"].sum() == 0
            env.step(env.action_space("player_1").sample(mask))
            line = followed(name, start, env.episode.match.moves)
            assert env.episode.game.write_position(env.episode.position) == line
        first = winner(name, line)
        assert set(env.truncations.values()) == {first is None}
        assert set(env.terminations.values()) == {first is not None}
        if first is None:
            assert len(env.episode.match.moves) == 200
            assert set(env.rewards.values()) == {0.0}
        else:
            assert env.rewards == {PLAYERS[first]: 1.0, PLAYERS[1 - first]: -1.0}
        assert env.observe("player_1")["action_mask"].sum() == 0


def test_whoever_the_rules_say_begins_a_turn_limit_truncates_and_a_win_with_the_last_turn_terminates() -> None:
    won, stopped = (True, False, {"player_1": -1.0, "player_2": 1.0}), (False, True, {"player_1": 0.0, "player_2": 0.0})
    env = made("showdown", first=2)
    env.reset()
    assert env.agent_selection == "player_2"
    for limit, turns, ended in (
        ({"max_turns": 4}, (3, 1, 1, 3), won),
        ({"max_cycles": 2}, (3, 1, 1, 3), won),
        ({"max_turns": 3}, (3, 1, 1), stopped),
        ({"max_cycles": 1}, (3, 1), stopped),
    ):
        env = made("showdown", **limit)
        env.reset()
        for action in turns:
            assert (env.terminations["player_1"], env.truncations["player_2"]) == (False, False)
            env.step(action)
        assert (env.terminations["player_1"], env.truncations["player_1"], env.rewards) == ended


def test_rendering_and_an_action_that_is_no_legal_move_is_refused_and_changes_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = ["..../..../..../.... X", "..../.X../..../.... O"]
    for mode, printed in (("ansi", []), ("human", lines)):
        env = made("quad", render_mode=mode)
        env.reset()
        env.step(5)
        for action, why in ((5, r"^action 5 is not legal here"), (None, r"^None is for agents that are done")):
            with pytest.raises(IllegalMove, match=why):
                env.step(action)
            assert (env.agent_selection, len(env.episode.match.moves)) == ("player_2", 1)
        assert [line for line in capsys.readouterr().out.splitlines() if "/" in line] == printed
        assert (str(env.render()).splitlines()[-1] == lines[1]) == (mode == "ansi")
    with pytest.raises(BadOption, match=r"^render_mode=rgb_array is not possible: render_mode is human or ansi"):
        made("quad", render_mode="rgb_array")
