"""PettingZoo: both seats of a game, turn by turn. Importing this registers every game as `squarely/NAME-v0`."""

from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo.utils import wrappers

from squarely.core.errors import IllegalMove
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Side
from squarely.environments.episode import MAX_TURNS, RENDER_MODES, Episode, load_game

_TRIAL = {"options": 1}  # what the tests of PettingZoo give to reset, whatever the environment knows


class BothSeats(pettingzoo.AECEnv):  # type: ignore[misc]
    """The two seats of one match after another: `player_1` is the first, `player_2` the second, who may begin."""

    def __init__(
        self, game: str | Game, max_turns: int = MAX_TURNS, render_mode: str | None = None, **options: object
    ) -> None:
        super().__init__()
        self.episode = Episode(load_game(game, options), max_turns, render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"squarely_{self.episode.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = ["player_1", "player_2"]
        self.agents: list[str] = []
        actions, high = self.episode.encoding.actions, self.episode.encoding.high
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, high, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._rng, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. options["position"] is a position line to begin from."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.episode.begin(self._rng, None if options == _TRIAL else options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover
        self.episode.show()

    def step(self, action: int | None) -> None:
        """Play the move with this number; IllegalMove says why it is none."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove("None is for agents that are done; this match goes on, and an action is a whole number.")
        self.episode.play(self.episode.encoding.move(action, self.episode.position))
        self.rewards = {name: self.episode.reward(Side(at)) for at, name in enumerate(self.possible_agents)}
        self.terminations = dict.fromkeys(self.agents, self.episode.outcome is not None)
        self.truncations = dict.fromkeys(self.agents, self.episode.is_truncated)
        self.agent_selection = self._mover
        self._accumulate_rewards()
        self.episode.show()

    def observe(self, agent: str) -> dict[str, Any]:
        """The position as planes, and what this agent may do now: nothing unless it is its turn."""
        mask = self.episode.mask()
        return {"observation": self.episode.observe(), "action_mask": mask if agent == self._mover else 0 * mask}

    def render(self) -> str | None:
        return self.episode.render()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    @property
    def _mover(self) -> str:
        return self.possible_agents[self.episode.match.mover]


def env(game: str | Game, max_cycles: int | None = None, **settings: Any) -> Any:
    """Both seats of a game, guarded against calls in the wrong order. A cycle is a turn of each."""
    if max_cycles is not None:
        settings["max_turns"] = 2 * max_cycles
    return wrappers.OrderEnforcingWrapper(BothSeats(game, **settings))


for _name in registry.names():
    pettingzoo.register("aec", f"squarely/{_name}-v0", f"{__name__}:env", kwargs={"game": _name})
