"""A learner: snatchers by self-play, and a plot of its exact skill. python3 examples/learner.py [skill.svg]"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from squarely.environments.skill import Skill
from squarely.environments.vector import Vector

env = Vector("snatchers", 256)
skill = Skill(env.game)
expected = np.zeros((1250, env.encoding.actions))  # what each action is expected to bring, in each position


def numbered(observations: Any) -> Any:
    """The number of each position: where the two tokens stand, and whose turn it is."""
    first, second, turn = observations.reshape(-1, 3, 25).swapaxes(0, 1)
    return (first.argmax(1) * 25 + second.argmax(1)) * 2 + turn[:, 0]


curve, (observations, masks) = list[float](), env.reset(seed=1)
for step in range(400):
    if step % 10 == 0:
        curve.append(skill.of(expected[numbered(skill.observations)]))
    here, actions = numbered(observations), env.random_actions()
    observations, rewards, terminated, truncated, masks = env.step(actions)
    reply = np.where(masks, expected[numbered(observations)], -np.inf).max(1)  # the opponent's best
    brings = np.where(terminated, rewards, -0.9 * reply)
    expected[here, actions] += np.where(truncated, 0, 0.5 * (brings - expected[here, actions]))

dots = " ".join(f"{40 + 9 * at},{120 - value:.1f}" for at, value in enumerate(curve))
scale = "".join(f'<text x="5" y="{124 - each}">{each}</text>' for each in (0, 50, 100))
plot = f'<polyline points="{dots}" fill="none" stroke="teal"/><text x="40" y="140">exact skill over training</text>'
page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 150" font-size="12">{scale}{plot}</svg>\n'
Path(sys.argv[1] if len(sys.argv) > 1 else "skill.svg").write_text(page, encoding="utf-8")
print(f"exact skill: {curve[0]:.0f} before, {curve[-1]:.0f} after {400 * 256:,} moves")
