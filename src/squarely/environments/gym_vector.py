"""The vector environment as Gymnasium's: `gymnasium.make_vec("squarely/quad-selfplay-v0", …)` makes it."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from squarely.core.errors import BadOption
from squarely.core.rules.game import Game
from squarely.environments.encoding import Mask, Observation
from squarely.environments.vector import Actions, Flags, Rewards, Vector


class BothSeats(VectorEnv[Observation, Actions, Any]):
    """Self-play: every action is the mover's, and the reward is that of the agent; the other has its negative.

    `infos["action_mask"]` says what is legal next, `infos["mover"]` for whom. A match that is over is replaced in the
    same step, and `infos["final_obs"]` has how it looked at its end.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, game: str | Game, num_envs: int = 1024, render_mode: str | None = None, **given: Any) -> None:
        """`given` are the options of the game and those of `Vector`: max_turns, starts, check, threads, copy."""
        self.vector = Vector(game, num_envs, **given)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = spaces.Box(0, self.vector.encoding.high, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(self.vector.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if options:
            raise BadOption(
                f"{next(iter(options))!r} is no option of reset here; positions to begin from are given when the "
                "environment is made, as starts=[LINE, …]"
            )
        super().reset(seed=seed)
        observations, masks = self.vector.reset(seed)
        return observations, self._infos(masks)

    def step(self, actions: Actions) -> tuple[Observation, Rewards, Flags, Flags, dict[str, Any]]:
        observations, rewards, terminated, truncated, masks = self.vector.step(actions)
        infos = self._infos(masks)
        which, seen = self.vector.final_observations()
        if len(which):
            final = np.full(self.num_envs, None, dtype=object)
            for at, each in zip(which, seen, strict=True):
                final[at] = each
            infos |= {"final_obs": final, "_final_obs": terminated | truncated}
        return observations, rewards, terminated, truncated, infos

    def render(self) -> tuple[str, ...]:
        """The drawn board of every match, and the position line under it, which says all that the board does not."""
        game, positions = self.vector.game, map(self.vector.position, range(self.num_envs))
        return tuple(f"{game.words.draw(position)}\n{game.write_position(position)}\n" for position in positions)

    def close_extras(self, **_: Any) -> None:
        if hasattr(self, "vector"):  # Gymnasium also closes what could not be made
            self.vector.close()

    def _infos(self, masks: Mask) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": masks, "_action_mask": everywhere, "mover": self.vector.movers, "_mover": everywhere}
