"""OpenSpiel: its Monte Carlo tree search against a random mover."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import squarely.environments.open_spiel  # noqa: F401 - registers squarely_center and the others

game = pyspiel.load_game("squarely_center(stalemate=loses)")
rng = np.random.RandomState(1)
bot = mcts.MCTSBot(game, uct_c=2, max_simulations=50, evaluator=mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
state = game.new_initial_state()
while not state.is_terminal():
    player = state.current_player()
    action = int(bot.step(state) if player == 0 else rng.choice(state.legal_actions()))
    print(state.action_to_string(player, action), end="; ")
    state.apply_action(action)
print(state.observation_string(0), state.returns())
