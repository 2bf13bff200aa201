"""The gg-bench drop-ins against the rulebooks restated: the same actions, the same positions, the same ends."""

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env

from squarely.core.errors import BadOption, BadPosition, UnknownGame
from squarely.environments import ggbench
from tests.restated import reachable
from tests.thorough import IS_THOROUGH, many

from .rulebooks import RULEBOOKS, Rulebook


def put(env: ggbench.SharedSeat, line: str) -> tuple[np.ndarray, dict[str, str]]:
    return env.reset(options={"position": line})


def assert_step(env: ggbench.SharedSeat, rulebook: Rulebook, line: str, action: int) -> np.ndarray:
    """An action leads where the rulebook says, and so does what is told of it. Gives what is seen there."""
    reached = rulebook.after(line)[action]
    observation, reward, terminated, truncated, info = env.step(action)
    winner = rulebook.winner(reached)
    assert info == {"position": reached, "mover": ("first", "second")[rulebook.mover(reached)]}
    assert reward == (0.0 if winner is None else 1.0 if winner == rulebook.mover(line) else -1.0)
    assert (terminated, truncated) == (winner is not None, False)
    assert env.valid_moves() == [*rulebook.after(reached)]
    return observation


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(("number", "count", "one_of"), [(463, 17_261, 25), (711, 77, 1), (77, 1_250, 1)])
def test_every_position_of_a_small_one(number: int, count: int, one_of: int) -> None:
    """Of so many, ends included, and in `make test` of one of how many. None looks like another, every action does what
    the rulebook says, and any other ends the match."""
    env, rulebook = ggbench.env(number), RULEBOOKS[number]
    states = sorted(reachable(rulebook.rules, rulebook.begin))
    assert len(states) == count
    ongoing = [line for line in states if rulebook.winner(line) is None]
    tried = ongoing if IS_THOROUGH else ongoing[::one_of]
    assert len({put(env, line)[0].tobytes() for line in tried}) == len(tried) > 10
    for at, line in enumerate(tried):
        allowed = [*rulebook.after(line)]
        for action in allowed:
            assert put(env, line)[1]["position"] == line
            assert env.valid_moves() == allowed
            assert_step(env, rulebook, line, action)
        wrong = sorted({-1, *range(len(rulebook.words) + 1)} - {*allowed})
        put(env, line)
        _, reward, terminated, truncated, info = env.step(wrong[at % len(wrong)])
        assert (reward, terminated, truncated, info["position"]) == (-10.0, True, False, line)
        assert env.valid_moves() == []


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("number", [601, 866])
def test_random_matches_go_as_the_rulebook_says(number: int) -> None:
    env, rulebook, luck = ggbench.env(number, max_turns=1000), RULEBOOKS[number], Random(number)
    looks: dict[bytes, str] = {}
    for match in range(many(2_000)):
        observation, info = env.reset(seed=match)
        line = info["position"]
        assert sorted(line) == sorted(rulebook.begin)  # dealt or not
        while rulebook.winner(line) is None:
            assert looks.setdefault(observation.tobytes(), line) == line
            action = luck.choice([*rulebook.after(line)])
            observation = assert_step(env, rulebook, line, action)
            line = rulebook.after(line)[action]
    assert len(looks) > 1_000


def test_whoever_is_blocked_can_lose_instead() -> None:
    env = ggbench.env(463, stalemate="loses")
    for action in (0, 1, 2, 3, 5, 4, 7):
        env.step(action)
    assert env.step(6)[1:] == (1.0, True, False, {"mover": "first", "position": "ABA/B-B/ABA A"})
    assert env.valid_moves() == []


# The interface


@pytest.mark.parametrize("number", RULEBOOKS)
def test_gymnasium_finds_nothing_to_object_to_and_a_search_may_try_on_copies(number: int) -> None:
    env = ggbench.env(number)
    check_env(env)
    observation, told = env.reset(seed=3)
    assert observation.ndim == 1
    assert env.action_space == Discrete(len(RULEBOOKS[number].words))
    assert env.render().splitlines()[-1] == told["position"] == env.reset(seed=3)[1]["position"]
    assert (env.reset(seed=4)[1] == told) == (number != 866)
    env.reset(seed=3)
    tried = deepcopy(env)
    tried.step(tried.valid_moves()[0])
    assert (env.render().splitlines()[-1], tried.render() != env.render()) == (told["position"], True)


def test_endless_play_is_stopped_where_somebody_says_so_and_a_win_with_the_last_turn_is_a_win() -> None:
    for number in (711, 77):
        env = ggbench.env(number, max_turns=7)
        for turn in range(1, 8):
            assert env.step(env.valid_moves()[0])[1:4] == (0.0, turn == 7, turn == 7)
        assert env.valid_moves() == []
        assert "stopped after 7 turns" in env.render()
        assert env.step(0)[1:4] == (0.0, True, True)
    env = ggbench.env(711, max_turns=4)
    for action in (3, 1, 1):
        assert env.step(action)[1:4] == (0.0, False, False)
    assert env.step(3)[1:4] == (1.0, True, False)
    assert env.step(0)[1:4] == (0.0, True, False)


def test_up_goes_up_in_the_picture_of_77() -> None:
    env = ggbench.env(77)
    env.step(1)
    *picture, _, line = env.render().splitlines()
    assert picture[:3] == ["x    1    2    3    4    5", f"y {'+----' * 5}+", "5 |    |    |    |    | P2 |"]
    assert picture[6:8] == ["3 | P1 |    |    |    |    |", f"  {'+----' * 5}+"]
    assert (len(picture), line) == (11, "...../...../1..../...../....2 2")
    env.step(2)  # down 1
    assert env.render().splitlines()[4] == "4 |    |    |    |    | P2 |"


def test_an_action_that_is_not_legal_is_explained() -> None:
    for action, why in (
        (99, "99 is no action of 711; there are the actions 0 to 3."),
        (-1, "-1 is no action of 711; there are the actions 0 to 3."),
        ("up", "'up' is no action of 711; there are the actions 0 to 3."),
        (None, "None is no action of 711; there are the actions 0 to 3."),
        (0, "action 0 (up) is not legal here; legal are 1 (down), 3 (right)."),
        (np.int64(2), "action 2 (left) is not legal here; legal are 1 (down), 3 (right)."),
    ):
        _, reward, terminated, _, info = ggbench.env(711).step(action)
        assert (reward, terminated, info["illegal"]) == (-10.0, True, why)


def test_what_there_is_not_is_refused_in_words() -> None:
    for number, options, why in (
        (463, {"size": 5}, r"^size is no option of drop-in 463; 463 takes stalemate, pie or max_turns$"),
        (463, {"stalemate": "draws"}, r"^stalemate=draws is not possible"),
        (77, {"max_turns": 0}, r"^max_turns=0 is not possible: max_turns is a whole number from 1$"),
    ):
        with pytest.raises(BadOption, match=why):
            ggbench.env(number, **options)
    with pytest.raises(UnknownGame, match=r"^there is no drop-in for 1; there are 463, 601, 866, 711 or 77$"):
        ggbench.env(1)
    with pytest.raises(BadPosition, match="nothing can be played from"):
        put(ggbench.env(711), "...../...../..*../...../..... 1 down")
