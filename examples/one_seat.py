"""Gymnasium: a seat against a computer player, and what each move lost by the exact values."""

import gymnasium
import numpy as np

import squarely.environments.gym  # noqa: F401 - registers squarely/numbers-v0 and the others

env = gymnasium.make("squarely/numbers-v0", opponent="level:3", seat="second", reward="regret")
rng = np.random.default_rng(1)
for match in range(3):
    _, info = env.reset(seed=match)
    lost, over = 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        lost -= float(reward)
        over = terminated or truncated
    print(f"match {match}: {lost:.0f} points lost; {info['reason']}")
env.close()
