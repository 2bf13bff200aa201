"""Positions and moves as machines that learn see them: planes of numbers, and the numbers of moves.

Positions are not shown from the mover's point of view: a plane says whose turn it is. So the same position always looks
the same, and two that differ never do.
"""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from squarely.core.errors import BadOption, IllegalMove, SquarelyError
from squarely.core.rules.game import Game, Move, Position
from squarely.laws.law import flatten

_SIDE = 8  # 64 bits, as a plane
_LISTED = 6
_MOST = 254  # on a plane: with 255 learners would take the planes for an image

Observation = NDArray[np.uint8]
Mask = NDArray[np.int8]


class Encoding:
    """How one game is seen and played by numbers. An action is the number of a move.

    A game that says nothing about its fields shows each number of a position as a plane of its 64 bits, the least
    first. `high` is the greatest number on each square of each plane.
    """

    def __init__(self, game: Game) -> None:
        if (reading := game.settings["repetition"]) != "play_on":
            raise BadOption(
                f"repetition={reading} makes the end depend on every position before, which none shows; "
                "environments play with repetition=play_on and a turn limit"
            )
        self.game, self.actions = game, game.move_count()
        if not self.actions:
            raise SquarelyError(f"{game.name} does not say how many moves it has; add moves or move_count to its class")
        self.planes: tuple[str, ...] = game.planes if game.has_planes else tuple(_name_planes(game.start()))
        maxima = [int(most) for most in game.plane_maxima] if game.has_planes else [1] * len(self.planes)
        if not all(0 <= most <= _MOST for most in maxima):
            raise SquarelyError(f"the planes of {game.name} go up to {maxima}; {_MOST} is the most; see maxima")
        height, width = game.shape if game.has_planes else (_SIDE, _SIDE)
        self.shape = (len(self.planes), height, width)
        self.high: Observation = np.empty(self.shape, np.uint8)
        self.high[:] = np.reshape(maxima, (-1, 1, 1))

    def observe(self, position: Position) -> Observation:
        """The position as planes: an array of whole numbers by plane, row and column."""
        shown = np.zeros(self.shape, np.int64)  # so that what is too large for a plane is noticed
        by_square = shown.reshape(len(shown), -1)
        if self.game.has_planes:
            self.game.observe(position, by_square)
        else:
            try:
                observe_bits(np.array([*flatten(position)], np.int64), by_square)
            except OverflowError:
                raise SquarelyError(f"{self.game.name} has numbers of more than 64 bits: make two of each") from None
        beyond = (shown < 0) | (shown > self.high)
        if beyond.any():
            plane = int(np.argwhere(beyond)[0][0])
            raise SquarelyError(
                f"{self.game.name} shows {shown[beyond][0]} on its plane {self.planes[plane]!r}, which goes "
                f"from 0 to {self.high[plane].max()}; see maxima in its class"
            )
        return shown.astype(np.uint8)

    def mask(self, position: Position) -> Mask:
        """For every action, 1 if it is legal here and 0 if not; all 0 at an end. Ready for `Discrete.sample(mask)`."""
        mask, legal = np.zeros(self.actions, np.int8), list(self.game.legal_moves(position))
        if legal and max(legal) >= self.actions:
            raise SquarelyError(f"{self.game.name} has a move {max(legal)}, but says it has {self.actions} moves")
        mask[legal] = 1
        return mask

    def move(self, action: Any, position: Position) -> Move:
        """The move that an action means; IllegalMove where it means none, or one that is not allowed here."""
        number = self.check_action(action)
        if outcome := self.game.result(position):
            raise IllegalMove(f"the match is over: {outcome.reason}.")
        legal = self.game.named_moves(position)
        for move in legal:
            if move == number:
                return move
        listed = [f"{int(move)} ({move})" for move in legal[:_LISTED]]
        more = [f"{len(legal) - _LISTED} more"] if len(legal) > _LISTED else []
        raise IllegalMove(f"action {number} is not legal here; legal are {', '.join(listed + more)}.")

    def check_action(self, action: Any) -> int:
        """The action as a plain number; IllegalMove if it is no action of this game."""
        try:
            number = index(action)
        except TypeError:
            raise IllegalMove(f"{action!r} is no action; an action is a whole number.") from None
        if not 0 <= number < self.actions:
            raise IllegalMove(
                f"action {number} is out of range; {self.game.name} has the actions 0 to {self.actions - 1}."
            )
        return number


def observe_bits(numbers: Any, planes: Any) -> None:
    """Fill in each number as a plane of its bits. Runs compiled too."""
    for number in range(len(numbers)):
        for bit in range(_SIDE * _SIDE):
            planes[number, bit] = numbers[number] >> bit & 1


def _name_planes(position: Position) -> list[str]:
    """What each number of a position is called."""
    names = []
    for name, field in zip(position._fields, position, strict=True):
        numbers = len([*flatten(field)])
        names += [f"{name}[{at}]" for at in range(numbers)] if isinstance(field, tuple) else [name]
    return names
