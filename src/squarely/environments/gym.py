"""Gymnasium: one seat of a game, against any player. Importing this registers every game as `squarely/NAME-v0`.

Self-play, in which every action is the mover's, is another problem: `make_vec("squarely/NAME-selfplay-v0")`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from squarely import registry
from squarely.environments.encoding import Mask, Observation
from squarely.environments.regret import Regret
from squarely.environments.sitting import MAX_TURNS, SEEDS, Sitting, loaded
from squarely.errors import BadOption, BadPlayer, IllegalMove
from squarely.game import Game, Side
from squarely.notation import choice
from squarely.players import Player, dismiss, seated

RENDER_MODES = ("human", "ansi")
SEATS = ("first", "second", "either")
REWARDS = ("result", "regret")


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """A seat whose opponent answers inside `step`. An action that is not legal loses the match at once."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        opponent: str = "random",
        seat: str = "first",
        reward: str = "result",
        max_turns: int = MAX_TURNS,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        for name, given, known in (
            ("seat", seat, SEATS),
            ("reward", reward, REWARDS),
            ("render_mode", render_mode or RENDER_MODES[0], RENDER_MODES),
        ):
            if given not in known:
                raise BadOption(f"{name}={given} is not possible: {name} is {choice(known)}")
        self.sitting = Sitting(loaded(game, options), max_turns)
        self.render_mode = render_mode
        self.seat = Side.FIRST
        self.action_space = spaces.Discrete(self.sitting.encoding.actions)
        self.observation_space = spaces.Box(0, self.sitting.encoding.high, dtype=np.uint8)
        self._seat_wanted, self._opponent_wanted = seat, opponent
        self._opponent: Player = _seated(opponent, 0)
        self._regret = Regret(self.sitting.game) if reward == "regret" else None
        self._told = False  # whether the agent knows that the match is over

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match. options["position"] is a position line to begin from."""
        super().reset(seed=seed)
        self.sitting.begin(self.np_random, options)
        drawn = int(self.np_random.integers(2))
        self.seat = Side(drawn if self._seat_wanted == "either" else SEATS.index(self._seat_wanted))
        dismiss(self._opponent)
        self._opponent = _seated(self._opponent_wanted, int(self.np_random.integers(SEEDS)))
        self._told = False
        if self._regret:
            self._regret.begin(self.sitting.position)
        self._answer()
        self._show()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the move with this number and let the opponent answer."""
        if self._told:
            raise IllegalMove("the match is over; call reset to begin another.")
        if self.sitting.over:  # the opponent ended it before this seat had a turn
            return self._result(self._end_reward())
        before = self.sitting.position
        try:
            move = self.sitting.encoding.move(action, before)
        except IllegalMove as why:
            return self._lost(str(why))
        self.sitting.play(move)
        lost = self._regret.of(before, self.sitting.position) if self._regret else None
        self._answer()
        self._show()
        return self._result(self._end_reward() if lost is None else -float(lost))

    def action_masks(self) -> Mask:
        """For every action, 1 if it is legal now; the name is the one that sb3-contrib looks for."""
        mask = self.sitting.encoding.mask(self.sitting.position)
        if self.sitting.over:
            mask[:] = 0
        return mask

    def render(self) -> str | None:
        """The drawn board: a text, or nothing where the mode is human and it is printed."""
        return self.sitting.render(self.render_mode)

    def close(self) -> None:
        """Let go of the opponent."""
        dismiss(self._opponent)

    def _answer(self) -> None:
        """Let the opponent move until it is this seat's turn."""
        while not self.sitting.over and self.sitting.match.mover != self.seat:
            self.sitting.play(self._opponent.choose(self.sitting.match))

    def _end_reward(self) -> float:
        return 0.0 if self._regret else self.sitting.reward(self.seat)

    def _result(self, reward: float) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._told = self.sitting.over
        return self._seen(), reward, self.sitting.outcome is not None, self.sitting.truncated, self._info()

    def _lost(self, why: str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The end by an action that is no legal move: worse than any that is."""
        self._told = True
        reward = -float(self._regret.worst(self.sitting.position) + 1) if self._regret else -1.0
        return self._seen(), reward, True, False, {**self._info(), "illegal": why}

    def _seen(self) -> Observation:
        return self.sitting.encoding.observe(self.sitting.position)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.action_masks(),
            "position": self.sitting.game.write_position(self.sitting.position),
            "seat": str(self.seat),
        }
        if self.sitting.outcome:
            info["reason"] = self.sitting.outcome.reason
        return info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _seated(spec: str, seed: int) -> Player:
    player = seated(spec, seed)
    if player is None:
        raise BadPlayer("a human cannot be the opponent in an environment; take random, perfect or level:1 to level:9")
    return player


for _name in registry.names():
    gymnasium.register(f"squarely/{_name}-v0", f"{__name__}:OneSeat", kwargs={"game": _name})
    gymnasium.register(
        f"squarely/{_name}-selfplay-v0",
        vector_entry_point=f"{__package__}.gym_vector:BothSeats",
        kwargs={"game": _name},
    )
