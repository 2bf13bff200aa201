"""How well a learner plays, exactly: what it loses in every position of a game, beside what random play loses."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import ONGOING, Game, Position, Side
from squarely.environments.encoding import Encoding, Observation
from squarely.review.grading import measure_cost
from squarely.solver.oracle import Oracle

_MOST = 50_000  # positions that are looked at


class Skill:
    """The truth about every position of a small game. Its arrays have one row for each, ends left out.

    `observations` is what a learner sees there, `masks` what it may do, `costs` what each action loses.
    """

    def __init__(self, game: Game) -> None:
        encoding, oracle = Encoding(game), Oracle(game, patient=True)
        self.positions = _find_reachable(game)
        self.observations: Observation = np.array([encoding.observe(position) for position in self.positions])
        self.masks = np.array([encoding.mask(position) for position in self.positions])
        self.costs = np.zeros(self.masks.shape)
        for row, position in enumerate(self.positions):
            before = oracle.value(position)
            for judged in oracle.value_moves(position):
                self.costs[row, int(judged.move)] = measure_cost(before, judged.value, Side(position.mover))

    def of(self, liking: NDArray[Any]) -> float:
        """100 for losing nothing, 0 for losing what random play loses, less for more.

        `liking` says for each row how much the learner likes each action. It plays the legal one that it likes best, or
        one of several at random.
        """
        liked = np.where(self.masks, liking, -np.inf)
        chosen = liked == liked.max(axis=1, keepdims=True)
        return float(100 - 100 * self._mean_loss(chosen & (self.masks == 1)) / self._mean_loss(self.masks == 1))

    def _mean_loss(self, chosen: NDArray[np.bool_]) -> float:
        return float((np.where(chosen, self.costs, 0).sum(axis=1) / chosen.sum(axis=1)).sum())


def _find_reachable(game: Game) -> list[Position]:
    """Every position with a move to choose."""
    found, seen = [game.start()], {game.start()}
    for position in found:  # grows while it is read
        for move in game.legal_moves(position):
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                if game.outcome(after) == ONGOING:
                    found.append(after)
        if len(found) > _MOST:
            raise SquarelyError(f"{game.name} has more than {_MOST:,} positions; skill is for smaller games")
    return found
