"""OpenSpiel: its own tests, unchanged, and every move against the rules restated."""

import pickle
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any
from unittest import result as unittest_result

import numpy as np
import pyspiel
import pytest

from squarely.core.errors import BadOption, IllegalMove
from squarely.environments import open_spiel as ours
from tests.games.outside_games import Hop
from tests.thorough import IS_THOROUGH

from .twins import FOLLOW, winner


def after_the_deal(game: Any, luck: Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(luck.choice([action for action, _ in state.chance_outcomes()]))
    return state


@pytest.mark.slow
def test_the_simulation_of_openspiel_passes_and_games_and_states_travel() -> None:
    ours.register(Hop)
    for spec in (
        *("quad", "center(stalemate=loses,tokens=3,max_turns=40)", "numbers(deal=4711,capture=choose)"),
        *("numbers(size=2,komi=1)", "showdown(first=2,start=@2-4,goal=@5-5)", "snatchers(up=cartesian,reach=1,size=3)"),
        "hop(size=3)",
    ):
        game = pyspiel.load_game(f"squarely_{spec}")
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
        state = after_the_deal(game, Random(1))
        state.apply_action(state.legal_actions()[-1])
        again, there = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert (str(again), str(there)) == (str(game), str(state))
        assert str(pickle.loads(pickle.dumps(state))) == str(state)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)
        clone = state.clone()
        state.apply_action(state.legal_actions()[0])
        assert str(clone) == str(there) != str(state)
    assert str(game.new_initial_state()) == "DDD/.../LLL L, turns left: 200"


@pytest.mark.slow
@pytest.mark.thorough
def test_the_test_of_games_that_comes_with_openspiel_passes() -> None:
    """As it lies in the wheel; when it is loaded it looks which games there are, ours among them."""
    tests = import_module("open_spiel.python.tests.games_sim_test").GamesSimTest
    for name in FOLLOW if IS_THOROUGH else ("numbers", "snatchers"):
        result = unittest_result.TestResult()
        tests(f"test_game_sim_squarely_{name}").run(result)
        assert (result.testsRun, result.errors, result.failures, result.skipped) == (1, [], [], [])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numbers", "quad", "snatchers"])
def test_every_match_goes_as_the_rules_say(name: str) -> None:
    game, luck = pyspiel.load_game(f"squarely_{name}"), Random(name)
    for _ in range(8):
        state = after_the_deal(game, luck)
        line, turns = str(state).removesuffix(", turns left: 200"), 0
        while not state.is_terminal():
            moves = FOLLOW[name](line)[1]
            assert state.observation_string(0) == state.observation_string(1) == f"{line}, turns left: {200 - turns}"
            assert state.current_player() == int(line.split()[1] in "BO2")
            legal = {state.action_to_string(action): action for action in state.legal_actions()}
            assert legal.keys() == moves.keys()
            words = luck.choice(sorted(legal))
            assert state.string_to_action(words) == legal[words]
            state.apply_action(legal[words])
            line, turns = moves[words], turns + 1
            assert str(state) == f"{line}, turns left: {200 - turns}"
        first = winner(name, line)
        assert first is not None or turns == 200
        assert state.returns() == ([0, 0] if first is None else [1, -1] if first == 0 else [-1, 1])
        assert state.legal_actions() == []


def test_what_is_seen_of_a_state_decides_its_worth_and_the_turn_limit_ends_it_with_nothing_for_anybody() -> None:
    """The same position at first and after four moves: not the same text, nor the same planes."""
    game = pyspiel.load_game("squarely_snatchers(max_turns=5,up=screen)")
    early = game.new_initial_state()
    late = early.clone()
    for words in ("down 1", "up 1", "up 1", "down 1"):
        late.apply_action(late.string_to_action(words))
    assert str(late) == str(early).replace("left: 5", "left: 1") != str(early)
    shape = game.observation_tensor_shape()
    then, now = (np.reshape(state.observation_tensor(), shape) for state in (early, late))
    assert np.array_equal(then[:-1], now[:-1])
    assert (then[-1] == 1).all()
    assert (now[-1] == np.float32(1 / 5)).all()
    early.apply_action(early.string_to_action("down 1"))
    moved = np.reshape(early.observation_tensor(), shape)
    assert [np.argwhere(planes[0]).tolist() for planes in (then, moved)] == [[[0, 0]], [[1, 0]]]
    assert early.information_state_string(0) != late.information_state_string(0)
    assert not late.is_terminal()
    late.apply_action(late.string_to_action("down 1"))
    assert (late.is_terminal(), late.returns()) == (True, [0, 0])
    with pytest.raises(IllegalMove, match=r"^the match was stopped after 5 turns\.$"):
        late.apply_action(0)


def test_every_deal_is_dealt_and_each_as_often() -> None:
    def dealt(state: Any, chance: float) -> Iterator[tuple[str, float]]:
        if not state.is_chance_node():
            yield str(state), chance
            return
        for action, share in state.chance_outcomes():
            yield from dealt(state.child(action), chance * share)

    found = list(dealt(pyspiel.load_game("squarely_numbers(size=2)").new_initial_state(), 1.0))
    assert len(found) == len({line for line, _ in found}) == 24
    assert all(chance == pytest.approx(1 / 24) for _, chance in found)
    assert pyspiel.load_game("squarely_numbers").max_chance_nodes_in_history() == 13


def test_a_deal_can_be_asked_for_and_a_square_given_as_it_is_or_marked_as_text() -> None:
    game = pyspiel.load_game("squarely_numbers", {"deal": 362_879})
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert str(game.new_initial_state()) == "987/654/321 1 0-0, turns left: 200"
    for written in ("2-4", "@2-4"):
        game = pyspiel.load_game("squarely_showdown", {"start": written})
        assert str(game.new_initial_state()) == "...../...*./...../...../..... 1 -, turns left: 200"
        assert "start=@2-4" in str(game)


def test_what_cannot_be_is_refused_in_words() -> None:
    for spec, error, why in (
        ("squarely_quad(size=99)", BadOption, "size=99 is not possible: size is a whole number from 3 to 6"),
        ("squarely_numbers(size=2,deal=24)", BadOption, "deal=24 is not possible: deal is a whole number from 0 to 23"),
        ("squarely_quad(max_turns=0)", BadOption, "max_turns=0 is not possible"),
        ("squarely_quad(sise=4)", pyspiel.SpielError, "Unknown parameter 'sise'"),
    ):
        with pytest.raises(error, match=why):
            pyspiel.load_game(spec)
    state = pyspiel.load_game("squarely_quad").new_initial_state()
    state.apply_action(5)
    for action, why in ((5, "action 5 is not legal here"), (999, "action 999 is out of range")):
        with pytest.raises(IllegalMove, match=why):
            state.apply_action(action)
    assert str(state) == "..../.X../..../.... O, turns left: 199"
