"""Gymnasium: one seat of a game, against any player. Importing this registers every game as `squarely/NAME-v0`.

Self-play, in which every action is the mover's, is another problem: `make_vec("squarely/NAME-selfplay-v0")`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from squarely.core.errors import BadOption, BadPlayer, IllegalMove
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import join_with_or
from squarely.environments.encoding import Mask, Observation
from squarely.environments.episode import MAX_TURNS, RENDER_MODES, SEEDS, Episode, load_game
from squarely.players import Player, dismiss_players, seat_player
from squarely.review.grading import measure_cost
from squarely.solver.oracle import Oracle

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
        for name, given, known in (("seat", seat, SEATS), ("reward", reward, REWARDS)):
            if given not in known:
                raise BadOption(f"{name}={given} is not possible: {name} is {join_with_or(known)}")
        self.episode = Episode(load_game(game, options), max_turns, render_mode)
        self.render_mode = render_mode
        self.seat = Side.FIRST
        self.action_space = spaces.Discrete(self.episode.encoding.actions)
        self.observation_space = spaces.Box(0, self.episode.encoding.high, dtype=np.uint8)
        self._seat_wanted, self._opponent_wanted = seat, opponent
        self._opponent: Player = _seat_opponent(opponent, 0)
        self._oracle = Oracle(self.episode.game, patient=True) if reward == "regret" else None
        self._told = False  # whether the agent knows that the match is over

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match. options["position"] is a position line to begin from."""
        super().reset(seed=seed)
        self.episode.begin(self.np_random, options)
        drawn = int(self.np_random.integers(2))
        self.seat = Side(drawn if self._seat_wanted == "either" else SEATS.index(self._seat_wanted))
        dismiss_players(self._opponent)
        self._opponent = _seat_opponent(self._opponent_wanted, int(self.np_random.integers(SEEDS)))
        self._told = False
        if self._oracle:
            if self.episode.game.is_dealt:  # what was known about other deals is let go
                self._oracle = Oracle(self.episode.game, patient=True)
            self._oracle.value(self.episode.position)  # asked first, so that one solution holds the whole match
        self.episode.let_computers_move({self.seat.other: self._opponent})
        self.episode.show()
        return self.episode.observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the move with this number and let the opponent answer."""
        if self._told:
            raise IllegalMove("the match is over; call reset to begin another.")
        if self.episode.is_over:  # the opponent ended it before this seat had a turn
            return self._result(0.0 if self._oracle else self.episode.reward(self.seat))
        before = self.episode.position
        try:
            move = self.episode.encoding.move(action, before)
        except IllegalMove as why:
            return self._forfeit(str(why))
        self.episode.play(move)
        regret = self._cost(before, move) if self._oracle else None
        self.episode.let_computers_move({self.seat.other: self._opponent})
        self.episode.show()
        return self._result(self.episode.reward(self.seat) if regret is None else -regret)

    def action_masks(self) -> Mask:
        """For every action, 1 if it is legal now; the name is the one that sb3-contrib looks for."""
        return self.episode.mask()

    def render(self) -> str | None:
        return self.episode.render()

    def close(self) -> None:
        dismiss_players(self._opponent)

    def _cost(self, position: Position, move: int) -> float:
        """What a move costs: points where there are points, else 1 for losing the result."""
        assert self._oracle
        after = self._oracle.value(self.episode.game.play(position, int(move)))
        return float(measure_cost(self._oracle.value(position), after, Side(position.mover)))

    def _result(self, reward: float) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._told = self.episode.is_over
        return self.episode.observe(), reward, self.episode.outcome is not None, self.episode.is_truncated, self._info()

    def _forfeit(self, why: str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The end by an action that is no legal move: worse than any that is."""
        self._told = True
        legal, here = self.episode.match.legal_moves, self.episode.position
        reward = -1.0 - (max(self._cost(here, move) for move in legal) if self._oracle else 0.0)
        return self.episode.observe(), reward, True, False, {**self._info(), "illegal": why}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.action_masks(),
            "position": self.episode.game.write_position(self.episode.position),
            "seat": str(self.seat),
        }
        if self.episode.outcome:
            info["reason"] = self.episode.outcome.reason
        return info


def _seat_opponent(spec: str, seed: int) -> Player:
    player = seat_player(spec, seed)
    if player is None:
        raise BadPlayer("a human cannot be the opponent; take random, perfect, level:1 to level:9 or search:BUDGET")
    return player


_SELF_PLAY = f"{__package__}.gym_vector:BothSeats"
for _name in registry.names():
    gymnasium.register(f"squarely/{_name}-v0", f"{__name__}:OneSeat", kwargs={"game": _name})
    gymnasium.register(f"squarely/{_name}-selfplay-v0", vector_entry_point=_SELF_PLAY, kwargs={"game": _name})
