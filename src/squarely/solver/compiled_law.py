"""The law that needs a compiler: rules do the same compiled as they do interpreted."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from squarely.core.errors import BrokenRules
from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.laws.faults import Fault, draw_position
from squarely.laws.law import describe_position, legal
from squarely.solver.compiled import Compiled, explain_compile_errors, jit
from squarely.solver.kernel import geometry_as_arrays

_MOST_TOLD = 1 << 14  # numbers of a position: its outcome, its moves, and where each leads
_PROMISE = "Rules do the same compiled as they do interpreted."
_MEND = "docs/adding-a-game.md says what compiled rules do without; their numbers have 63 bits."


def find_compiled_fault(game: Game, positions: Sequence[Position]) -> Fault | None:
    """What compiled rules do otherwise in one of these positions, or that they cannot be compiled."""
    expected = {position: _tell_interpreted(game, position) for position in positions}
    try:
        with explain_compile_errors(game):
            other = _find_difference(game, expected)
    except BrokenRules as refused:
        return Fault("rules compile", _PROMISE, str(refused), _MEND, game.options)
    if other is None:
        return None
    what = "has another outcome, other moves, or leads elsewhere when the rules are compiled"
    where = describe_position(game, other)
    return Fault("rules compile", _PROMISE, what, _MEND, game.options, where, draw_position(game, other))


def _find_difference(game: Game, expected: Mapping[Position, list[int]]) -> Position | None:
    """The first position of which compiled rules say something else."""
    law, tell, buffer = geometry_as_arrays(game.law), _compile_teller(game), np.zeros(_MOST_TOLD, np.int64)
    for position, interpreted in expected.items():
        if len(interpreted) <= _MOST_TOLD and buffer[: tell(law, position, buffer)].tolist() != interpreted:
            return position
    return None


def _tell_interpreted(game: Game, position: Position) -> list[int]:
    told = [game.rules.outcome(game.law, position), *(game.points(position) or (0, 0))]
    for move in legal(game, position):
        told += [move, hash(game.play(position, move))]
    return told


def _compile_teller(game: Game) -> Any:
    """A compiled function that fills a buffer with what the rules say of a position, and gives how much that is."""
    compiled = Compiled(game.rules)
    legal_moves, play, outcome = compiled.legal_moves, compiled.play, compiled.outcome
    points = compiled.points if game.rules.has_points else jit(lambda law, position: (0, 0))  # noqa: ARG005

    def tell(law: Any, position: Any, buffer: Any) -> Any:
        buffer[0] = outcome(law, position)
        buffer[1], buffer[2] = points(law, position)
        used = 3
        for move in legal_moves(law, position):
            buffer[used], buffer[used + 1] = move, hash(play(law, position, move))
            used += 2
        return used

    return jit(tell)
