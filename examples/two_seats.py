"""PettingZoo: two agents that move at random, through the masks."""

import pettingzoo

import squarely.environments.petting_zoo  # noqa: F401 - registers squarely/quad-v0 and the others

env = pettingzoo.make("aec", "squarely/quad-v0", sudden_death="convert", render_mode="ansi")
env.reset(seed=1)
for seed, agent in enumerate(env.agents):
    env.action_space(agent).seed(seed)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, _ = env.last()
    if terminated or truncated:
        print(f"{agent}: {reward:+.0f}")
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print(env.render())
