"""gg-bench: environment 77 of the collection, with both sides in one environment."""

from random import Random

from squarely.environments import ggbench

env, rng = ggbench.env(77, max_turns=50), Random(2)
observation, info = env.reset(seed=1)
reward, terminated, truncated = 0.0, False, False
while not terminated and not truncated:
    observation, reward, terminated, truncated, info = env.step(rng.choice(env.valid_moves()))
print(env.render())
print(f"reward {reward:+.0f} for the last mover, terminated {terminated}, truncated {truncated}")
