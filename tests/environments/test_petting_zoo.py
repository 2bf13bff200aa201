"""PettingZoo: its own tests, unchanged, and every move against the rules restated."""

import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import squarely.environments.petting_zoo
from squarely.core.errors import BadOption, BadPosition, IllegalMove, UnknownGame
from squarely.environments.petting_zoo import BothSeats
from tests.games.outside_games import HOP

from .twins import GAMES, followed, winner

PLAYERS = ["player_1", "player_2"]
VARIANTS = [
    *((name, {}) for name in GAMES),
    ("quad", {"sudden_death": "convert", "max_turns": 30}),
    ("center", {"size": 5, "diagonal": "allowed"}),
    ("numbers", {"capture": "choose", "komi": 5}),
    ("showdown", {"first": 2, "start": "2-4", "reversal": "allowed"}),
    ("snatchers", {"up": "screen", "reach": 3, "max_turns": 5}),
]
EACH = pytest.mark.parametrize("name", list(GAMES))


def made(name: str, **settings: object) -> BothSeats:
    env = pettingzoo.make("aec", f"squarely/{name}-v0", **settings)
    assert isinstance(env.unwrapped, BothSeats)
    return env.unwrapped


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize(("name", "settings"), VARIANTS)
def test_the_tests_of_pettingzoo_pass(name: str, settings: dict[str, object]) -> None:
    def constructor(**more: object) -> pettingzoo.AECEnv:
        return pettingzoo.make("aec", f"squarely/{name}-v0", **settings, **more)

    api_test(constructor(), num_cycles=300)
    seed_test(constructor, num_cycles=100)
    render_test(constructor)


@EACH
def test_every_match_goes_as_the_rules_say(name: str) -> None:
    env = made(name)
    for seed in range(30):
        env.reset(seed=seed)
        env.action_space("player_1").seed(seed)
        line = start = env.episode.game.write_position(env.episode.position)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            won, moves = GAMES[name](line)
            assert not won
            here, there = env.agent_selection, PLAYERS[1 - PLAYERS.index(env.agent_selection)]
            mask = env.observe(here)["action_mask"]
            assert mask.sum() == len(moves)
            assert env.observe(there)["action_mask"].sum() == 0
            env.step(env.action_space("player_1").sample(mask))
            line = followed(name, start, env.episode.match.moves)
            assert env.episode.game.write_position(env.episode.position) == line
        first = winner(name, line)
        if first is None:
            assert len(env.episode.match.moves) == 200
            assert set(env.truncations.values()) == {True}
            assert set(env.terminations.values()) == {False}
            assert set(env.rewards.values()) == {0.0}
        else:
            assert set(env.truncations.values()) == {False}
            assert set(env.terminations.values()) == {True}
            assert env.rewards == {PLAYERS[first]: 1.0, PLAYERS[1 - first]: -1.0}
        assert env.observe("player_1")["action_mask"].sum() == 0


def test_a_turn_limit_truncates_and_a_win_with_the_last_turn_terminates() -> None:
    won, stopped = (True, False, {"player_1": -1.0, "player_2": 1.0}), (False, True, {"player_1": 0.0, "player_2": 0.0})
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


def test_the_seat_that_begins_is_selected() -> None:
    env = made("showdown", first=2)
    env.reset()
    assert env.agent_selection == "player_2"


def test_a_match_can_begin_anywhere() -> None:
    env = made("center")
    env.reset(options={"position": "A--/---/--B A"})
    assert env.episode.game.write_position(env.episode.position) == "A--/---/--B A"
    with pytest.raises(BadPosition, match="A holds the center square"):
        env.reset(options={"position": "---/-A-/--B A"})


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = made("quad", render_mode="ansi")
    env.reset()
    env.step(5)
    assert str(env.render()).splitlines()[-1] == "..../.X../..../.... O"
    assert capsys.readouterr().out == ""
    env = made("quad", render_mode="human")
    env.reset()
    env.step(5)
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if "/" in line] == ["..../..../..../.... X", "..../.X../..../.... O"]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (5, r"^action 5 is not legal here; legal are 0 \(A1\), 1 \(B1\)"),
        (272, r"^action 272 is out of range; quad has the actions 0 to 271\.$"),
        (-1, r"^action -1 is out of range"),
        (1.5, r"^1\.5 is no action; an action is a whole number\.$"),
        (None, r"^None is for agents that are done"),
    ],
)
def test_an_action_that_is_no_legal_move_is_refused_and_changes_nothing(action: object, why: str) -> None:
    env = made("quad")
    env.reset()
    env.step(5)
    with pytest.raises(IllegalMove, match=why):
        env.step(action)  # type: ignore[arg-type]
    assert env.agent_selection == "player_2"
    assert len(env.episode.match.moves) == 1


def test_the_wrapper_of_pettingzoo_makes_an_illegal_action_lose() -> None:
    env = TerminateIllegalWrapper(made("quad"), illegal_reward=-1)
    env.reset()
    env.step(5)
    env.last()
    env.step(5)
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": 0, "player_2": -1}


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"sise": 4}, "there is no option 'sise'; did you mean size"),
        ({"size": 99}, "size=99 is not possible: size is a whole number from 3 to 6"),
        ({"repetition": "draw"}, "repetition=draw makes the end depend on every position before"),
        ({"max_turns": 0}, "max_turns=0 is not possible"),
        ({"render_mode": "rgb_array"}, "render_mode=rgb_array is not possible: render_mode is human or ansi"),
    ],
)
def test_what_cannot_be_is_refused_in_words(settings: dict[str, object], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        made("quad", **settings)


def test_an_unknown_game_is_refused_in_words() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'qaud'; did you mean quad"):
        squarely.environments.petting_zoo.env("qaud")


@pytest.mark.filterwarnings("ignore:Observation")
def test_a_game_from_outside_is_played_too() -> None:
    env = squarely.environments.petting_zoo.env(HOP, size=3)
    assert env.unwrapped.episode.game.options == "size=3"
    api_test(env, num_cycles=100)
