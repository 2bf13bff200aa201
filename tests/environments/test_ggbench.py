"""The gg-bench drop-ins against the rulebooks restated: the same actions, the same positions, the same ends."""

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env

from squarely.core.errors import BadOption, BadPosition, UnknownGame
from squarely.environments import ggbench
from tests.thorough import IS_THOROUGH, many

from .rulebooks import RULEBOOKS, Rulebook, State, reachable

SMALL = {463: 17_261, 711: 77, 77: 1_250}  # positions of a match, its ends included
MATCHES = many(10_000)
SHARE = 2_500  # matches played by one test

WHOLE = pytest.mark.parametrize("number", list(SMALL))
EACH = pytest.mark.parametrize("number", list(RULEBOOKS))


def put(env: ggbench.SharedSeat, line: str) -> tuple[np.ndarray, dict[str, str]]:
    return env.reset(options={"position": line})


def reward_of(rulebook: Rulebook, mover: int, reached: State) -> float:
    winner = rulebook.winner(reached)
    return 0.0 if winner is None else 1.0 if winner == mover else -1.0


# Every position of the small ones


@WHOLE
def test_every_action_in_every_position_does_what_the_rulebook_says(number: int) -> None:
    env, rulebook = ggbench.env(number), RULEBOOKS[number]
    states = reachable(rulebook)
    assert len(states) == SMALL[number]
    for state in states if IS_THOROUGH else states[:: len(states) // 4_000 + 1]:
        if rulebook.winner(state) is not None:
            continue
        line = rulebook.line(state)
        for action in rulebook.allowed(state):
            _, told = put(env, line)
            assert told["position"] == line
            assert env.valid_moves() == rulebook.allowed(state)
            reached = rulebook.after(state, action)
            _, reward, terminated, truncated, info = env.step(action)
            assert info["position"] == rulebook.line(reached)
            assert info["mover"] == ("first", "second")[rulebook.mover(reached)]
            assert reward == reward_of(rulebook, rulebook.mover(state), reached)
            assert (terminated, truncated) == (rulebook.winner(reached) is not None, False)
            assert env.valid_moves() == rulebook.allowed(reached)


@WHOLE
def test_an_action_that_is_not_allowed_ends_the_match_in_every_position(number: int) -> None:
    env, rulebook = ggbench.env(number), RULEBOOKS[number]
    for at, state in enumerate(reachable(rulebook)):
        wrong = sorted({-1, *range(rulebook.actions + 1)} - {*rulebook.allowed(state)})
        if rulebook.winner(state) is None:
            put(env, rulebook.line(state))
            _, reward, terminated, truncated, info = env.step(wrong[at % len(wrong)])
            assert (reward, terminated, truncated) == (-10.0, True, False)
            assert info["position"] == rulebook.line(state)
            assert env.valid_moves() == []


@WHOLE
def test_no_two_positions_look_the_same(number: int) -> None:
    env, rulebook = ggbench.env(number), RULEBOOKS[number]
    seen: dict[bytes, str] = {}
    for state in reachable(rulebook):
        if rulebook.winner(state) is None:
            observation, told = put(env, rulebook.line(state))
            assert seen.setdefault(observation.tobytes(), told["position"]) == told["position"]
    assert len(set(seen.values())) == len(seen) > 10


# Whole matches


@pytest.mark.parametrize("share", range(MATCHES // SHARE))
@pytest.mark.parametrize("number", [601, 866])
def test_random_matches_go_as_the_rulebook_says(number: int, share: int) -> None:
    env, rulebook, luck = ggbench.env(number, max_turns=1000), RULEBOOKS[number], Random(share)
    looks: dict[bytes, str] = {}
    for match in range(SHARE):
        observation, info = env.reset(seed=share * SHARE + match)
        state = dealt(info["position"]) if number == 866 else rulebook.begin()
        over = False
        while not over:
            assert info["position"] == rulebook.line(state)
            assert looks.setdefault(observation.tobytes(), info["position"]) == info["position"]
            assert env.valid_moves() == rulebook.allowed(state)
            action = luck.choice(rulebook.allowed(state))
            reached = rulebook.after(state, action)
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert reward == reward_of(rulebook, rulebook.mover(state), reached)
            assert over == (rulebook.winner(reached) is not None)
            state = reached
    assert len(looks) > SHARE


def dealt(line: str) -> State:
    """The state of a match of 866 before its first move."""
    board, mover, points = line.split()
    numbers = tuple(int(digit) for digit in board.replace("/", ""))
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert (mover, points) == ("1", "0-0")
    return numbers, 0, (0, 0)


def test_sudden_death_is_reached_and_goes_on() -> None:
    env = ggbench.env(601)
    for action in (0, 1, 2, 4, 3, 6, 5, 9, 7, 12, 8, 13, 10, 14, 11, 15):
        env.step(action)
    assert env.render().splitlines()[-1] == "XOXX/OXOX/XOXX/OOOO X"
    assert env.valid_moves() == [1, 4, 6, 9, 12, 13, 14, 15]
    _, _, _, _, info = env.step(15)
    assert info["position"] == "XOXX/OXOX/XOXX/OOOX O"
    assert env.valid_moves() == [0, 2, 3, 5, 7, 8, 10, 11, 15]
    _, _, _, _, info = env.step(15)  # and back: nothing in the rules ends this
    assert info["position"] == "XOXX/OXOX/XOXX/OOOO X"


def test_whoever_is_blocked_passes() -> None:
    env = ggbench.env(463)
    for action in (0, 1, 2, 3, 5, 4, 7):
        env.step(action)
    _, reward, terminated, _, info = env.step(6)
    assert info == {"mover": "second", "position": "ABA/B-B/ABA B"}
    assert (reward, terminated) == (0.0, False)
    assert env.valid_moves() == [10, 17, 24, 27]  # one way to the center from each side


def test_whoever_is_blocked_can_lose_instead() -> None:
    env = ggbench.env(463, stalemate="loses")
    for action in (0, 1, 2, 3, 5, 4, 7):
        env.step(action)
    _, reward, terminated, truncated, _ = env.step(6)
    assert (reward, terminated, truncated) == (1.0, True, False)


def test_the_last_mover_can_lose_by_points() -> None:
    env = ggbench.env(866)
    put(env, "1../.../... 2 44-0")
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["position"] == ".../.../... 1 44-1"


# The interface


@EACH
def test_gymnasium_finds_nothing_to_object_to(number: int) -> None:
    check_env(ggbench.env(number))


@EACH
def test_observations_are_flat_and_rendering_gives_a_text(number: int) -> None:
    env = ggbench.env(number)
    observation, _ = env.reset(seed=3)
    assert observation.ndim == 1
    assert env.action_space == Discrete(RULEBOOKS[number].actions)
    assert env.render().splitlines()[-1] == env.reset(seed=3)[1]["position"]


@pytest.mark.parametrize("number", [711, 77])
def test_endless_play_is_stopped_where_somebody_says_so(number: int) -> None:
    env = ggbench.env(number, max_turns=7)
    for turn in range(1, 8):
        _, reward, terminated, truncated, _ = env.step(env.valid_moves()[0])
        assert (reward, terminated, truncated) == (0.0, turn == 7, turn == 7)
    assert env.valid_moves() == []
    assert "stopped after 7 turns" in env.render()
    assert env.step(0)[1:4] == (0.0, True, True)


def searched(env: ggbench.SharedSeat, over: bool, luck: Random, depth: int) -> float:
    """A search in the manner of the collection: the third value tells it the end, and it takes the best of a list."""
    if over or depth == 0:
        return 0.0
    values = []
    for action in luck.sample(env.valid_moves(), min(2, len(env.valid_moves()))):
        after = deepcopy(env)
        _, reward, over, _, _ = after.step(action)
        values.append(reward - searched(after, over, luck, depth - 1))
    return max(values)


@EACH
def test_a_search_that_knows_no_truncation_does_not_fall_over_the_turn_limit(number: int) -> None:
    for limit in (1, 2, 4):
        assert abs(searched(ggbench.env(number, max_turns=limit), False, Random(limit), 6)) <= 1


def test_up_goes_up_in_the_picture_of_77() -> None:
    env = ggbench.env(77)
    env.step(1)
    assert (
        env.render()
        == """\
x    1    2    3    4    5
y +----+----+----+----+----+
5 |    |    |    |    | P2 |
  +----+----+----+----+----+
4 |    |    |    |    |    |
  +----+----+----+----+----+
3 | P1 |    |    |    |    |
  +----+----+----+----+----+
2 |    |    |    |    |    |
  +----+----+----+----+----+
1 |    |    |    |    |    |
  +----+----+----+----+----+
...../...../1..../...../....2 2
"""
    )
    env.step(2)  # down 1
    assert env.render().splitlines()[4] == "4 |    |    |    |    | P2 |"


def test_a_win_with_the_last_turn_is_a_win() -> None:
    env = ggbench.env(711, max_turns=4)
    for action in (3, 1, 1):
        assert env.step(action)[1:4] == (0.0, False, False)
    assert env.step(3)[1:4] == (1.0, True, False)
    assert env.step(0)[1:4] == (0.0, True, False)


def test_the_same_seed_deals_the_same_board() -> None:
    lines = [ggbench.env(866).reset(seed=seed)[1]["position"] for seed in (1, 1, 2)]
    assert lines[0] == lines[1] != lines[2]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (99, "99 is no action of 711; there are the actions 0 to 3."),
        (-1, "-1 is no action of 711; there are the actions 0 to 3."),
        ("up", "'up' is no action of 711; there are the actions 0 to 3."),
        (None, "None is no action of 711; there are the actions 0 to 3."),
        (0, "action 0 (up) is not legal here; legal are 1 (down), 3 (right)."),
        (np.int64(2), "action 2 (left) is not legal here; legal are 1 (down), 3 (right)."),
    ],
)
def test_an_action_that_is_not_legal_is_explained(action: object, why: str) -> None:
    _, reward, terminated, _, info = ggbench.env(711).step(action)
    assert (reward, terminated, info["illegal"]) == (-10.0, True, why)


def test_what_there_is_not_is_refused_in_words() -> None:
    with pytest.raises(UnknownGame, match=r"^there is no drop-in for 1; there are 463, 601, 866, 711 or 77$"):
        ggbench.env(1)
    with pytest.raises(BadOption, match=r"^size is no option of drop-in 463; 463 takes stalemate, pie or max_turns$"):
        ggbench.env(463, size=5)
    with pytest.raises(BadOption, match=r"^stalemate=draws is not possible"):
        ggbench.env(463, stalemate="draws")
    with pytest.raises(BadOption, match=r"^max_turns=0 is not possible: max_turns is a whole number from 1$"):
        ggbench.env(77, max_turns=0)
    with pytest.raises(BadPosition, match="nothing can be played from"):
        put(ggbench.env(711), "...../...../..*../...../..... 1 down")
