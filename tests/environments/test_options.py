"""The options of every game in environments: sides swapped under the pie rule, rule sets by name; and of reset."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest

from squarely import Game, Match, Side
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from squarely.environments import ggbench, open_spiel
from squarely.environments.gym import OneSeat
from squarely.environments.petting_zoo import env
from tests.games.outside_games import DROP, Drop, Hop


@pytest.mark.parametrize("game", [registry.load("numbers", "size=2"), registry.load("showdown"), Hop(size=3)])
def test_both_seats_play_a_match_in_which_sides_are_swapped(game: Game) -> None:
    played, random = env(game, max_turns=30, pie="yes"), Random(1)
    played.reset(seed=1)
    twin = Match.of(game.with_options(pie="yes"), played.unwrapped.episode.position)
    states, rewards = [], {"player_1": 0.0, "player_2": 0.0}
    for _ in range(30):
        seen, _, over, stopped, _ = played.last()
        if over or stopped:
            break
        assert played.agent_selection == f"player_{1 + twin.mover}"
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() == [int(move) for move in twin.legal_moves]
        states.append(int(seen["observation"][-1].max()))
        can_swap = states[-1] == 1
        assert can_swap == (str(twin.legal_moves[-1]) == "swap sides")
        action = int(legal[-1]) if can_swap else int(random.choice(legal.tolist()))
        twin = twin.play(action)
        played.step(action)
        for side, reward in played.rewards.items():
            rewards[side] += reward
    assert states[:3] == [0, 1, 3]
    winner = twin.outcome.winner if twin.outcome else None
    won = [0 if winner is None else 1 if side == winner else -1 for side in Side]
    assert rewards == dict(zip(rewards, won, strict=True))


def test_open_spiel_has_pie_and_rule_sets_as_parameters() -> None:
    for name in ("numbers", "snatchers"):
        game = pyspiel.load_game(f"squarely_{name}", {"pie": "yes"})
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        state.apply_action(state.legal_actions()[0])
        swap = game.num_distinct_actions() - 1
        assert state.legal_actions()[-1] == swap
        assert state.action_to_string(swap) == "swap sides"
        state.apply_action(swap)
        assert state.current_player() == 0
        assert pyspiel.load_game(str(game)).num_distinct_actions() == game.num_distinct_actions()
    open_spiel.register(Drop)
    roomy = pyspiel.load_game("squarely_drop", {"rules": "roomy"})
    for spec, actions in ((str(roomy), 20), ("squarely_drop(rules=roomy,rows=5)", 25)):
        assert pyspiel.load_game(spec).num_distinct_actions() == actions
    assert roomy.num_distinct_actions() == 20


def test_a_drop_in_has_one_action_more() -> None:
    for number in ggbench.DROP_INS:
        usual, pie = ggbench.env(number), ggbench.env(number, pie="yes")
        assert pie.words[:-1] == usual.words
        pie.reset(seed=1)
        pie.step(int(next(iter(pie.valid_moves()))))
        _, reward, over, _, told = pie.step(len(usual.words))
        assert (reward, over) == (0, False)
        assert told["position"].endswith("swapped")


def test_a_rule_set_is_named_and_an_option_beside_it_wins() -> None:
    made: Any
    for made in (env, OneSeat):
        for options, squares in (({}, (3, 4)), ({"rules": "roomy"}, (4, 5)), ({"rules": "Roomy", "rows": 6}, (6, 5))):
            assert made(DROP, **options).unwrapped.episode.encoding.shape[1:] == squares
        with pytest.raises(BadOption, match="there is no rule set 'romy'; did you mean roomy"):
            made(DROP, rules="romy")


@pytest.mark.slow
def test_what_reset_does_not_know_is_refused_whichever_environment_it_is() -> None:
    line = "...../...../...../...../*.... 1 down"
    options: dict[str, Any]
    for made in (
        gymnasium.make("squarely/showdown-v0"),
        gymnasium.make_vec("squarely/showdown-v0", 2),
        pettingzoo.make("aec", "squarely/showdown-v0"),
        ggbench.env(711),
    ):
        for wanted in ({"position": line}, {}, None):
            made.reset(seed=1, options=wanted)
        for options, error, why in (
            ({"positon": line}, BadOption, r"^'positon' is no option of reset; it takes position, a position line"),
            ({"position": line, "max_turns": 3}, BadOption, "^'max_turns' is no option of reset"),
            ({"position": "garbage"}, BadPosition, "garbage"),
            ({"position": 5}, BadPosition, "5"),
            ({"position": ""}, BadPosition, "BOARD"),
        ):
            with pytest.raises(error, match=why):
                made.reset(seed=1, options=options)
